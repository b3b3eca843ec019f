import { beforeEach, describe, expect, it } from 'vitest';
import { setVisibility } from '../../src/operations/arrange-pages.js';
import { noInput } from '../../src/operations/engine/contract.js';
import { storeFile } from '../../src/service/files/uploads.js';
import { readRoutes } from '../../src/site/routes.js';
import { git } from '../support/git.js';
import { agentsHeaders, message } from '../support/mcp.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { visiblePage } from '../support/portal-visitors.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';
import { fill } from '../support/workspace-forms.js';

portalForEach({ real: true, config: { guest_requests_per_minute: 0 } });

const origin = () => backendOrigin(portal);
const home = '/brands/acme/';

beforeEach(async () => {
  await visiblePage({ title: 'Logo', slug: 'logo', blocks: [words('Public words.')] });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${origin()}${path}`, { redirect: 'manual', headers });

const words = (text: string) => ({ type: 'rich_text', data: { html: `<p>${text}</p>` } });
const textOf = async (path: string, Cookie = ''): Promise<string> => (await get(path, { Cookie })).text();
const statusOf = async (path: string, Cookie = ''): Promise<number> => (await get(path, { Cookie })).status;

const handIn = (link: string, brand = 'acme', headers: Record<string, string> = { Origin: origin() }) =>
  fetch(`${origin()}/brands/${brand}/-/share`, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ link }) },
    headers,
  });

async function makeLink(days = 30, more: { preview?: { proposal: number; pages: number[] } } = {}) {
  const expiresAt = new Date(portal.service.clock().getTime() + days * 86_400_000);
  return portal.service.shareLinks.make({ brand: 'acme', name: 'Agency', internal: false, expiresAt, ...more });
}

const preview = (proposal: number) => ({ preview: { proposal, pages: [] } });

async function guestCookie(secret: string): Promise<string> {
  const reply = await handIn(`https://portal.example${home}-/share#${secret}`);
  expect([reply.status, reply.headers.get('location')]).toEqual([303, home]);
  const [cookie = ''] = reply.headers.getSetCookie();
  expect(cookie).toMatch(/^bp-guest-acme=\S+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
  return cookie.split(';')[0] ?? '';
}

it('a share link lets a guest in until it is revoked; the registry has its hash, and its last use', async () => {
  const { secret, record } = await makeLink();
  expect((await get(home)).status).toBe(404);
  const cookie = await guestCookie(secret);
  const page = await get(`${home}logo`, { Cookie: cookie });
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')]);
  const [listed] = await portal.service.shareLinks.list('acme');
  expect(listed).toMatchObject({ id: record.id, last_used_at: expect.stringMatching(/Z$/) });
  expect(git(`${portal.data}/registry.git`, ['show', `main:share-links/${record.sha256}.json`])).not.toContain(secret);
  await portal.service.shareLinks.revoke('acme', record.id);
  expect((await get(home, { Cookie: cookie })).status).toBe(404);
  expect((await handIn(secret)).status).toBe(422);
});

it.each([
  ['its time is over', async () => portal.clock.advance({ days: 31 })],
  ['only editors read the portal', () => portal.service.setBrandSettings('acme', { portal: 'off' })],
  ['the brand has gone', () => portal.service.provisioning.remove('acme')],
] as const)('a share link ends when %s', async (_when, end) => {
  const { secret } = await makeLink();
  const cookie = await guestCookie(secret);
  await end();
  expect((await get(home, { Cookie: cookie })).status).toBe(404);
  expect((await handIn(secret)).status).toBe(422);
});

it('a share link opens no other brand, and is not taken from another site or of another form', async () => {
  const { secret } = await makeLink();
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  expect((await handIn(secret, 'other')).status).toBe(422);
  expect((await handIn(secret, 'none')).status).toBe(422);
  expect((await get('/brands/other/', { Cookie: `bp-guest-other=${secret}` })).status).toBe(404);
  expect((await handIn('hello')).status).toBe(422);
  expect((await handIn(secret, 'acme', { Origin: 'https://evil.example' })).status).toBe(403);
});

it.each([
  ['share', {}, preview(1), () => portal.clock.advance({ days: 6 }), {}],
  ['preview', preview(1), {}, () => client.post('/proposals/1/withdraw', undefined), preview(2)],
] as const)('a brand has at most 200 %s links that work', async (kind, more, others, end, next) => {
  await client.post('/pages?proposal=new', { title: 'Soon' });
  await client.post('/pages?proposal=new', { title: 'Later' });
  for (let at = 0; at < 199; at += 1) await makeLink(5, more);
  const { record } = await makeLink(7, more);
  await expect(makeLink(5, more)).rejects.toThrow(`The brand acme has 200 ${kind} links: revoke some.`);
  await makeLink(5, others);
  await end();
  await makeLink(5, next);
  await portal.service.shareLinks.revoke('acme', record.id);
});

it('a link from another site is loaded again before the gate, or a 404, shows; that of a share link keeps its secret', async () => {
  const elsewhere = { 'Sec-Fetch-Site': 'cross-site' };
  const bounced = async (path: string) => (await (await get(path, elsewhere)).text()).includes('http-equiv="refresh"');
  expect(await bounced(`${home}logo`)).toBe(true);
  expect(await bounced('/brands/none/logo')).toBe(true);
  expect(await bounced(`${home}-/share`)).toBe(false);
  await portal.service.setBrandSettings('acme', { portal: 'public' });
  expect(await bounced(`${home}logo`)).toBe(false);
  expect(await bounced(`${home}hidden`)).toBe(true);
});

it('the start page names brands that are public and listed, and leads on to the only one', async () => {
  const start = async () => {
    const reply = await get('/');
    const links = [...(await reply.text()).matchAll(/href="(\/brands\/[^"]*)"/g)].map(([, href]) => href);
    return [reply.status, reply.headers.get('location'), links];
  };
  expect(await start()).toEqual([200, null, []]);
  await portal.service.setBrandSettings('acme', { portal: 'public' });
  expect(await start()).toEqual([200, null, []]);
  await portal.service.setBrandSettings('acme', { portal_listed: true });
  expect(await start()).toEqual([302, home, []]);
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  await portal.service.setBrandSettings('other', { portal: 'public', portal_listed: true });
  expect(await start()).toEqual([200, null, [home, '/brands/other/']]);
});

describe('a preview link', () => {
  const proposals = '/brands/acme/proposals';

  const operator = {
    slug: 'acme',
    via: 'cli',
    precondition: null,
    actor: { kind: 'operator', id: 'cli', name: 'Operator', rights: ['read', 'write'] },
  } as const;

  interface Scene {
    /** Hidden page below a hidden chapter, which the proposal changes. */
    readonly page: number;
    readonly number: string;
    readonly other: number;
  }
  let scene: Scene;
  let ada: WorkspaceClient;
  let adaId: string;

  const pageOf = async (title: string, visibility: string, more: object = {}): Promise<number> =>
    (await visiblePage({ title, ...more }, visibility)).id;

  beforeEach(async () => {
    const chapter = await pageOf('Vault', 'hidden', { type: 'container' });
    await pageOf('Below', 'public', { parent_id: chapter, blocks: [words('Unseen words.')] });
    const page = await pageOf('Tone', 'hidden', { parent_id: chapter, blocks: [words('Stored words.')] });
    const other = await pageOf('Other', 'hidden', { blocks: [words('Other words.')] });
    const begun = await client.patch(`/pages/${page}?proposal=new`, { title: 'Tone of voice' });
    const number = begun.headers.get('proposal') ?? '';
    await client.patch(`/proposals/${number}`, { title: 'Clearer' });
    await client.post(`/proposals/${number}/submit`, undefined);
    scene = { page, number, other };
    const person = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
    adaId = person.id;
    ada = await WorkspaceClient.signIn(portal, person);
  });

  /** Makes a link by the form of the proposal's page. @returns the cookie for it */
  async function previewed(person = ada, days = '7'): Promise<string> {
    const made = await fill(person, `${proposals}/${scene.number}`, 'preview', { name: 'Agency', days });
    const [, secret] = /-\/share#(bp_\w+)/.exec(made.text) ?? [];
    if (secret === undefined) throw new Error(`No link: ${made.status}`);
    return guestCookie(secret);
  }

  /** Sends a form of the proposal's page. */
  const act = async (action: string): Promise<void> => {
    await fill(ada, `${proposals}/${scene.number}`, action);
  };
  const links = () => portal.service.shareLinks.list('acme');

  it('lists the changed pages and who may see them, then shows these and the public ones, as they would be', async () => {
    const form = (await ada.get(`${proposals}/${scene.number}`)).text;
    const listed = [...form.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, item = '']) =>
      item.replace(/<[^>]+>/g, '').trim(),
    );
    expect(listed).toContain('Tone of voice Only editors');
    const cookie = await previewed();
    const page = await get(`${home}tone`, { Cookie: cookie });
    const text = await page.text();
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(text).toContain('<h1>Tone of voice</h1>');
    expect(text).toContain('Preview of a proposal');
    expect(text).not.toContain('Vault');
    expect(await textOf(`${home}logo`, cookie)).toContain('Public words.');
    for (const slug of ['vault', 'below', 'other'])
      expect([slug, await statusOf(`${home}${slug}`, cookie)]).toEqual([slug, 404]);
    expect(await textOf(`${home}tone.md`, cookie)).toContain('Stored words.');
    expect(await statusOf(`${home}tone`)).toBe(404);
    expect(await links()).toMatchObject([{ preview: { pages: [scene.page] }, last_used_at: expect.any(String) }]);
  });

  it('shows what a merge would publish', async () => {
    const { number } = scene;
    const { body } = await client.post(`/pages?proposal=${number}`, {
      title: 'New here',
      slug: 'new-here',
      blocks: [words('New.')],
    });
    const call = { ...operator, requestId: 'r1', proposal: Number(number) };
    await portal.service.run(setVisibility, call, {
      ...noInput,
      ...{ params: { page: String(body.id) }, body: { visibility: 'public' } },
    });
    const cookie = await previewed();
    const mainOf = (html: string): string => html.slice(html.indexOf('<main'), html.indexOf('<nav class="foot"'));
    const before = await textOf(`${home}new-here`, cookie);
    await fill(ada, `${proposals}/${number}`, 'publish');
    expect(await statusOf(`${home}new-here`, cookie)).toBe(404);
    await portal.service.setBrandSettings('acme', { portal: 'public' });
    expect(mainOf(await textOf(`${home}new-here`))).toBe(mainOf(before));
  });

  it.each([
    ['revoked', async () => act(`revoke.${(await links())[0]?.id}`)],
    ['7 days old', async () => portal.clock.advance({ days: 7 })],
    ['of a proposal that is declined', () => act('decline')],
    ['of a proposal that is withdrawn', () => client.post(`/proposals/${scene.number}/withdraw`, undefined)],
    ['of a proposal that is published', () => act('publish')],
    ['of a person without the role', () => portal.service.people.set(adaId, { roles: { acme: 'viewer' } })],
    ['of a person who is disabled', () => portal.service.people.disable(adaId)],
    ['of a portal that only editors read', () => portal.service.setBrandSettings('acme', { portal: 'off' })],
  ] as const)('that is %s is none', async (_what, end) => {
    const cookie = await previewed();
    expect(await statusOf(`${home}tone`, cookie)).toBe(200);
    await end();
    for (const path of ['', 'tone', 'logo', 'tone.md', '-/search?q=voice']) {
      expect([path, await textOf(home + path, cookie)]).toEqual([path, await textOf(home + path)]);
    }
  });

  it('is made by editors, for 7 days at most; admins list and revoke it with the others', async () => {
    const expiresAt = new Date(portal.clock.read().getTime() + 8 * 86_400_000);
    const link = { brand: 'acme', name: 'Agency', internal: false, expiresAt };
    const by = { id: adaId, name: 'Ada Lind', brand: 'acme' };
    const ofProposal = { ...link, preview: { proposal: Number(scene.number), pages: [] } };
    await expect(portal.service.shareLinks.make(link, by)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(portal.service.shareLinks.make(ofProposal, by)).rejects.toThrow('at most 7 days');
    await expect(
      portal.service.shareLinks.make({ ...ofProposal, preview: { proposal: 99, pages: [] } }, by),
    ).rejects.toMatchObject({ code: 'invalid' });
    await portal.service.people.set(adaId, { roles: { acme: 'viewer' } });
    await expect(portal.service.shareLinks.make(ofProposal, by)).rejects.toMatchObject({ code: 'forbidden' });
    await portal.service.people.set(adaId, { roles: { acme: 'editor' } });
    const cookie = await previewed();
    const admin = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Bo Berg', { acme: 'admin' }));
    expect((await admin.get('/brands/acme/access')).text).toMatch(/Agency.*Proposal 1/s);
    await fill(admin, '/brands/acme/access', `revoke.${(await links())[0]?.id}`);
    expect(await statusOf(home, cookie)).toBe(404);
  });

  it('shows no hidden page that its author did not see listed, and none that the proposal changes no more', async () => {
    const cookie = await previewed();
    await client.patch(`/pages/${scene.other}?proposal=${scene.number}`, { title: 'Other later' });
    expect(await statusOf(`${home}other`, cookie)).toBe(404);
    expect(await statusOf(`${home}tone`, cookie)).toBe(200);
    await fill(ada, `${proposals}/${scene.number}`, 'drop', { kind: 'page', id: String(scene.page) });
    expect(await statusOf(`${home}tone`, cookie)).toBe(404);
    expect(await statusOf(`${home}logo`, cookie)).toBe(200);
  });

  it('opens no other brand, and nothing of the API and the tools', async () => {
    const cookie = await previewed();
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const other = await portal.client('other');
    const page = await other.page({ title: 'Tone', slug: 'tone' });
    await other.patch(`/pages/${page.id}?proposal=new`, { title: 'Theirs' });
    const secret = cookie.split('=')[1];
    expect(await statusOf('/brands/other/tone', `bp-guest-other=${secret}`)).toBe(404);
    for (const path of [
      `/api/v1/pages/${scene.page}?proposal=${scene.number}`,
      '/mcp',
      `${proposals}/${scene.number}`,
    ]) {
      expect([path, (await statusOf(path, cookie)) >= 300]).toEqual([path, true]);
    }
    await portal.service.setBrandSettings('acme', { portal: 'public' });
    const body = message('tools/call', { name: 'get_page', arguments: { page: scene.page } });
    const headers = { Cookie: cookie, ...agentsHeaders };
    const tool = await fetch(`${backendOrigin(portal)}${home}-/mcp/public`, { method: 'POST', headers, body });
    expect([tool.status, await tool.text()]).toEqual([200, expect.stringContaining('Page not found')]);
  });

  it('serves the files that came with the proposal and are on its pages, only in its portal', async () => {
    const { number, page } = scene;
    const call = { ...operator, requestId: 'r2', proposal: Number(number) };
    async function* drawing(name: string) {
      yield Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><title>${name}</title></svg>`);
    }
    const used = await storeFile(portal.service, call, drawing('used'), { name: 'used.svg' });
    const unused = await storeFile(portal.service, call, drawing('unused'), { name: 'unused.svg' });
    const block = { type: 'asset_download', data: { media_id: used.value.id } };
    await client.post(`/pages/${page}/blocks?proposal=${number}`, block);
    const cookie = await previewed();
    const at = ({ value: { id } }: typeof used, name: string) => `${home}-/files/${id}/${name}.svg`;
    const file = await get(at(used, 'used'), { Cookie: cookie });
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await statusOf(at(unused, 'unused'), cookie)).toBe(404);
    const zip = await get(`${home}-/zip/${page}`, { Cookie: cookie });
    expect([zip.status, (await zip.text()).includes('used.svg')]).toEqual([200, true]);
    await portal.service.setBrandSettings('acme', { portal: 'public' });
    expect(await statusOf(at(used, 'used'))).toBe(404);
    expect(await statusOf(at(used, 'used'), cookie)).toBe(200);
  });

  it('is of the proposal only at addresses of pages, and of what they show', () => {
    const rest = readRoutes.filter(({ isPreviewed }) => !isPreviewed).map(({ path }) => path);
    expect(rest).toEqual([
      ...['/llms.txt', '/robots.txt', '/sitemap.xml', '/-/search', '/-/changes', '/-/ask', '/-/note'],
      ...['/-/proposals/:proposal/-/files/:id/:name', '/-/history/:id'],
      ...['/-/connect', '/-/print', '/-/print/:id', '/-/tokens.json', '/-/tokens.css', '/-/tokens.ase'],
      ...['/-/collections/:collection', '/-/collections/:collection/zip'],
      ...['/-/selection', '/-/selection/zip'],
    ]);
  });
});
