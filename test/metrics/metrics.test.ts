import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Server, spawnPortal } from '../support/command.js';
import { dataWithBrand } from '../support/data.js';
import { clone, commitAndPush, temporaryDirectory } from '../support/git.js';
import { readMetrics, type Sample, total } from '../support/prometheus.js';

function configFile(lines: string): string {
  const path = join(temporaryDirectory(), 'portal.yaml');
  writeFileSync(path, `port: 0\n${lines}`);
  return path;
}

async function serving(lines = '') {
  const { data, key, id } = await dataWithBrand();
  const config = configFile(`metrics_port: 0\n${lines}`);
  const server = await Server.start(['serve', '--data', data, '--config', config]);
  await server.until(() => server.stderr.includes('metrics are served'));
  const [, url = ''] = /"url":"(http[^"]+\/metrics)"/.exec(server.stderr) ?? [];
  const text = async (): Promise<string> => (await fetch(url)).text();
  return { data, key, id, server, url, text, scrape: async () => readMetrics(await text()) };
}

const requests = (samples: Sample[], labels: Record<string, string>) =>
  total(samples, 'brand_portal_http_requests_total', labels);

test('metrics count what real requests did: by route, not by address, and by status', async () => {
  const { key, server, scrape, text } = await serving('failed_logins_per_minute: 3\nrequests_per_minute: 30\n');
  const root = new URL(server.url).origin;
  const page = (await server.send(key, 'POST', '/pages', { title: 'Logo' })).body;
  await Promise.all([1, 2, 3].map((at) => server.send(key, 'PATCH', `/pages/${page.id}`, { title: `Logo ${at}` })));
  for (const _ of [1, 2, 3, 4]) expect((await server.send(key, 'GET', `/pages/${page.id}`)).status).toBe(200);
  await server.send(key, 'GET', '/pages/999');
  await server.send(key, 'PUT', '/brand');
  await server.send(key, 'POST', '/pages', {});
  for (const at of Array(8).keys()) await fetch(`${root}/random-${at}/${Math.random()}`);
  await fetch(`${root}/api/v1/${Math.random()}`);
  await fetch(`${root}/healthz`);
  await fetch(`${root}/git/acme.git/info/refs?service=git-upload-pack`);
  await fetch(`${root}/mcp`, { method: 'PURGE' });
  await fetch(`${server.url}/brand`);
  for (const _ of Array(5)) await server.send('bp_none', 'GET', '/brand');
  for (const _ of Array(30)) await server.send(key, 'GET', '/brand');

  const samples = await scrape();
  const one = '/api/v1/pages/:page';
  expect(requests(samples, { method: 'GET', route: one, status: '200' })).toBe(4);
  expect(requests(samples, { method: 'GET', route: one, status: '404' })).toBe(1);
  expect(requests(samples, { method: 'PATCH', route: one, status: '200' })).toBe(3);
  expect(total(samples, 'brand_portal_http_request_duration_seconds_count', { method: 'GET', route: one })).toBe(5);
  expect(requests(samples, { method: 'POST', route: '/api/v1/pages', status: '201' })).toBe(1);
  expect(requests(samples, { method: 'POST', route: '/api/v1/pages', status: '422' })).toBe(1);
  expect(requests(samples, { method: 'PUT', route: '/api/v1/brand', status: '405' })).toBe(1);
  expect(requests(samples, { route: 'none', status: '404' })).toBe(9);
  expect(requests(samples, { route: '/healthz', status: '200' })).toBe(1);
  expect(requests(samples, { route: '/git/:slug.git/info/refs', status: '401' })).toBe(1);
  expect(requests(samples, { method: 'other', route: '/mcp', status: '405' })).toBe(1);
  // 3 wrong keys, then 2 from an address that sent too many; one without a key for the API, one for a clone.
  expect(total(samples, 'brand_portal_failed_authentications_total')).toBe(7);
  expect(total(samples, 'brand_portal_rate_limited_total', { by: 'address' })).toBe(2);
  const sent = 1 + 3 + 4 + 1 + 1 + 30;
  expect(total(samples, 'brand_portal_rate_limited_total', { by: 'key' })).toBe(sent - 30);
  expect(total(samples, 'brand_portal_commit_batch_size_sum')).toBe(4);
  expect(total(samples, 'brand_portal_commit_duration_seconds_count')).toBe(
    total(samples, 'brand_portal_commit_batch_size_count'),
  );
  expect(total(samples, 'brand_portal_ready_answers')).toBeGreaterThanOrEqual(2);
  expect(total(samples, 'brand_portal_ready_answers_bytes')).toBeGreaterThan(0);
  expect(total(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect(total(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined();

  const routes = new Set(samples.flatMap(({ labels }) => labels.route ?? []));
  await Promise.all(Array.from({ length: 50 }, () => fetch(`${root}/api/v1/pages/x/${Math.random()}`)));
  expect(new Set((await scrape()).flatMap(({ labels }) => labels.route ?? []))).toEqual(routes);
  expect(await text()).not.toContain('random-');
  expect(await server.stop()).toBe(0);
});

test('metrics tell how large things are, without the names of brands, keys or their ids', async () => {
  const { data, key, id, server, scrape, text } = await serving('maintenance_schedule: "* * * * * *"\n');
  for (const title of ['A', 'B', 'C']) await server.send(key, 'POST', '/pages', { title });
  await server.send(key, 'DELETE', '/pages/3');
  const work = clone(join(data, 'brands/acme.git'));
  writeFileSync(join(work, 'notes.txt'), 'by hand');
  commitAndPush(work, 'By hand');
  await server.send(key, 'GET', '/pages');
  // The next maintenance counts the objects that the push brought.
  const counted = async () => total(await scrape(), 'brand_portal_loose_objects');
  await expect.poll(counted, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
  const samples = await scrape();
  expect(total(samples, 'brand_portal_catalog_entries', { kind: 'pages' })).toBe(2);
  expect(total(samples, 'brand_portal_catalog_entries', { kind: 'trash' })).toBe(1);
  expect(total(samples, 'brand_portal_brands', { state: 'open' })).toBe(1);
  expect(total(samples, 'brand_portal_brands', { state: 'registered' })).toBe(1);
  expect(total(samples, 'brand_portal_brands', { state: 'unreadable' })).toBe(0);
  expect(total(samples, 'brand_portal_packs')).toBeGreaterThanOrEqual(5);
  expect(total(samples, 'brand_portal_pending_writes')).toBe(0);
  expect(total(samples, 'brand_portal_purges_total', { result: 'done' })).toBe(1);
  expect(total(samples, 'brand_portal_purges_total', { result: 'failed' })).toBe(0);
  const all = await text();
  for (const secret of ['acme', 'Acme', key, key.slice(3, 20), id]) expect(all).not.toContain(secret);
  expect(await server.stop()).toBe(0);
});

test('metrics name brands where the configuration says so', async () => {
  const { key, server, scrape } = await serving('metrics_brands: true\n');
  await server.send(key, 'POST', '/pages', { title: 'A' });
  const samples = await scrape();
  for (const name of ['pending_writes', 'packs', 'loose_objects'])
    expect(total(samples, `brand_portal_${name}`, { brand: 'acme' })).toBeDefined();
  expect(total(samples, 'brand_portal_catalog_entries', { brand: 'acme', kind: 'pages' })).toBe(1);
  expect(samples.filter(({ name, labels }) => name.startsWith('brand_portal_http') && labels.brand)).toEqual([]);
  expect(await server.stop()).toBe(0);
});

describe('the address of the metrics', () => {
  test('is one of its own, off the public one, and goes with the server', async () => {
    const { server, url, key } = await serving();
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(new URL(url).port).not.toBe(new URL(server.url).port);
    for (const path of ['/metrics', '/api/v1/metrics']) {
      const headers = { Authorization: `Bearer ${key}` };
      expect((await fetch(new URL(server.url).origin + path, { headers })).status).toBe(404);
    }
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    readMetrics(await answer.text());
    expect((await fetch(url.replace('/metrics', '/api/v1/brand'))).status).toBe(404);
    const posted = await fetch(url, { method: 'POST', body: 'x' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await (await fetch(url, { method: 'HEAD' })).text()).toBe('');
    expect(await server.stop()).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  test('is none by default', async () => {
    const { data } = await dataWithBrand();
    const server = await Server.start(['serve', '--data', data, '--port', '0']);
    expect((await fetch(`${new URL(server.url).origin}/metrics`)).status).toBe(404);
    expect(await server.stop()).toBe(0);
    expect(server.stderr).not.toContain('metrics are served');
  });

  test('that is taken keeps the server from starting, in one line', async () => {
    const occupant = createServer();
    await new Promise<void>((resolve) => occupant.listen(0, '127.0.0.1', resolve));
    const { port } = occupant.address() as AddressInfo;
    const { data } = await dataWithBrand();
    const { code, stderr } = await spawnPortal([
      'serve',
      '--data',
      data,
      '--config',
      configFile(`metrics_port: ${port}\n`),
    ]);
    occupant.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`127.0.0.1:${port}: the port is in use`);
    expect(
      stderr
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('{')),
    ).toHaveLength(1);
  });
});
