import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { setVisibility } from '../../src/operations/arrange-pages.js';
import { sha256Of, svg, wav } from '../support/files.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { openPortal, visit } from '../support/portal-visitors.js';
import { putFile, withdraw } from '../support/put-file.js';

portalForEach({ real: true });

const sound = wav(700_000);
let [page, first, second, hidden] = [0, 0, 0, 0];

beforeEach(async () => {
  first = (await putFile(client, 'logo.svg', svg(1))).id;
  second = (await putFile(client, 'logo.svg', svg(2))).id;
  hidden = (await putFile(client, 'secret.svg', svg(3))).id;
  const third = (await putFile(client, 'jingle.wav', sound)).id;
  const items = [first, second, third, first].map((id) => ({ media_id: id, label: 'x' }));
  const blocks = [{ type: 'download_list', data: { title: 'All', items } }];
  page = (await client.page({ title: 'Downloads', blocks })).id;
  const secret = await client.page({
    title: 'Secret',
    blocks: [{ type: 'asset_download', data: { media_id: hidden } }],
  });
  await operate(setVisibility, { page: String(page) }, { visibility: 'public' });
  await operate(setVisibility, { page: String(secret.id) }, { visibility: 'hidden' });
  await openPortal(portal, 'acme');
});

const at = (id: number | string, query = '') => `/brands/acme/-/zip/${id}${query}`;

it('all downloads of a page are one ZIP, with the bytes that are stored, under names of their own', async () => {
  const answer = await visit(portal, at(page));
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="downloads.zip"');
  const folder = mkdtempSync(join(tmpdir(), 'brand-portal-zip-'));
  writeFileSync(join(folder, 'all.zip'), Buffer.from(await answer.arrayBuffer()));
  execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'all.zip'), join(folder, 'out')]);
  const found = readdirSync(join(folder, 'out')).sort();
  const hashes = found.map((name) => [name, sha256Of(readFileSync(join(folder, 'out', name)))]);
  rmSync(folder, { recursive: true });
  expect(hashes).toEqual([
    ['jingle.wav', sha256Of(sound)],
    ['logo-2.svg', sha256Of(svg(2))],
    ['logo.svg', sha256Of(svg(1))],
  ]);
});

it('what a guest does not see is in none, and a page without downloads has none', async () => {
  const { length: before } = Buffer.from(await (await visit(portal, at(page))).arrayBuffer());
  await withdraw(client, second);
  const { length: after } = Buffer.from(await (await visit(portal, at(page))).arrayBuffer());
  expect(after).toBeLessThan(before);
  for (const path of [at(page + 1), at(999), at(`0${page}`), at(page, '?block=none')]) {
    expect([path, (await visit(portal, path)).status]).toEqual([path, 404]);
  }
});

it('a network has two at once; a client that leaves ends its own', async () => {
  const { semaphores } = portal.service;
  const left = new AbortController();
  const held = [semaphores.tryAcquire('zip 127.0.0.1', 2), semaphores.tryAcquire('zip 127.0.0.1', 2)];
  expect((await visit(portal, at(page))).status).toBe(503);
  for (const release of held) release?.();
  const answer = await visit(portal, at(page), { signal: left.signal });
  left.abort();
  await answer.arrayBuffer().catch(() => {});
  await expect.poll(() => semaphores.held('zips')).toBe(0);
});
