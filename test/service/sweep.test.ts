import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { thisProcess } from '../../src/store/process-name.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';

portalForEach({ real: true, example: 'little-bakery' });
afterEach(() => void vi.restoreAllMocks());

/** The name of a process of this boot that has ended. */
function deadProcess(): string {
  const [boot, namespace] = thisProcess().split('.');
  return `${boot}.${namespace}.${spawnSync('true').pid}.1`;
}

test('a sweep removes what interrupted work left anywhere in the data directory, and the log says so', async () => {
  const dead = deadProcess();
  const half = join(portal.data, 'brands', `half.git.${dead}.1.tmp`);
  const beingMade = join(portal.data, 'brands', `other.git.${thisProcess()}.1.tmp`);
  for (const directory of [half, beingMade]) mkdirSync(join(directory, 'objects/pack'), { recursive: true });
  mkdirSync(join(portal.data, 'cache'), { recursive: true });
  const files = [
    join(portal.data, 'cache', `acme.catalog.${dead}.1.tmp`),
    join(portal.gitdir('little-bakery'), 'objects/pack', `pack-1.idx.${dead}.1.tmp`),
    join(portal.data, 'registry.git', `brand-portal-lock.${dead}.1`),
  ];
  for (const file of files) writeFileSync(file, '');

  await portal.service.chores.sweep();
  expect(readdirSync(join(portal.data, 'brands'))).toHaveLength(3);
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 6 * 60_000);
  await portal.service.chores.sweep();
  vi.restoreAllMocks();

  expect(readdirSync(join(portal.data, 'brands')).sort()).toEqual(
    ['little-bakery.git', `other.git.${thisProcess()}.1.tmp`].sort(),
  );
  const rest = readdirSync(portal.data, { recursive: true, encoding: 'utf8' });
  expect(rest.filter((name) => name.includes(dead))).toEqual([]);
  expect(portal.log.some((line) => line.includes(half) && line.includes('interrupted work'))).toBe(true);
  expect((await client.get('/pages')).status).toBe(200);
});
