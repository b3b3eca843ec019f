import { beforeEach, expect, it } from 'vitest';
import { arrangePage } from '../../src/operations/arrange-pages.js';
import { addCollection } from '../../src/operations/collections.js';
import type { Actor } from '../../src/operations/engine/access.js';
import { type Input, noInput, type Operation } from '../../src/operations/engine/contract.js';
import { replaceSection, setLanguageStatus } from '../../src/operations/language.js';
import { setPortal } from '../../src/operations/portal.js';
import { setTheme } from '../../src/operations/theme.js';
import { storeFile } from '../../src/service/files/uploads.js';
import type { TestClient } from '../support/portal.js';
import { operate, portal, portalForEach } from '../support/portal-fixture.js';
import { visiblePage } from '../support/portal-visitors.js';
import { backendOrigin } from '../support/workspace.js';

portalForEach({ modules: ['corporate_language'], config: { guest_requests_per_minute: 0 } });

const home = '/brands/acme/';
const words = (text: string) => ({ type: 'rich_text', data: { html: `<p>${text}</p>` } });

/** Mark of all that is proposed and not listed. */
const unlisted = 'Unlisted';

/** Pages of the brand, by name. Those in capitals are listed by the link. */
let pages: Record<'open' | 'chapter' | 'below' | 'hidden' | 'inside' | 'VAULT' | 'TONE' | 'MOVED', number>;
let number: number;
let author: TestClient;

const propose = <Value>(operation: Operation<Value>, input: Partial<Input>) => {
  const actor = { kind: 'person', id: 'p1', name: 'Ada', role: 'editor', rights: ['read', 'write'] } satisfies Actor;
  const call = { slug: 'acme', via: 'backend', requestId: 'r1', precondition: null, actor, proposal: number } as const;
  return portal.service.run(operation, call, { ...noInput, ...input });
};
async function send(method: 'post' | 'put' | 'patch', path: string, body: object) {
  const answer = await author[method](`${path}?proposal=${number}`, body);
  expect([path, answer.status < 300]).toEqual([path, true]);
  return answer.body;
}
const edit = (page: number, fields: object) => send('patch', `/pages/${page}`, fields);
const write = (page: number, text: string, more: object[] = []) =>
  send('put', `/pages/${page}/content`, { blocks: [words(text), ...more] });
const arrange = (page: number, body: object) => propose(arrangePage, { params: { page: String(page) }, body });

async function cookieFor(preview?: { readonly proposal: number; readonly pages: readonly number[] }): Promise<string> {
  const expiresAt = new Date(portal.clock.read().getTime() + 86_400_000);
  const link = { brand: 'acme', name: 'Guest', internal: false, expiresAt, ...(preview && { preview }) };
  return `bp-guest-acme=${(await portal.service.shareLinks.make(link)).secret}`;
}

async function get(path: string, Cookie: string): Promise<[status: number, text: string]> {
  const answer = await fetch(`${backendOrigin(portal)}${home}${path}`, { redirect: 'manual', headers: { Cookie } });
  return [answer.status, await answer.text()];
}

