import { beforeEach, describe, expect, it } from 'vitest';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { cookieOf, openPortal, show, visiblePage, visit } from '../support/portal-visitors.js';

portalForEach({ config: { frame_ancestors: ['https://intranet.example'], portal_shared_seconds: 90 } });

const at = '/brands/acme/colours';
const text = (html: string) => ({ blocks: [{ type: 'rich_text', data: { html } }] });
let id: number;

beforeEach(async () => {
  await openPortal(portal, 'acme');
  id = (await visiblePage({ title: 'Colours', ...text('<p>Moss</p>') })).id;
});

const look = async (headers: Record<string, string> = {}, path = at) => {
  const answer = await visit(portal, path, { headers });
  const of = (name: string) => answer.headers.get(name);
  return { status: answer.status, etag: of('etag') ?? '', of, text: await answer.text() };
};

const names = (headers: Headers) => [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));

describe('a page for guests', () => {
  it('may be kept by every cache, and is the same from memory', async () => {
    const first = await visit(portal, at);
    const second = await visit(portal, at);
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate, s-maxage=90');
    expect(first.headers.get('vary')).toBe('Cookie, Accept-Encoding');
    expect(first.headers.get('content-security-policy')).toContain('frame-ancestors https://intranet.example');
    expect(names(second.headers)).toEqual(names(first.headers));
    expect(await second.text()).toBe(await first.text());
    const { status, of } = await look({ 'If-None-Match': first.headers.get('etag') ?? '' });
    const kept = expect.stringContaining('public');
    expect([status, of('content-length'), of('cache-control')]).toEqual([304, null, kept]);
  });

  it('is compressed for those who take it, and kept apart for the others', async () => {
    const rounds = ['br', 'identity', 'br;q=0', 'gzip, br;q=0.5', 'br', 'identity'];
    const answers = [];
    for (const encoding of rounds) answers.push(await visit(portal, at, { headers: { 'Accept-Encoding': encoding } }));
    const encodings = answers.map(({ headers }) => headers.get('content-encoding'));
    expect(encodings).toEqual(['br', null, null, 'br', 'br', null]);
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(2);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  });

  it('keeps its tag when another page changes, and gets another with each change of its own', async () => {
    const other = await visiblePage({ title: 'Other' });
    const tags = [(await look()).etag];
    await client.put(`/pages/${other.id}/content`, text('<p>Changed</p>'));
    expect((await look()).etag).toBe(tags[0]);
    const changes = [
      () => client.put(`/pages/${id}/content`, text('<p>Fern</p>')),
      () => visiblePage({ title: 'New' }),
    ];
    for (const change of changes) {
      await change();
      tags.push((await look()).etag);
    }
    expect(new Set(tags).size).toBe(tags.length);
    await visiblePage({ title: 'Hidden' }, 'hidden');
    expect((await look()).etag).toBe(tags.at(-1));
  });

  it('ends with the access, at the next request', async () => {
    await look();
    await openPortal(portal, 'acme', { portal: 'people' });
    expect((await look()).status).toBe(404);
    await openPortal(portal, 'acme');
    await show(id, 'internal');
    expect((await look()).status).toBe(404);
  });

  it('is not what people get, nor anyone else with a cookie of ours', async () => {
    const guest = await look();
    const cookie = await cookieOf('editor');
    for (const Cookie of [cookie, `x=1; ${cookie}`, 'bp=x', '__Host-bp-guest-acme=x', 'a=b;bp-was=1']) {
      const { of } = await look({ Cookie, 'If-None-Match': guest.etag });
      expect([Cookie, of('cache-control'), of('etag')]).toEqual([Cookie, 'private, no-store', null]);
      expect(of('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(of('x-frame-options')).toBe('DENY');
    }
    expect((await look({ Cookie: 'theirs=1' })).text).toBe(guest.text);
    expect((await look()).text).toBe(guest.text);
  });
});

it('no header, host or query of one request changes what another gets', async () => {
  const clean = await look();
  const poison = [
    { Accept: 'application/json' },
    { Accept: 'text/markdown' },
    { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'gopher' },
    { 'X-Original-URL': '/brands/other/', 'X-Rewrite-URL': '/' },
    { Authorization: 'Bearer x' },
    { Range: 'bytes=0-1' },
    { 'Accept-Language': 'de', 'X-HTTP-Method-Override': 'DELETE' },
  ];
  for (const headers of poison) {
    await look(headers);
    expect((await look()).text).toBe(clean.text);
  }
  for (const query of ['?utm=<script>', '?at=HEAD~1', '?q=%00']) {
    expect((await look({}, at + query)).text).not.toContain('<script>');
    expect((await look()).text).toBe(clean.text);
  }
});

it('a form asked for by Accept is at its own address, and the way there is kept by no cache', async () => {
  for (const isKept of [false, true]) {
    if (isKept) await look();
    const asked = await look({ Accept: 'text/markdown' });
    expect([asked.status, asked.of('location'), asked.of('cache-control')]).toEqual([
      303,
      `${at}.md`,
      expect.stringContaining('no-store'),
    ]);
  }
});

it('only pages for guests can be framed by other sites', async () => {
  const framed = async (path: string, headers: Record<string, string> = {}) => {
    const { of } = await look(headers, path);
    return [of('content-security-policy')?.match(/frame-ancestors ([^;]*)/)?.[1], of('x-frame-options')];
  };
  const never = ["'none'", 'DENY'];
  for (const _ of ['made', 'from memory']) expect(await framed(at)).toEqual(['https://intranet.example', null]);
  const Cookie = await cookieOf('editor');
  const own = ['/brands/acme/-/workspace', `/brands/acme/-/workspace/pages/${id}/edit`, '/-/workspace/me', at];
  for (const path of own) expect([path, await framed(path, { Cookie })]).toEqual([path, never]);
  const open = [
    '/',
    '/-/workspace/sign-in',
    '/brands/acme/-/share',
    '/brands/acme/nothing',
    '/brands/nobody/',
    '/docs',
  ];
  for (const path of open) expect([path, (await framed(path))[0]]).toEqual([path, "'none'"]);
  await openPortal(portal, 'acme', { portal: 'people' });
  expect(await framed(at)).toEqual(never);
});

it('failures are kept by no cache', async () => {
  for (const path of [
    '/brands/acme/nothing',
    '/brands/nobody/',
    '/brands/acme/-/nothing',
    '/nothing',
    '/brands/acme',
  ]) {
    const { of, status } = await look({}, path);
    expect([path, of('cache-control'), status >= 300]).toEqual([path, 'no-store', true]);
  }
});
