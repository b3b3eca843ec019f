import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it } from 'vitest';
import { setColor } from '../../src/operations/colors.js';
import { setPortal } from '../../src/operations/portal.js';
import type { Role } from '../../src/registry/records.js';
import { svg } from '../support/files.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { cookieOf, openPortal, visiblePage, visit } from '../support/portal-visitors.js';
import { putFile, withdraw } from '../support/put-file.js';

portalForEach({ real: true });

const text = (words: string) => ({ type: 'rich_text', data: { html: `<p>${words}</p>` } });
const image = (media_id: number) => ({ type: 'image', data: { media_id } });
const metadata = { width: 80, height: 80 };
const picture = async (name: string, number: number) =>
  (await putFile(client, `${name}.svg`, svg(number), { metadata })).id;

async function page(path: string, role: Role | null = null): Promise<Document> {
  const headers: Record<string, string> = role === null ? {} : { Cookie: await cookieOf(role) };
  const answer = await visit(portal, `/brands/acme${path}`, { headers });
  expect([path, answer.status]).toEqual([path, 200]);
  return new JSDOM(await answer.text()).window.document;
}

const all = (document: ParentNode, selector: string) => [...document.querySelectorAll(selector)];
const textsOf = (document: ParentNode, selector: string) => all(document, selector).map((found) => found.textContent);
/** Kind of art, or names of its pictures, by card. */
const artsIn = (document: ParentNode) =>
  all(document, '.chap > a').map((card) => {
    const pictures = all(card, 'img').map((found) => /(\w+)\.svg/.exec(found.getAttribute('src') ?? '')?.[1]);
    return pictures.length > 0 ? pictures : [card.querySelector('.art')?.className];
  });

beforeEach(() => openPortal(portal, 'acme'));

describe('the home page', () => {
  it('shows chapters and the pages outside as cards, and repeats no picture', async () => {
    const [a, b, c] = [await picture('a', 1), await picture('b', 2), await picture('c', 3)];
    const chapter = await visiblePage({ title: 'Signs', type: 'container' });
    const blocks = [text('First sentence. Second.'), image(b), image(c)];
    await visiblePage({ title: 'Inside', parent_id: chapter.id, blocks });
    await visiblePage({ title: 'Same picture', blocks: [image(b)] });
    await visiblePage({ title: 'Another one', blocks: [image(b), image(a), text('Some &amp; more words')] });
    await operate(setPortal, {}, { cover: a });
    const home = await page('/');
    expect(textsOf(home, '.home h2')).toEqual(['Chapters', 'More pages']);
    expect(textsOf(home, '.chap b')).toEqual(['Signs', 'Same picture', 'Another one']);
    expect(artsIn(home)).toEqual([['b'], ['art tiles'], ['art tiles']]);
    expect(textsOf(home, '.chap p')).toEqual(['Inside', 'Some & more words']);
    expect(textsOf(home, '.chap small')[0]).toMatch(/^1 page · changed \d{1,2} \w+ \d{4}$/);
    await operate(setPortal, {}, { cover: null });
    expect(artsIn(await page('/'))).toEqual([['b'], ['art tiles'], ['a']]);
    await withdraw(client, b);
    expect(artsIn(await page('/'))).toEqual([['c'], ['art tiles'], ['a']]);
  });

  it('is edited where it is read, by who may set the portal', async () => {
    await visiblePage({ title: 'Inside' });
    const link = async (role: Role | null) =>
      (await page('/', role)).querySelector('header a[data-form]')?.getAttribute('href') ?? null;
    expect([await link(null), await link('viewer')]).toEqual([null, null]);
    expect(await link('editor')).toBe('/brands/acme/-/workspace/portal/home');
    const form = await page('/-/workspace/portal/home', 'editor');
    const names = all(form, 'main form :is(select, textarea, input:not([type=hidden]))').map((field) =>
      field.getAttribute('name'),
    );
    expect(names).toEqual([
      'cover',
      'sentence',
      ...['label', 'url'].map((name) => `buttons.0.${name}`),
      ...['label', 'url'].map((name) => `buttons.1.${name}`),
    ]);
  });
});