async function upload(name: string): Promise<number> {
  async function* drawing() {
    yield Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><title>${name}</title></svg>`);
  }
  const actor = { kind: 'operator', id: 'cli', name: 'Operator', rights: ['read', 'write'] } satisfies Actor;
  const call = { slug: 'acme', via: 'cli', requestId: 'r2', precondition: null, actor, proposal: number } as const;
  return (await storeFile(portal.service, call, drawing(), { name })).value.id;
}

const download = (medium: number) => ({ type: 'asset_download', data: { media_id: medium } });

beforeEach(async () => {
  const page = async (title: string, visibility = 'public', more: object = {}): Promise<number> =>
    (
      await visiblePage(
        { title, slug: title.toLowerCase(), blocks: [words(`${title} as stored.`)], ...more },
        visibility,
      )
    ).id;
  const chapter = (title: string, visibility = 'public') =>
    page(title, visibility, { type: 'container', blocks: undefined });
  const [open, vault] = [await page('Open'), await chapter('Vault', 'hidden')];
  const closed = await chapter('Closed', 'internal');
  pages = {
    open,
    chapter: closed,
    below: await page('Below', 'public', { parent_id: vault }),
    hidden: await page('Hidden', 'hidden'),
    inside: await page('Inside', 'hidden', { parent_id: closed }),
    VAULT: vault,
    TONE: await page('Tone', 'hidden', { parent_id: vault }),
    MOVED: await page('Moved', 'hidden'),
  };
  author = await portal.client('acme', ['read', 'propose']);
  const begun = await author.patch(`/pages/${pages.TONE}?proposal=new`, { title: 'Tone of voice' });
  number = Number(begun.headers.get('proposal'));
  await edit(pages.VAULT, { title: 'The vault' });
  await edit(pages.MOVED, { title: 'Moved soon' });
  await portal.service.setBrandSettings('acme', { portal_opens: { facts: 'people', language: 'public' } });
  await operate(replaceSection, { section: 'voice' }, { summary: 'Calm as stored' });
  await operate(setLanguageStatus, {}, { status: 'published' });
});

it('a preview link shows its listed pages as they are proposed now, and all else as any guest sees it', async () => {
  const listed = [pages.VAULT, pages.TONE, pages.MOVED];
  const cookie = await cookieFor({ proposal: number, pages: listed });
  const guest = await cookieFor();
  expect(await get('tone', cookie)).toEqual([200, expect.stringContaining('Tone of voice')]);

  const medium = await upload('unlisted.svg');
  const used = await upload('used.svg');
  await write(pages.open, unlisted, [download(medium)]);
  await edit(pages.open, { title: `${unlisted} title` });
  await edit(pages.below, { title: `${unlisted} below` });
  await arrange(pages.open, { slug: 'opened', visibility: 'internal' });
  await arrange(pages.below, { parent_id: null });
  await arrange(pages.hidden, { visibility: 'public' });
  const added = { title: `${unlisted} new`, blocks: [words(unlisted)] };
  const made = await send('post', '/pages', added);
  await arrange(made.id, { visibility: 'public' });
  await propose(replaceSection, { params: { section: 'voice' }, body: { summary: unlisted } });
  await propose(setPortal, { body: { sentence: unlisted } });
  await propose(setTheme, { body: { primary: '#123456' } });

  // What is listed gets an address that is taken, another place, and opens its chapter.
  const inKit = await upload('kit.svg');
  const kit = await propose(addCollection, { body: { title: 'Kit', visibility: 'public', media: [inKit] } });
  const gallery = { type: 'gallery', data: { collection: kit.value.id } };
  await write(pages.TONE, 'Tone of today.', [download(used), gallery]);
  await arrange(pages.TONE, { slug: 'open' });
  await arrange(pages.VAULT, { visibility: 'public' });
  await arrange(pages.MOVED, { parent_id: pages.chapter });

  expect(await get('open-2', cookie)).toEqual([200, expect.stringContaining('Tone of today.')]);
  expect(await get('open-2.md', cookie)).toEqual([200, expect.stringContaining('Tone of today.')]);
  for (const [id, name] of [
    [used, 'used.svg'],
    [inKit, 'kit.svg'],
  ])
    expect([name, (await get(`-/files/${id}/${name}`, cookie))[0]]).toEqual([name, 200]);
  expect((await get(`-/zip/${pages.TONE}`, cookie))[0]).toBe(200);
  expect(await get('moved', cookie)).toEqual([200, expect.not.stringContaining('Closed')]);
  expect(await get('vault', cookie)).toEqual([200, expect.not.stringContaining('Below')]);
  expect(await get('open', cookie)).toEqual([200, expect.stringContaining('Open as stored.')]);
  const others = ['opened', 'below', 'hidden', 'inside', 'closed', 'unlisted-new', `-/zip/${pages.open}`]
    .concat(['', 'open', 'open.md', 'open-2', 'moved', 'below.md', 'hidden.md', 'llms.txt', 'sitemap.xml'])
    .concat([pages.below, pages.hidden, pages.inside, pages.chapter].map((id) => `-/page/${id}`))
    .concat([unlisted, 'Hidden', 'Below', 'Inside', 'Calm'].map((word) => `-/search?q=${word}`))
    .concat(['-/tokens.json', `-/files/${medium}/unlisted.svg`]);
  for (const path of others) {
    const [status, text] = await get(path, cookie);
    const asGuest = await get(path, guest);
    expect([path, status]).toEqual([path, ['open-2', 'moved'].includes(path) ? 200 : asGuest[0]]);
    if (path.startsWith('-/search')) expect([path, text]).toEqual([path, asGuest[1]]);
    else expect([path, /Unlisted|Below|Hidden|Inside|Closed|#123456/.exec(text)?.[0]]).toEqual([path, undefined]);
  }
});
