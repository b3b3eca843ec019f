import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBrandFile } from '../../src/content/brand.js';
import { type Route, routes } from '../../src/http/api/routes.js';
import { requestTo } from '../support/foreign-requests.js';
import { type TestClient, TestPortal } from '../support/portal.js';
import { type Brands, createBrands } from '../support/two-brands.js';

let portal: TestPortal;
let brands: Brands;

beforeAll(async () => {
  portal = await TestPortal.start();
  brands = await createBrands(portal);
});
afterAll(() => portal.close());

const reads = routes.filter(({ method, streams }) => method === 'GET' && !streams);

/** Each path in spellings that a cache could take for one. Some reads refuse names that they do not have. */
const spellings = reads.flatMap((route) => {
  const [path = '', query = ''] = requestTo(route).path.split('?');
  const more = route.operation.strict ? [] : ['a=1&b=2', 'b=2&a=1'].map((names) => `${path}?${names}`);
  return query === ''
    ? [path, `${path}/`, `${path}?`, ...more]
    : [`${path}?${query}`, `${path}/?${query}`, `${path}?${query}&`];
});

describe('answers that are kept ready', () => {
  it.each(spellings)('GET %s by the keys of two brands in turn: each gets its own', async (path) => {
    const { owner, twin } = brands;
    const own = new Map<TestClient, string>();
    const tags = new Map<TestClient, string>();
    for (let round = 0; round < 3; round += 1) {
      for (const [client, other] of [
        [owner, twin],
        [twin, owner],
      ] as const) {
        const { status, text, headers } = await client.get(path);
        expect(status).toBe(200);
        expect(text).not.toContain(`"${other.brand}`);
        expect(own.get(client) ?? text).toBe(text);
        own.set(client, text);
        tags.set(client, headers.get('etag') as string);
        expect((await client.send('HEAD', path)).headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
      }
    }
    expect(own.get(owner)).not.toBe(own.get(twin));
    for (const [client, other] of [
      [owner, twin],
      [twin, owner],
    ] as const) {
      const reply = await client.get(path, { headers: { 'If-None-Match': tags.get(other) as string } });
      expect([reply.status, reply.text]).toEqual([200, own.get(client)]);
    }
  });

  it('have other ETags in brands whose files are the same, where the answers are not', async () => {
    const same = async (slug: string) => {
      const files = new Map<string, unknown>([['brand.json', newBrandFile('Same')]]);
      const modules = ['corporate_language'] as const;
      await portal.service.provisioning.create({ slug, modules, apiEnabled: true, files, subject: 'Create' });
      return portal.client(slug);
    };
    const [one, two] = [await same('one'), await same('two')];
    for (const path of ['/brand', '/brand/cl']) {
      const etag = (await one.get(path)).headers.get('etag') as string;
      const reply = await two.get(path, { headers: { 'If-None-Match': etag } });
      expect([path, reply.status, reply.text.includes('two')]).toEqual([path, 200, true]);
    }
  });

  it('are for no key that may not read, and for none that was revoked or whose brand was closed since', async () => {
    const path = '/pages';
    const writer = await portal.client('ours', ['write']);
    const gone = await portal.client('ours');
    const closed = await portal.client('bare');
    for (const client of [gone, closed]) for (let times = 0; times < 2; times += 1) await client.get(path);
    await writer.refused(403, 'GET', path);
    await portal.service.keys.revoke(gone.keyId);
    await gone.refused(401, 'GET', path);
    await portal.service.setBrandSettings('bare', { api_enabled: false });
    await closed.refused(403, 'GET', path);
    await portal.service.setBrandSettings('bare', { api_enabled: true });
    expect((await closed.get(path)).status).toBe(200);
    expect((await brands.owner.get('/brand/cl')).status).toBe(200);
    await portal.service.setBrandSettings('ours', { modules: [] });
    await brands.owner.refused(404, 'GET', '/brand/cl');
  });

  it('are not kept under addresses longer than any that means something', async () => {
    const { ResponseCache } = await import('../../src/http/api/response-cache.js');
    const { RateLimits } = await import('../../src/http/admission/rate-limit.js');
    const { Cors } = await import('../../src/http/admission/cors.js');
    const none = { requestsPerKey: 0, writesPerKey: 0, failedLoginsPerAddress: 0 };
    let count = (): number => Number.NaN;
    const cache = new ResponseCache({
      service: portal.service,
      log: portal.logger,
      limits: new RateLimits(none),
      cors: new Cors([]),
      security: [],
      maxBytes: 100_000,
      observer: {
        onRequest: () => {},
        onResponseCache: (kept) => {
          count = () => kept().count;
        },
      },
    });
    const [route] = routes as [Route];
    const resource = { kind: 'content', of: ['pages'] } as const;
    const response = { route, resource, version: 'v', body: Buffer.from('{}') };
    const ours = { slug: 'ours', modules: [], api_enabled: true, created_at: '2026-01-01T00:00:00Z' };
    for (let at = 0; at < 100; at += 1) cache.store(ours, `/api/v1/brand?${at}${'x'.repeat(8000)}`, response);
    expect(count()).toBeGreaterThan(0);
    expect(count() * 8000).toBeLessThan(100_000);
  });
});
