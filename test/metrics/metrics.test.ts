import { expect, test } from 'vitest';
import { commit, version } from '../../src/lib/package.js';
import { readMetrics, total } from '../support/prometheus.js';
import { serving } from './serving.js';

test('metrics count what real requests did, by route, not by address, and by status, at an address of their own', async () => {
  const { key, server, url, scrape, text } = await serving('failed_logins_per_minute: 3\nrequests_per_minute: 30\n');
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
  expect(total(samples, 'brand_portal_http_request_duration_seconds_count', { method: 'GET', route: one })).toBe(5);
  for (const [count, route, status, method] of [
    [4, one, '200', 'GET'],
    [1, one, '404', 'GET'],
    [3, one, '200', 'PATCH'],
    [1, '/api/v1/pages', '201', 'POST'],
    [1, '/api/v1/pages', '422', 'POST'],
    [1, '/api/v1/brand', '405', 'PUT'],
    [9, 'none', '404'],
    [1, '/healthz', '200'],
    [1, '/git/:slug.git/info/refs', '401'],
    [1, '/mcp', '405', 'other'],
  ] as const) {
    const labels = { route, status, ...(method && { method }) };
    expect([labels, total(samples, 'brand_portal_http_requests_total', labels)]).toEqual([labels, count]);
  }
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
  expect(total(samples, 'brand_portal_build_info', { version, commit })).toBe(1);
  expect(total(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect(total(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined();

  const routes = new Set(samples.flatMap(({ labels }) => labels.route ?? []));
  await Promise.all(Array.from({ length: 50 }, () => fetch(`${root}/api/v1/pages/x/${Math.random()}`)));
  expect(new Set((await scrape()).flatMap(({ labels }) => labels.route ?? []))).toEqual(routes);
  expect(await text()).not.toContain('random-');

  // The address is one of its own, off the public one, and goes with the server.
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect(new URL(url).port).not.toBe(new URL(server.url).port);
  for (const path of ['/metrics', '/api/v1/metrics'])
    expect((await fetch(root + path, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(404);
  const answer = await fetch(url);
  const names = ['content-type', 'cache-control', 'x-content-type-options'];
  expect(names.map((name) => answer.headers.get(name))).toEqual([
    ...[expect.stringMatching(/^text\/plain; version=0\.0\.4/), 'no-store', 'nosniff'],
  ]);
  readMetrics(await answer.text());
  expect((await fetch(url.replace('/metrics', '/api/v1/brand'))).status).toBe(404);
  const posted = await fetch(url, { method: 'POST', body: 'x' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(await (await fetch(url, { method: 'HEAD' })).text()).toBe('');
  expect(await server.stop()).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});
