import { beforeEach, expect, it } from 'vitest';
import { git } from '../support/git.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { visiblePage } from '../support/portal-visitors.js';
import { backendOrigin } from '../support/workspace.js';

portalForEach({ real: true });
const origin = () => backendOrigin(portal);
const home = '/brands/acme/';

beforeEach(async () => {
  await visiblePage({ title: 'Logo', slug: 'logo' });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${origin()}${path}`, { redirect: 'manual', headers });

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
