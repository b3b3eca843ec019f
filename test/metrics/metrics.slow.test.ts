import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Server } from '../support/command.js';
import { dataWithBrand } from '../support/data.js';
import { pushFiles } from '../support/git.js';
import { total } from '../support/prometheus.js';
import { serving } from './serving.js';

test('metrics tell how large things are, without the names of brands, keys or their ids', async () => {
  const schedules = 'maintenance_schedule: "* * * * * *"\npurge_schedule: "17 3 29 2 *"\n';
  const { data, key, id, server, scrape, text } = await serving(schedules);
  for (const title of ['A', 'B', 'C']) await server.send(key, 'POST', '/pages', { title });
  await server.send(key, 'DELETE', '/pages/3');
  pushFiles(join(data, 'brands/acme.git'), { 'notes.txt': 'by hand' });
  await server.send(key, 'GET', '/pages');
  // The next maintenance counts the objects that the push brought.
  const counted = async () => total(await scrape(), 'brand_portal_loose_objects');
  await expect.poll(counted).toBeGreaterThanOrEqual(3);
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

test('there are no metrics by default', async () => {
  const { data } = await dataWithBrand();
  const server = await Server.start(['serve', '--data', data, '--port', '0']);
  expect((await fetch(`${new URL(server.url).origin}/metrics`)).status).toBe(404);
  expect(await server.stop()).toBe(0);
  expect(server.stderr).not.toContain('metrics are served');
});
