import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { securityHeaders } from '../../../src/http/reply.js';
import { client, version } from '../../../src/lib/package.js';
import { namesOf } from '../../support/description.js';
import { anotherPortal, portal, portalForAll } from '../../support/portal-fixture.js';
import { statusOf } from '../../support/raw-requests.js';

portalForAll({ rateLimits: { requestsPerKey: 1, writesPerKey: 1, failedLoginsPerAddress: 1 } });

const get = (path: string, init?: RequestInit): Promise<Response> => fetch(`${portal.url}${path}`, init);

const files = {
  '/docs': 'text/html; charset=utf-8',
  '/docs/': 'text/html; charset=utf-8',
  '/docs/start.js': 'text/javascript; charset=utf-8',
  '/docs/swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  '/docs/swagger-ui.css': 'text/css; charset=utf-8',
  '/docs/favicon-32x32.png': 'image/png',
  '/docs/client.tgz': 'application/gzip',
  [`/docs/${client}`]: 'application/gzip',
  '/api/v1/openapi.json': 'application/json; charset=utf-8',
  '/api/v1/openapi.yaml': 'application/yaml',
};

it.each(Object.entries(files))(
  '%s is for anybody, wrong keys too, takes from no budget, and has an ETag by which If-None-Match gets 304',
  async (path, type) => {
    const { status, headers } = await get(path, { headers: { Authorization: 'Bearer bp_wrong' } });
    expect([status, headers.get('content-type'), headers.has('x-ratelimit-limit')]).toEqual([200, type, false]);
    expect(headers.get('cache-control')).toBe('public, no-cache');
    const etag = headers.get('etag') as string;
    const again = await get(path, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    const head = await get(path, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(headers.get('content-length'));
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const other = await get(path, { method });
      expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  },
);

it('the page runs and loads only what comes from here, and says nothing of the host that it was asked for', async () => {
  const { headers, text } = await get('/docs').then(async (one) => ({ headers: one.headers, text: await one.text() }));
  const policy = (headers.get('content-security-policy') as string).split(';');
  expect(policy.sort()).toEqual([
    ...["base-uri 'none'", "connect-src 'self'", "default-src 'none'", "form-action 'none'", "frame-ancestors 'none'"],
    ...["img-src 'self' data:", "script-src 'self'", "script-src-attr 'none'", "style-src 'self'"],
  ]);
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  for (const name of namesOf(securityHeaders)) expect(headers.has(name), name).toBe(true);
  expect(text).not.toMatch(/https?:|127\.0\.0\.1|localhost/);
  expect((await (await get('/docs/start.js')).text()).match(/https?:|127\.0\.0\.1|localhost/)).toBeNull();
});

it('says the version of the program, and of the description, which is another', async () => {
  const { info } = await (await get('/api/v1/openapi.json')).json();
  expect(info).toMatchObject({ version: '1.0.0', 'x-program-version': version });
  expect(await (await get('/api/v1/openapi.yaml')).text()).toContain(`x-program-version: ${version}\n`);
});

it("serves the client's package at an address with its digest, and for ever that of 1.0.0 at the one without", async () => {
  const digest = async (path: string) => hash('sha256', Buffer.from(await (await get(path)).arrayBuffer()));
  expect(client).toBe(`client-${(await digest(`/docs/${client}`)).slice(0, 16)}.tgz`);
  const first = '80da0431f7da423882330baa035241131551c29ce3b897180f5e99c472e99541';
  expect([await digest('/docs/client.tgz'), await digest(`/docs/client-${first.slice(0, 16)}.tgz`)]).toEqual([
    first,
    first,
  ]);
  expect(await (await get('/docs/connect')).text()).toContain(`/docs/${client}`);
});

it("the server's own address does not lead to it", async () => {
  const response = await fetch(`${portal.url}/`);
  expect([response.status, response.url]).toEqual([200, `${portal.url}/`]);
  const posted = await fetch(`${portal.url}/`, { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

it('browsers are told to insist on HTTPS where that is configured, and nowhere else', async () => {
  const name = 'strict-transport-security';
  for (const path of ['/docs', '/healthz', '/api/v1/pages']) expect((await get(path)).headers.has(name)).toBe(false);
  const { key, portal: strict } = await anotherPortal({ config: { hsts_seconds: 3600 } });
  // The second answer with pages comes from the response cache.
  for (const path of ['/docs', '/healthz', '/api/v1/pages', '/api/v1/pages', '/nothing']) {
    const { headers } = await fetch(strict.url + path, { headers: { Authorization: `Bearer ${key}` } });
    expect(headers.get(name), path).toBe('max-age=3600');
  }
});

it.each([
  '/docs/index.html',
  '/docs/swagger-ui-bundle.js.map',
  '/docs/../package.json',
  '/docs/..%2fpackage.json',
  '/docs/swagger-ui.css%00',
  '/docs/start.js/..',
  '/Docs',
])('%s is not there', async (path) => {
  expect(await statusOf(portal.url, path)).toBe(404);
});
