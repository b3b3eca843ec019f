import { spawnSync } from 'node:child_process';
import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { leftoversOf, removeLeftovers } from '../../src/store/leftovers.js';
import { ownerPrefix } from '../../src/store/local/lock-file.js';
import { thisProcess } from '../../src/store/process-name.js';
import { change, create, onDisk } from '../support/store.js';

const minute = 60_000;
const day = 24 * 60 * minute;

const [boot, namespace, pid, start] = thisProcess().split('.') as [string, string, string, string];
const deadPid = spawnSync('true').pid;
const names = {
  alive: thisProcess(),
  dead: `${boot}.${namespace}.${deadPid}.1`,
  restarted: `${boot}.${namespace}.${pid}.${Number(start) + 1}`,
  rebooted: `00000000.${namespace}.${pid}.${start}`,
  elsewhere: `${boot}.1.${pid}.${start}`,
};

afterEach(() => void vi.restoreAllMocks());

/** What is found of the files when they are so old. */
async function found(files: readonly string[], ageMs: number): Promise<string[]> {
  const at = onDisk();
  await create(at);
  for (const file of files) {
    nodeFs.mkdirSync(join(at.gitdir, file, '..'), { recursive: true });
    nodeFs.writeFileSync(join(at.gitdir, file), '');
  }
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + ageMs);
  const leftovers = await leftoversOf(at.fs, at.gitdir);
  vi.restoreAllMocks();
  return leftovers.map((path) => path.slice(at.gitdir.length + 1)).sort();
}

describe('a temporary file', () => {
  const file = (owner: keyof typeof names): string => `objects/pack/pack-1.pack.${names[owner]}.7.tmp`;

  test.each([
    ['a dead process', 'dead', 6 * minute, true],
    ['a dead process whose id another has', 'restarted', 6 * minute, true],
    ['a process from before a reboot', 'rebooted', 6 * minute, true],
    ['a process that died just now', 'dead', minute, false],
    ['a living process, however old', 'alive', 100 * day, false],
    ['a process in another container', 'elsewhere', 23 * 60 * minute, false],
    ['a process in another container, a day old', 'elsewhere', day + minute, true],
  ] as const)('of %s', async (_, owner, age, isLeftover) => {
    expect(await found([file(owner)], age)).toEqual(isLeftover ? [file(owner)] : []);
  });
});

describe('what git left', () => {
  const files = [
    'objects/12/tmp_obj_aBcDeF',
    'objects/info/commit-graph.lock',
    'objects/pack/.tmp-123-pack-abc.idx',
    'objects/pack/tmp_pack_aBcDeF',
    'refs/heads/other.tmp',
  ];

  test('is found when it is older than a day, and not before', async () => {
    expect(await found(files, 23 * 60 * minute)).toEqual([]);
    expect(await found(files, day + minute)).toEqual(files);
  });

  test('is nothing that holds content or keeps others out', async () => {
    const kept = ['objects/pack/pack-1.pack', 'objects/pack/pack-1.keep', 'refs/heads/main.lock', 'packed-refs'];
    expect(await found(kept, 100 * day)).toEqual([]);
  });
});

test("the owner's name of a lock goes when the lock is gone and the owner dead", async () => {
  const files = Object.values(names).map((name) => `${ownerPrefix}${name}.3`);
  const gone = ['dead', 'rebooted', 'restarted'] as const;
  expect(await found(files, 6 * minute)).toEqual(gone.map((owner) => `${ownerPrefix}${names[owner]}.3`).sort());

  const at = onDisk();
  const repository = await create(at);
  const owner = join(at.gitdir, `${ownerPrefix}${names.dead}.4`);
  nodeFs.writeFileSync(owner, '');
  nodeFs.linkSync(owner, join(at.gitdir, 'refs/heads/main.lock'));
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 6 * minute);
  expect(await leftoversOf(at.fs, at.gitdir)).toEqual([]);
  await repository.write(change({ 'a.txt': 'two' }));
  expect(nodeFs.existsSync(owner)).toBe(false);
});

test('a pack is kept from merging no longer than its writer lives', async () => {
  const at = onDisk();
  await create(at);
  const left = (owner: string, pack: string): string[] => {
    const name = join(at.gitdir, `${ownerPrefix}${owner}.5`);
    const keep = join(at.gitdir, `objects/pack/${pack}.keep`);
    nodeFs.writeFileSync(name, '');
    nodeFs.linkSync(name, keep);
    return [keep, name];
  };
  const [deadKeep, deadName] = left(names.dead, 'pack-1') as [string, string];
  left(names.alive, 'pack-2');
  nodeFs.writeFileSync(join(at.gitdir, 'objects/pack/pack-3.keep'), 'an operator wants it so');
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 6 * minute);
  const first = await leftoversOf(at.fs, at.gitdir);
  expect(first).toEqual([deadKeep]);
  await removeLeftovers(at.fs, first);
  vi.spyOn(Date, 'now').mockReturnValue(now + 12 * minute);
  expect(await leftoversOf(at.fs, at.gitdir)).toEqual([deadName]);
});
