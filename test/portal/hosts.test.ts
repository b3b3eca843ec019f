import { beforeAll, describe, expect, it } from 'vitest';
import { agentsHeaders, message } from '../support/mcp.js';
import { type TestClient, TestPortal } from '../support/portal.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { type Asked, askHost, openPortal, visiblePage } from '../support/portal-visitors.js';
import { addPerson } from '../support/workspace.js';

portalForAll({
  config: {
    backend_url: 'https://work.example',
    files_url: 'https://files.example',
    portal_hosts: { 'brand.example': 'acme', '*.portal.example': '*' },
  },
});

let other: TestClient;

beforeAll(async () => {
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  other = await portal.client('other');
  await openPortal(portal, 'acme');
  for (const title of ['Colours', 'Docs', 'Backend', 'Plans']) {
    ids.set(title, (await visiblePage({ title }, title === 'Plans' ? 'hidden' : 'public')).id);
  }
});

/** Pages by their titles. */
const ids = new Map<string, number>();

const bearer = ({ key }: TestClient) => ({ Authorization: `Bearer ${key}` });

describe("a brand's own host", () => {
  it.each([
    ['brand.example', 'https://brand.example'],
    ['brand.example:443', 'https://brand.example'],
    ['BRAND.example', 'https://brand.example'],
    ['acme.portal.example', 'https://acme.portal.example'],
  ])('has the portal at its root: %s', async (host, origin) => {
    const home = await askHost(portal, host, '/');
    expect([home.status, home.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(home.headers.get('content-security-policy')).toContain(`script-src ${origin}/assets/;`);
    expect(home.text).not.toContain('/brands/acme');
    expect((await askHost(portal, host, '/colours')).text).toContain('<h1>Colours</h1>');
    for (const path of ['/backend/sign-in', '/-/workspaces', '/brands/acme', '/nothing']) {
      const { status, text } = await askHost(portal, host, path);
      expect([path, status, text.includes('<html')]).toEqual([path, 404, true]);
    }
  });

  it('leads to the workspace where people sign in', async () => {
    for (const path of ['', '/keys?a=b']) {
      const { status, headers } = await askHost(portal, 'brand.example', `/-/workspace${path}`);
      const to = `https://work.example/brands/acme/-/workspace${path}`;
      expect([status, headers.get('location')]).toEqual([302, to]);
    }
  });

  it('shares no kept page with another host', async () => {
    const places = [
      ['brand.example', '', 'https://brand.example'],
      ['acme.portal.example', '', 'https://acme.portal.example'],
      ['work.example', '/brands/acme', 'https://work.example'],
    ] as const;
    for (const _ of ['made', 'from memory']) {
      for (const [host, base, origin] of places) {
        const { headers, text } = await askHost(portal, host, `${base}/colours`);
        expect(headers.get('content-security-policy')).toContain(`script-src ${origin}/assets/;`);
        expect([
          headers.get('cache-control')?.startsWith('public'),
          text.includes(`href="${base}/colours.md"`),
        ]).toEqual([true, true]);
        for (const [, other] of places) if (other !== base) expect(text).not.toContain(`href="${other}/colours.md"`);
      }
    }
  });

  it('serves programs as elsewhere, with only keys of this brand', async () => {
    for (const [path, own] of [
      ['/api/v1/brand', 200],
      ['/git/acme.git/HEAD', 403],
      ['/mcp', 405],
      ['/docs', 200],
      ['/healthz', 200],
    ] as const) {
      const { status, text } = await askHost(portal, 'brand.example', path, bearer(client));
      expect([path, status]).toEqual([path, own]);
      if (path !== '/docs') expect(text).not.toContain('<html');
    }
    // The answer is in the cache of the other host.
    for (const host of ['api.example', 'brand.example']) await askHost(portal, host, '/api/v1/brand', bearer(other));
    const foreign = await askHost(portal, 'brand.example', '/api/v1/brand', bearer(other));
    expect([foreign.status, JSON.parse(foreign.text)]).toEqual([401, { message: 'Unauthenticated.' }]);
    expect((await askHost(portal, 'brand.example', '/api/v1/brand', bearer(client))).status).toBe(200);
  });

  it('reads and sets no session, and shows nothing to people', async () => {
    const person = await addPerson(portal, 'Ada', { acme: 'editor' });
    const { secret } = await portal.service.sessions.issueLink(person.id);
    const signedIn = await portal.service.sessions.signIn(secret);
    await portal.service.setBrandSettings('acme', { portal: 'people' });
    const cookies = { Cookie: `__Host-bp=${signedIn?.token}` };
    expect((await askHost(portal, 'work.example', '/brands/acme/', cookies)).status).toBe(200);
    const closed = await askHost(portal, 'brand.example', '/', cookies);
    expect([closed.status, closed.headers.get('set-cookie')]).toEqual([404, null]);
    await openPortal(portal, 'acme');
    const open = await askHost(portal, 'brand.example', '/', cookies);
    expect([open.status, open.headers.get('set-cookie'), open.text.includes('Ada')]).toEqual([200, null, false]);
    expect(open.text).toContain('https://work.example/-/workspace/sign-in');
  });

  it('has the gate of a closed portal, which leads to the same page where people sign in', async () => {
    const { status, text, headers } = await askHost(portal, 'other.portal.example', '/colours');
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(text).toContain('https://work.example/-/workspace/sign-in?next=%2Fbrands%2Fother%2Fcolours');
  });

  it('that is any slug below a name has the same gate for a closed brand as for none', async () => {
    const paths = ['/', '/colours', '/llms.txt', '/-/share', '/-/icon.svg', '/-/files/1/logo.svg', '/-/a/b', '//x/'];
    const said = async (slug: string, path: string) => {
      const { status, headers, text } = await askHost(portal, `${slug}.portal.example`, path);
      const kept = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      return [status, JSON.stringify(kept), text].join('\n').replaceAll(slug, 'slug');
    };
    for (const path of paths) expect([path, await said('other', path)]).toEqual([path, await said('nobdy', path)]);
  });
});

describe("the tools for guests on a brand's own host", () => {
  const ask = (host: string, path: string, headers: Record<string, string> = {}) =>
    askHost(portal, host, path, { ...agentsHeaders, ...headers }, message('tools/list'));

  it.each([
    ['brand.example', '/-/mcp/public', 200],
    ['acme.portal.example', '/-/mcp/public', 200],
    ['brand.example', '/brands/acme/-/mcp/public', 404],
    ['brand.example', '/brands/other/-/mcp/public', 404],
    ['other.portal.example', '/-/mcp/public', 404],
    ['nobody.portal.example', '/-/mcp/public', 404],
    ['portal.test', '/-/mcp/public', 404],
    ['elsewhere.example', '/-/mcp/public', 421],
    ['brand.example', '/mcp', 401],
    ['acme.portal.example', '/mcp', 401],
  ])('answer at its address only: %s%s', async (host, path, status) => {
    const reply = await ask(host, path);
    expect([reply.status, reply.text.includes('"get_page"')]).toEqual([status, status === 200]);
  });

  it('are named there, and take no request of another site', async () => {
    const { text } = await askHost(portal, 'brand.example', '/-/connect');
    expect(text).toContain('data-copy="https://brand.example/-/mcp/public"');
    expect((await ask('brand.example', '/-/mcp/public', { Origin: 'https://brand.example' })).status).toBe(200);
    expect((await ask('brand.example', '/-/mcp/public', { Origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('the address of a page by its id', () => {
  const at = (title: string): string => `/-/page/${ids.get(title)}`;

  it.each(['Colours', 'Backend'])('leads to the page: %s', async (title) => {
    const slug = title.toLowerCase();
    for (const [host, base] of [
      ['brand.example', ''],
      ['work.example', '/brands/acme'],
    ] as const) {
      const { status, headers } = await askHost(portal, host, base + at(title));
      expect([status, headers.get('location')]).toEqual([303, `${base}/${slug}`]);
      expect((await askHost(portal, host, `${base}/${slug}`)).text).toContain(`<h1>${title}</h1>`);
    }
  });

  it('has the page where the server uses its slug, and links lead there', async () => {
    const page = await askHost(portal, 'brand.example', at('Docs'));
    expect([page.status, page.text.includes('<h1>Docs</h1>')]).toEqual([200, true]);
    const { text } = await askHost(portal, 'brand.example', '/');
    expect(text).toContain(`href="${at('Docs')}"`);
    expect(text).not.toContain('href="/docs"');
    const shared = await askHost(portal, 'work.example', `/brands/acme${at('Docs')}`);
    expect([shared.status, shared.headers.get('location')]).toEqual([303, '/brands/acme/docs']);
  });

  it('answers for a hidden page as for one that there is not', async () => {
    const [hidden, ...none] = await Promise.all(
      [at('Plans'), '/-/page/4711', `/-/page/0${ids.get('Colours')}`, '/-/page/x'].map((path) =>
        askHost(portal, 'brand.example', path),
      ),
    );
    expect([hidden?.status, hidden?.text.includes('Plans')]).toEqual([404, false]);
    const saidBy = ({ status, text }: Asked) => [status, text.replaceAll(/%2F-%2Fpage%2F\w+|\/-\/page\/\w+/g, '')];
    for (const one of none) expect(saidBy(one)).toEqual(hidden && saidBy(hidden));
  });
});

it.each([
  [{ backend_url: 'https://work.example' }, true],
  [{ backend_url: 'http://localhost:3000', portal_hosts: { 'brand.localhost': 'acme' } }, true],
  [{ backend_url: 'https://work.example', trusted_proxies: ['10.0.0.1'] }, false],
  [{ backend_url: 'http://localhost:3000' }, false],
  [{}, false],
])('a start behind a proxy that is not trusted warns that guests share a budget: %j', async (config, isWarned) => {
  const started = await TestPortal.start({ config });
  await started.close();
  const warnings = started.log.filter((line) => JSON.parse(line).level === 40);
  expect(warnings.some((line) => line.includes('without trusted_proxies'))).toBe(isWarned);
});

it.each(['elsewhere.example', 'portal.example', 'a.b.portal.example', 'brand.example.evil.example', '127.0.0.1'])(
  'a host that no list names gets no page, whatever else is sent: %s',
  async (host) => {
    for (const path of ['/', '/brands/acme/', '/docs', '/nothing', '/assets/x']) {
      const forwarded = { 'X-Forwarded-Host': 'brand.example', Forwarded: 'host=brand.example' };
      const { status, text, headers } = await askHost(portal, host, path, forwarded);
      expect([path, status, headers.get('content-type')]).toEqual([path, 421, 'application/json; charset=utf-8']);
      expect([headers.get('cache-control'), text.includes('<')]).toEqual(['no-store', false]);
    }
    expect((await askHost(portal, host, '/api/v1/brand', bearer(client))).status).toBe(200);
  },
);

it.each(['/brands/acme', '//evil.example/', '/%2f%2fevil.example/', '/colours/', '/-/x//'])(
  'one spelling of an address leads to no other host: %s',
  async (path) => {
    const host = path.startsWith('/brands') ? 'work.example' : 'brand.example';
    const { status, headers } = await askHost(portal, host, path);
    const location = headers.get('location') ?? '/';
    expect([301, 404]).toContain(status);
    expect(new URL(location, `https://${host}`).host).toBe(host);
  },
);
