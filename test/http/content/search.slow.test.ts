import { describe, expect, it } from 'vitest';
import { runOperation } from '../../../src/cli/command.js';
import { paths } from '../../../src/content/catalog/paths.js';
import { editEntry } from '../../../src/operations/context.js';
import { type Found, maxCharacters } from '../../../src/search/document.js';
import { pushFiles } from '../../support/git.js';
import type { TestClient } from '../../support/portal.js';
import { brandForEach, client, portal } from '../../support/portal-fixture.js';

const modules = ['corporate_language', 'brand_agent'] as const;
brandForEach({ real: true, modules });

async function find(q: string, more: Record<string, string> = {}, from: TestClient = client): Promise<Found[]> {
  const { status, body, text } = await from.get(`/search?${new URLSearchParams({ q, ...more })}`);
  if (status !== 200) throw new Error(`${q}: ${status} ${text}`);
  return body;
}

const ids = async (...args: Parameters<typeof find>) => (await find(...args)).map(({ id }) => id);
async function expectEach(words: readonly string[], expected: unknown[]): Promise<void> {
  for (const word of words) expect([word, await ids(word)]).toEqual([word, expected]);
}
const matchesOf = ({ excerpt, matches }: Found): string[] => matches.map(({ start, end }) => excerpt.slice(start, end));

const heading = (text: string) => ({ type: 'heading', data: { text } });
const html = (text: string) => ({ type: 'rich_text', data: { html: text } });
const pageOf = (title: string, ...blocks: object[]) => client.page({ title, blocks });

