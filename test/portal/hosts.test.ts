import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setBrand } from '../../src/operations/brand.js';
import { setPortal } from '../../src/operations/portal.js';
import { svg } from '../support/files.js';
import { agentsHeaders, message } from '../support/mcp.js';
import { type TestClient, TestPortal } from '../support/portal.js';
import { client, operate, portal, portalForAll, portalForEach } from '../support/portal-fixture.js';
import { type Asked, askHost, openPortal, visiblePage, visit } from '../support/portal-visitors.js';
import { putFile, withdraw } from '../support/put-file.js';
import { addPerson } from '../support/workspace.js';

describe('hosts', () => {
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
    'a host that no list names gets a refusal, in a browser a page that leads on, whatever else is sent: %s',
    async (host) => {
      for (const path of ['/', '/brands/acme/', '/docs', '/nothing', '/assets/x']) {
        const forwarded = { 'X-Forwarded-Host': 'brand.example', Forwarded: 'host=brand.example' };
        const asked = { ...forwarded, Accept: 'application/json' };
        const { status, text, headers } = await askHost(portal, host, path, asked);
        expect([path, status, headers.get('content-type')]).toEqual([path, 421, 'application/json; charset=utf-8']);
        expect([headers.get('cache-control'), text.includes('<')]).toEqual(['no-store', false]);
        const page = await askHost(portal, host, path, { ...forwarded, Accept: 'text/html' });
        expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 421, 'text/html; charset=utf-8']);
        expect(page.text).toContain('<h1>This host name is not known here.');
        const leads = [...page.text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
        expect([leads, page.text.includes(host)]).toEqual([['https://work.example'], false]);
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
});

describe('the gate', () => {
  const config = {
    backend_url: 'https://work.example',
    portal_hosts: { 'brand.example': 'acme', 'gone.example': 'gone', '*.portal.example': '*' },
  };
  portalForEach({ real: true, pictures: true, config });

  let [logo, other] = [0, 0];

  beforeEach(async () => {
    [logo, other] = [(await putFile(client, 'logo.svg', svg(1))).id, (await putFile(client, 'other.svg', svg(2))).id];
    await operate(setPortal, {}, { logo_light: logo, cover: other });
  });

  const named = 'brand.example';
  const logoAt = (id: number): string => `/-/files/${id}/${id === logo ? 'logo' : 'other'}.svg`;

  describe.each(['off', 'people'] as const)('the gate of a portal that is %s', (access) => {
    beforeEach(() => openPortal(portal, 'acme', { portal: access }));

    it('shows logo and name on the host that is named for the brand, and nothing else of it', async () => {
      const { status, text } = await askHost(portal, named, '/anything');
      expect([status, text.includes('Acme shows it to its people')]).toEqual([404, true]);
      const [, src = ''] = /<img src="([^"]+)"[^>]* alt="Acme"/.exec(text) ?? [];
      expect(src).toBe(logoAt(logo));
      const file = await askHost(portal, named, src);
      expect([file.status, file.text, file.headers.get('cache-control')]).toEqual([200, svg(1), 'private, no-store']);
      const gates = await Promise.all(
        [logoAt(other), logoAt(999), '/-/theme/0123456789abcdef.css'].map((path) => askHost(portal, named, path)),
      );
      for (const gate of gates) expect([gate.status, gate.text.includes('Acme shows it')]).toEqual([404, true]);
      await withdraw(client, logo);
      expect((await askHost(portal, named, src)).status).toBe(404);
      expect((await askHost(portal, named, '/anything')).text).not.toContain('<img');
    });

    it('is in the language of the brand there, and elsewhere in that of the browser', async () => {
      await operate(setBrand, {}, { language: 'de' });
      const gateAt = async (host: string, path: string, language: string) => {
        const { headers, text } = await askHost(portal, host, path, { 'Accept-Language': language });
        return [/<html lang="(\w+)"/.exec(text)?.[1], /<h1>(.*)<\/h1>/.exec(text)?.[1], headers.get('cache-control')];
      };
      const english = ['en', 'This page is for people of the brand', 'no-store'];
      const german = ['de', 'Diese Seite ist für das Team der Marke bestimmt', 'no-store'];
      expect(await gateAt(named, '/anything', 'en')).toEqual(german);
      for (const [host, path] of [
        ['acme.portal.example', '/'],
        ['gone.example', '/'],
        ['work.example', '/brands/acme/'],
      ] as const) {
        expect([host, ...(await gateAt(host, path, 'de-AT, en'))]).toEqual([host, ...german]);
        expect([host, ...(await gateAt(host, path, 'fr'))]).toEqual([host, ...english]);
      }
    });

    it('shows neither on any other host', async () => {
      const hosts = ['acme.portal.example', 'gone.example'].map((host) => askHost(portal, host, '/'));
      for (const { status, text } of await Promise.all(hosts)) {
        expect([status, /Acme|<img/.test(text), text.includes('The brand shows it')]).toEqual([404, false, true]);
      }
      expect((await askHost(portal, 'acme.portal.example', logoAt(logo))).status).toBe(404);
      expect(await (await visit(portal, '/brands/acme/')).text()).not.toMatch(/Acme|<img/);
    });
  });
});

describe('the budget of guests', () => {
  portalForAll({
    config: {
      ...{ guest_requests_per_minute: 3, requests_per_minute: 3, trusted_proxies: ['127.0.0.1'] },
      ...{
        backend_url: 'https://work.example',
        portal_hosts: { 'brand.example': 'acme' },
        mcp_hosts: ['work.example'],
      },
    },
  });

  it('a network of guests has a budget, of which pages from memory and the gate take their part', async () => {
    await openPortal(portal, 'acme');
    const paths = ['/brands/acme/', '/brands/acme/', '/brands/nobody/', '/brands/acme/', '/brands/nobody/'];
    const answers = [];
    for (const path of paths) answers.push(await askHost(portal, 'work.example', path));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 429, 429]);
    const [, , , refused] = answers;
    expect([refused?.headers.get('cache-control'), refused?.headers.get('etag')]).toEqual(['no-store', null]);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('tools for guests have a budget of each network, over all brands and hosts', async () => {
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    for (const slug of ['acme', 'other']) await openPortal(portal, slug);
    const ask = (host: string, path: string, network: string) =>
      askHost(portal, host, path, { ...agentsHeaders, 'X-Forwarded-For': network }, message('tools/list'));
    const places = [
      ['brand.example', '/-/mcp/public'],
      ['work.example', '/brands/acme/-/mcp/public'],
      ['work.example', '/brands/other/-/mcp/public'],
      ['brand.example', '/-/mcp/public'],
    ] as const;
    const answers = [];
    for (const [host, path] of places) answers.push(await ask(host, path, '203.0.113.1'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]?.text).toContain('The budget of this network is spent: 3 requests a minute.');
    expect((await ask('brand.example', '/-/mcp/public', '203.0.113.2')).status).toBe(200);
  });
});

describe('a page that says why there is no other', () => {
  portalForAll();

  it('is in the language of the browser', async () => {
    const at = async (language: string) =>
      (await visit(portal, '/docs/none', { headers: { 'Accept-Language': language } })).text();
    expect(await at('fr, de')).toMatch(
      /<html lang="de">.*<a href="\/-\/workspace">Zur Anmeldung oder zur Startseite<\/a>/,
    );
    expect(await at('fr')).toMatch(/<html lang="en">.*<a href="\/-\/workspace">Sign in, or go to the start<\/a>/);
  });
});
