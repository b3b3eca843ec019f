import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { routes } from '../../../src/http/api/routes.js';
import { some } from '../../support/effort.js';
import { requestTo } from '../../support/foreign-requests.js';
import { TestClient, TestPortal } from '../../support/portal.js';
import { anotherPortal, portal, portalForAll } from '../../support/portal-fixture.js';
import { MemoryStore } from '../../support/shared/memory-store.js';
import { type Brands, createBrands } from '../../support/two-brands.js';

let brands: Brands;

portalForAll();
beforeAll(async () => {
  brands = await createBrands(portal);
});

const reads = routes.filter(({ method, streams, sendsFile }) => method === 'GET' && !streams && !sendsFile);

/** Each path in spellings that a cache could take for one. Some reads refuse names that they do not have. */
const spellings = reads.flatMap((route) => {
  const [path = '', query = ''] = requestTo(route).path.split('?');
  const more = route.operation.strict ? [] : ['a=1&b=2', 'b=2&a=1'].map((names) => `${path}?${names}`);
  return query === ''
    ? [path, `${path}/`, `${path}?`, ...more]
    : [`${path}?${query}`, `${path}/?${query}`, `${path}?${query}&`];
});

describe('answers that are kept ready', () => {
  it.each(some(spellings, 2))('GET %s by the keys of two brands in turn: each gets its own', async (path) => {
    const { owner, twin } = brands;
    const both = [[owner, twin] as const, [twin, owner] as const];
    const own = new Map<TestClient, string>();
    const tags = new Map<TestClient, string>();
    for (let round = 0; round < 2; round += 1) {
      for (const [client, other] of both) {
        const { status, text, headers } = await client.get(path);
        expect(status).toBe(200);
        expect(text).not.toContain(`"${other.brand}`);
        expect(own.get(client) ?? text).toBe(text);
        const etag = headers.get('etag') as string;
        own.set(client, text);
        tags.set(client, etag);
        expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
        const again = await client.get(path, { headers: { 'If-None-Match': etag } });
        expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
        const head = await client.send('HEAD', path);
        const length = String(Buffer.byteLength(text));
        expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', length]);
        for (const name of ['content-type', 'etag', 'cache-control'])
          expect(head.headers.get(name)).toBe(headers.get(name));
      }
    }
    expect(own.get(owner)).not.toBe(own.get(twin));
    for (const [client, other] of both) {
      const reply = await client.get(path, { headers: { 'If-None-Match': tags.get(other) as string } });
      expect([reply.status, reply.text]).toEqual([200, own.get(client)]);
    }
  });

  it('are answered behind the cache when something in it fails', async () => {
    const { owner } = brands;
    await owner.get('/brand');
    const failing = vi.spyOn(portal.service, 'positionNow').mockImplementationOnce(() => {
      throw new Error('broken');
    });
    expect((await owner.get('/brand')).status).toBe(200);
    failing.mockRestore();
  });

  it('have other ETags in brands whose files are the same, where the answers are not', async () => {
    const same = async (slug: string) => {
      await portal.service.provisioning.createEmpty(slug, 'Same', ['corporate_language']);
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
});

describe('over a store that others write to', () => {
  it('a cached answer goes out after one look at the store, and only while it and its key are good', async () => {
    const store = new MemoryStore();
    const client = await anotherPortal({ store });
    const other = await TestPortal.start({ store });
    onTestFinished(() => other.close());
    const elsewhere = new TestClient(other, 'acme', client.key, client.keyId);
    await client.post('/pages', { title: 'One' });
    const titleOf = async () => (await client.get('/pages/1')).body.title;
    expect(await titleOf()).toBe('One');
    const [run, looks] = [vi.spyOn(client.portal.service, 'run'), store.requests.get];
    const { status, headers } = await client.get('/pages/1');
    expect([status, store.requests.get - looks]).toEqual([200, 1]);
    const cached = await client.get('/pages/1', { headers: { 'If-None-Match': headers.get('etag') as string } });
    expect([cached.status, run.mock.calls.length]).toEqual([304, 0]);

    await elsewhere.patch('/pages/1', { title: 'Two' });
    expect(await titleOf()).toBe('Two');
    expect(run).toHaveBeenCalledTimes(1);
    expect(await titleOf()).toBe('Two');
    expect(run).toHaveBeenCalledTimes(1);

    store.outage = 'unsent';
    await client.refused(503, 'GET', '/pages/1');
    store.outage = null;
    await expect.poll(async () => (await client.get('/pages/1')).status).toBe(200);
    await other.service.keys.revoke(client.keyId);
    await client.refused(401, 'GET', '/pages/1');
  });

  it('requests that wait for the look count as those that run, and have their line in the log when their client leaves', async () => {
    const store = new MemoryStore();
    const client = await anotherPortal({ store, config: { requests_at_once: 2 } });
    const { portal } = client;
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    onTestFinished(() => answer());
    for (let times = 0; times < 2; times += 1) await client.get('/brand');
    const get = store.get.bind(store);
    store.get = async (key) => {
      await answered;
      return get(key);
    };
    const leaving = new AbortController();
    const headers = { Authorization: `Bearer ${client.key}` };
    const ask = () => fetch(`${portal.url}/api/v1/brand`, { headers, signal: leaving.signal }).catch(() => null);
    // Whichever comes third is refused, while the others wait.
    const asked = [ask(), ask(), ask()];
    expect((await Promise.race(asked))?.status).toBe(503);
    leaving.abort();
    await Promise.all(asked);
    const aborted = () => portal.log.filter((line) => line.includes('aborted by the client'));
    await expect.poll(() => aborted().length).toBe(2);
    answer();
    await expect.poll(async () => (await client.get('/brand')).status).toBe(200);
  });
});