describe('what is found', () => {
  it('has whole characters in its excerpt, where the searched text ends in the middle of one', async () => {
    const words = `needle ${'a'.repeat(12)}`;
    const room = maxCharacters - words.length - 1;
    await pageOf('Long', html(`<p>${'x '.repeat(room / 2)}${'.'.repeat(room % 2)}${words}😀 and more</p>`));
    const [found] = await find('needle');
    expect([found?.excerpt.isWellFormed(), found?.excerpt]).toEqual([true, expect.stringContaining(words)]);
  });

  it('a page by the words of a block at any level, with the block and the words in an excerpt', async () => {
    const inner = html('<h2>Where</h2><p>Keep the <b>clear</b>&nbsp;space &amp; mind the arc.</p>');
    const group = { type: 'group', data: { title: 'Rules', blocks: [inner] } };
    const tabs = { type: 'tabs', data: { items: [{ title: 'One', blocks: [group] }] } };
    const page = await pageOf('Logo', heading('First'), tabs);
    const [holder] = page.blocks[1].data.items[0].blocks;
    const [start, end] = [
      { start: 15, end: 20 },
      { start: 21, end: 26 },
    ];
    const excerpt = 'Where Keep the clear space & mind the arc.';
    const found = { type: 'page', id: page.id, title: 'Logo', block_id: holder.data.blocks[0].id, excerpt };
    expect(await find('clear space')).toEqual([{ ...found, matches: [start, end] }]);
    expect(await find('rules')).toMatchObject([{ block_id: holder.id }]);
  });

  it('the texts of every kind of field, but neither looks, nor addresses, nor markup', async () => {
    const table = { header: ['Kopf'], rows: [['<p>Zelle</p>']], caption: 'Legende' };
    const button = { label: 'Knopf', style: 'outlined', url: 'https://example.com/verborgen', new_tab: true };
    const alert = { variant: 'danger', title: 'Achtung', body: '<p class="x">Vorsicht</p>' };
    const accordion = { items: [{ title: 'Frage', body: '<ul><li>Antwort</li></ul>' }] };
    const types = { table, button, alert, accordion };
    const { id } = await pageOf('Seite', ...Object.entries(types).map(([type, data]) => ({ type, data })));
    await expectEach('Kopf Zelle Legende Knopf Achtung Vorsicht Frage Antwort'.split(' '), [id]);
    await expectEach(['outlined', 'verborgen', 'danger', 'https', 'class'], []);
  });

  it('a title only, with the beginning of the page', async () => {
    const { id } = await pageOf('Typefaces', heading('How we write'));
    const found = { type: 'page', id, title: 'Typefaces', block_id: null, excerpt: 'How we write', matches: [] };
    expect(await find('typefaces')).toEqual([found]);
    const chapter = await client.page({ title: 'Chapter of grids', type: 'container' });
    expect(await find('grids')).toMatchObject([{ id: chapter.id, excerpt: '', block_id: null }]);
  });

  it('whatever case and accents, in either form of Unicode', async () => {
    const { id } = await pageOf('Größe', heading('CAFÉ, Straße, Ærø, Łódź, e\u0301tude, ŞİRKET, ΟΔΟΣ'));
    await expectEach(['GRÖSSE', 'gro\u0308ße', 'cafe', 'STRASSE', 'aero', 'lodz', 'étude', 'sirket', 'οδος'], [id]);
  });

  it('compounds by their beginning, from three letters on', async () => {
    const { id } = await pageOf('Regeln', html('<p>Die Logo&shy;schutz&shy;zone und die Nachtzugverbindung.</p>'));
    await expectEach(['logo', 'Logoschutz', 'logoschutzzone', 'nac', 'nachtzug'], [id]);
    await expectEach(['na'], []);
    expect(matchesOf((await find('nacht'))[0] as Found)).toEqual(['Nachtzugverbindung']);
  });

  it('small misspellings: one letter of four to seven, two of more; a number is meant as it is written', async () => {
    const { id } = await pageOf('Kontakt', heading('Typography since 2019'));
    await expectEach(['kontackt', 'contakt', 'typogrphy', 'tipograhy'], [id]);
    await expectEach(['kontraktes', 'tipogravi', '2018'], []);
  });

  it('words of scripts without spaces', async () => {
    const { id } = await pageOf('ロゴ', heading('東京で夜行列車に乗る'));
    await expectEach(['ロゴ', '夜行列車', '東京'], [id]);
    await expectEach(['大阪'], []);
  });

  it('sections of the corporate language and verified entries', async () => {
    const voice = { summary: 'Calm as a lighthouse.', dos: ['Say it briefly'], own: [{ x: 'Deep' }] };
    await client.patch('/brand/cl/voice', voice);
    const excerpt = 'Calm as a lighthouse. · Say it briefly · Deep';
    const section = { type: 'section', id: 'voice', title: 'voice', block_id: null, excerpt };
    expect(await find('lighthouse')).toEqual([{ ...section, matches: [{ start: 10, end: 20 }] }]);
    expect(await ids('deep')).toEqual(['voice']);

    const example = await portal.importExample('northlight');
    const [fact] = (await example.get('/brand/context')).body;
    const found = async () => (await find(fact.title, { type: 'entry' }, example)).map(({ id }) => id);
    expect((await found())[0]).toBe(fact.id);
    const edit = { params: { entry: fact.id }, body: { verified: false } };
    await runOperation(portal.service, 'northlight', editEntry, edit);
    expect(await found()).not.toContain(fact.id);
  });

  it('what has all words; when nothing has them all, what has some', async () => {
    const both = await pageOf('One', heading('a lantern and a harbour'));
    const one = await pageOf('Two', heading('a lantern'));
    expect(await ids('lantern harbour')).toEqual([both.id]);
    expect(await ids('lantern aquarium')).toEqual([one.id, both.id]);
    await expectEach(['nothing whatever', '… & !'], []);
  });

  it('titles first, the word itself before what begins so, and equals in the order of navigation', async () => {
    const longer = await pageOf('B', heading('lanternfish are fish'));
    const text = await pageOf('C', heading('lantern is a word'));
    const title = await pageOf('Lantern', heading('is a word'));
    expect(await ids('lantern')).toEqual([title.id, text.id, longer.id]);
    const chapter = await client.page({ title: 'Chapter', type: 'container' });
    const twins = [await pageOf('Twin', heading('same')), await pageOf('Twin', heading('same'))].map(({ id }) => id);
    expect(await ids('twin')).toEqual(twins);
    await client.patch(`/pages/${twins[1]}`, { title: 'Twin', parent_id: chapter.id });
    expect(await ids('twin')).toEqual([...twins].reverse());
  });

  it('by type, and so many', async () => {
    await client.patch('/brand/cl/voice', { summary: 'lantern' });
    for (let at = 0; at < 25; at += 1) await pageOf(`Lantern ${at}`);
    expect(await find('lantern')).toHaveLength(20);
    expect(await find('lantern', { limit: '100' })).toHaveLength(26);
    expect(await find('lantern', { limit: '3', type: 'page' })).toHaveLength(3);
    expect(await ids('lantern', { type: 'section' })).toEqual(['voice']);
    expect(await ids('lantern', { type: 'entry' })).toEqual([]);
  });
});