describe('a chapter', () => {
  it('shows its pages as cards, small chapters as parts, large ones as a card, and a package of files', async () => {
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push(await picture(name, ids.length + 1));
    const zip = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
    const files = (await putFile(client, 'kit.zip', zip, { metadata: { title: 'The kit' } })).id;
    const { id: parent_id } = await visiblePage({ title: 'Logo', type: 'container' });
    const items = ids.slice(0, 4).map((media_id) => ({ media_id }));
    await visiblePage({ title: 'Never', parent_id, blocks: [{ type: 'gallery', data: { items } }] });
    const download = { type: 'asset_download', data: { media_id: files } };
    const small = (await visiblePage({ title: 'Small', type: 'container', parent_id })).id;
    await visiblePage({ title: 'In small', parent_id: small, blocks: [image(ids[4] ?? 0), download] });
    const large = (await visiblePage({ title: 'Large', type: 'container', parent_id })).id;
    for (let at = 1; at <= 7; at += 1) await visiblePage({ title: `Large ${at}`, parent_id: large });
    await visiblePage({ title: 'For us', parent_id }, 'internal');
    const chapter = await page('/logo');
    expect(textsOf(chapter, '.chap b')).toEqual(['Never', 'Large', 'In small']);
    expect(textsOf(chapter, 'main > h2')).toEqual(['Small']);
    expect(artsIn(chapter)).toEqual([['a', 'b', 'c', 'd'], ['art tiles'], ['e']]);
    expect(chapter.querySelector('.ch-cover .num')?.textContent).toMatch(/^9 pages · changed /);
    const button = chapter.querySelector('.ch-cover a.btn');
    expect([button?.textContent, button?.getAttribute('href')]).toEqual([
      'The kit',
      `/brands/acme/-/files/${files}/kit.zip?download`,
    ]);
    const { id: kit } = await visiblePage({ title: 'Kit', type: 'container' });
    const labelled = { type: 'download_list', data: { items: [{ media_id: files, label: 'Everything' }] } };
    await visiblePage({ title: 'Files', parent_id: kit, blocks: [labelled] });
    expect(textsOf(await page('/kit'), '.ch-cover a.btn')).toEqual(['Everything']);
    expect(chapter.querySelector('.toc')).toBeNull();
    const viewer = await page('/logo', 'viewer');
    expect(textsOf(viewer, '.chap b').at(-2)).toBe('For us, people of the brand');
    await withdraw(client, files);
    expect((await page('/logo')).querySelector('.ch-cover a.btn')).toBeNull();
    expect(textsOf(await page('/large'), '.chap b')).toHaveLength(7);
  });

  it('that is internal shows its title above a public page, and neither summary nor picture', async () => {
    const [cover, other] = [await picture('cover', 1), await picture('other', 2)];
    const summary = 'Only for our people.';
    const { id } = await visiblePage({ title: 'Partners', type: 'container', summary, cover }, 'internal');
    await visiblePage({ title: 'Joint trains', parent_id: id, blocks: [image(other)] });
    await visiblePage({ title: 'More trains', parent_id: id });
    const guest = await page('/partners');
    expect(guest.querySelector('h1')?.textContent).toBe('Partners');
    expect(guest.documentElement.outerHTML).not.toMatch(/Only for our people|cover\.svg/);
    expect(textsOf(guest, '.chap b')).toEqual(['Joint trains', 'More trains']);
    expect((await page('/')).documentElement.outerHTML).not.toMatch(/Only for our people|cover\.svg/);
    for (const path of ['/partners.md', '/llms.txt', '/-/search?q=people'])
      expect([path, await (await visit(portal, `/brands/acme${path}`)).text()]).toEqual([
        path,
        expect.not.stringContaining(summary),
      ]);
    const viewer = await page('/partners', 'viewer');
    expect([textsOf(viewer, '.ch-cover p'), artsIn(viewer)]).toEqual([[summary], [['other'], ['art tiles']]]);
    expect(viewer.querySelector('.ch-cover img')?.getAttribute('src')).toContain('cover.svg');
  });

  it('shows the order of pictures of a page as it is now, also to the next guest', async () => {
    const [a, b] = [await picture('a', 1), await picture('b', 2)];
    const { id: parent_id } = await visiblePage({ title: 'Signs', type: 'container' });
    const { id, blocks } = await visiblePage({ title: 'One', parent_id, blocks: [image(a), image(b)] });
    await visiblePage({ title: 'Two', parent_id });
    for (const _ of [1, 2]) expect(artsIn(await page('/signs'))).toEqual([['a'], ['art tiles']]);
    expect((await client.put(`/pages/${id}/content`, { blocks: blocks.toReversed() })).status).toBe(200);
    expect(artsIn(await page('/signs'))).toEqual([['b'], ['art tiles']]);
  });

  it('repeats no strip of colours, on its cover or its cards', async () => {
    for (const hex of ['#0b1a33', '#24c99a']) await operate(setColor, {}, { name: hex, hex });
    const palette = { type: 'color_palette', data: { color_ids: [1, 2] } };
    const { id: parent_id } = await visiblePage({ title: 'Colour', type: 'container' });
    for (const title of ['Palette', 'Once more']) await visiblePage({ title, parent_id, blocks: [palette] });
    const chapter = await page('/colour');
    expect(artsIn(chapter)).toEqual([['art tiles'], ['art tiles']]);
    expect(chapter.querySelector('.ch-cover > .art')?.className).toBe('art');
  });

  it('with one page is read as that page, which is edited at its own address', async () => {
    const { id: parent_id } = await visiblePage({ title: 'Type', type: 'container' });
    const hidden = { title: 'Hidden', parent_id, blocks: [text('Nothing for guests.')] };
    await visiblePage({ title: 'Typefaces', parent_id, blocks: [text('We use two families.')] });
    await visiblePage(hidden, 'hidden');
    const chapter = await page('/type');
    expect(textsOf(chapter, 'main :is(h1, h2)')).toEqual(['Type', 'Typefaces']);
    expect([all(chapter, '.chap').length, textsOf(chapter, '.text')]).toEqual([0, ['We use two families.']]);
    expect(textsOf(await page('/type', 'editor'), '.chap b')).toEqual(['Typefaces', 'Hidden, only editors']);
    const { id } = await visiblePage({ title: 'Sound', type: 'container' });
    await visiblePage({ title: 'Jingle', parent_id: id });
    expect((await page('/sound', 'editor')).querySelector('.top .go')?.getAttribute('href')).toBe(
      '/brands/acme/jingle#edit',
    );
  });
});