describe('what is refused', () => {
  it.each([
    ['', { q: ['The q field is required.'] }],
    ['q=%20%09', { q: ['The q field is required.'] }],
    [`q=${'a'.repeat(201)}`, { q: ['The q field must not be greater than 200 characters.'] }],
    ['q=a&limit=0', { limit: ['The limit field must be between 1 and 100.'] }],
    ['q=a&limit=1.5', { limit: ['The limit field must be an integer.'] }],
    ['q=a&type=block', { type: ['The selected type is invalid. Valid: page, section, entry, media.'] }],
    [`q=a&${'k1'.repeat(20)}=`, { query: ['The selected query is invalid. Valid: q, type, limit, proposal, lang.'] }],
    ['q=a&kind=', { kind: ['The selected kind is invalid. Valid: q, type, limit, proposal, lang.'] }],
  ])('?%s', async (query, errors) => {
    expect((await client.refused(422, 'GET', `/search?${query}`)).body.errors).toEqual(errors);
  });

  it('takes 200 characters without the spaces around them, whatever they are', async () => {
    const { id } = await pageOf('x'.repeat(200));
    expect(await ids(`   ${'x'.repeat(200)}  `, { limit: ' 100 ' })).toEqual([id]);
    const odd = ['\0', '"', '<script>', '\ud800', '%', '__proto__', 'constructor', `${' '.repeat(50)}-`];
    await expectEach(odd, []);
  });
});

describe('the index', () => {
  it('follows every write, and what git brings', async () => {
    const page = await pageOf('Before', heading('lantern'));
    expect(await ids('lantern')).toEqual([page.id]);
    await client.patch(`/pages/${page.id}/blocks/${page.blocks[0].id}`, { data: { text: 'harbour' } });
    expect([await ids('lantern'), await ids('harbour')]).toEqual([[], [page.id]]);
    await client.patch(`/pages/${page.id}`, { title: 'After' });
    expect([await ids('before'), await ids('after')]).toEqual([[], [page.id]]);
    const file = (await client.get(`/pages/${page.id}`)).body;
    const pushed = { ...file, position: 'a0', blocks: [{ id: 'b1', type: 'heading', data: { text: 'quay' } }] };
    pushFiles(portal.gitdir(client.brand), { [paths.page(page.id)]: pushed });
    expect([await ids('harbour'), await find('quay')]).toMatchObject([[], [{ id: page.id, block_id: 'b1' }]]);
    await client.delete(`/pages/${page.id}`);
    expect([await ids('quay'), await ids('after')]).toEqual([[], []]);
  });

  it('has what is served of hostile content that git brings', async () => {
    const page = await pageOf('Trap', heading('x'));
    const text = '<p onclick="lure()">lantern</p><script>snare()</script><img src=x onerror=noose()>';
    const blocks = [
      { id: 'b1', type: 'rich_text', data: { html: text } },
      { id: 'b2', type: 'poem', data: { lines: ['&lt;b&gt;verse&lt;/b&gt; <i>line</i>'] } },
    ];
    const file = { ...(await client.get(`/pages/${page.id}`)).body, position: 'a0', blocks };
    pushFiles(portal.gitdir(client.brand), { [paths.page(page.id)]: file });
    expect(await find('lantern')).toMatchObject([{ block_id: 'b1', excerpt: 'lantern' }]);
    expect(await find('verse')).toMatchObject([{ block_id: 'b2', excerpt: '<b>verse</b> line' }]);
    await expectEach(['lure', 'snare', 'noose', 'onclick', 'script'], []);
  });

  it('shows no more than the modules of the brand, at once and also from the response cache', async () => {
    await client.patch('/brand/cl/voice', { summary: 'lantern' });
    await pageOf('Lantern');
    const ask = () => client.get('/search?q=lantern');
    const all = await ask();
    expect(all.body).toHaveLength(2);
    expect((await ask()).text).toBe(all.text);
    await portal.service.setBrandSettings(client.brand, { modules: [] });
    const less = await ask();
    expect(less.body).toMatchObject([{ type: 'page' }]);
    expect(less.headers.get('etag')).not.toBe(all.headers.get('etag'));
    expect(await ids('lantern', { type: 'section' })).toEqual([]);
    await client.page({ title: 'Other' });
    await portal.service.setBrandSettings(client.brand, { modules: [...modules] });
    expect((await ask()).body).toHaveLength(2);
  });

  it('has so much of a page', async () => {
    const last = 'a lantern';
    const most = `${'word '.repeat(maxCharacters / 5).slice(0, maxCharacters - last.length)}${last}`;
    const whole = await pageOf('Whole', heading(most));
    await pageOf('More', heading(`x${most.replace('a lantern', 'another lantern')}`));
    await pageOf('Most', heading(most), heading('lantern'));
    expect(await ids('lantern')).toEqual([whole.id, whole.id + 2]);
  });
});
