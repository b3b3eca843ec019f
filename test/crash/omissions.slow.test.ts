import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { uploads } from '../support/crash/content-scenario.js';
import type { CrashClass } from '../support/crash/crash-model.js';
import { isDirectory, withoutLock, withoutSync } from '../support/crash/omissions.js';
import { plainGit } from '../support/crash/plain-git.js';
import { type BadState, type Scenario, simulate, simulationTimeout } from '../support/crash/simulate.js';
import { oneWriter, twoProcesses } from '../support/crash/store-scenarios.js';
import { some } from '../support/effort.js';

/** What the simulator says when something is left out of what the store asks of the disk. */
const syncs: readonly (readonly [string, (path: string) => boolean])[] = [
  ['anything', () => true],
  ['any file', (path) => !isDirectory(path)],
  ['any directory', isDirectory],
  ['packs', (path) => /\.pack\.[\w.]+\.tmp$/.test(path)],
  ['indexes', (path) => /\.idx\.[\w.]+\.tmp$/.test(path)],
  ['the new commit id', (path) => path.includes('brand-portal-lock.')],
  ['the directory of packs', (path) => path.endsWith('objects/pack')],
  ['the directory of the branch', (path) => path.endsWith('refs/heads')],
  ['the directory of repositories', (path) => basename(path) === 'brands'],
];

const anything = (bad: readonly BadState[]): boolean => bad.length > 0;
const is = (kind: CrashClass) => (bad: readonly BadState[]) => bad.some((state) => state.kind === kind);
const hasLost = (bad: readonly BadState[]) => bad.some(({ reason }) => /was acknowledged and is lost/.test(reason));

test.each(some(syncs, 2))('it is noticed when nobody syncs %s', async (_, isLeftOut) => {
  const { bad } = await simulate(oneWriter, { wrap: withoutSync(isLeftOut), enough: anything });
  expect(bad).not.toEqual([]);
});

test.each<[string, (path: string) => boolean]>([
  ['files that come in', (path) => path.includes('lfs/incomplete/')],
  ['the directory of a file', (path) => /lfs\/objects\/..\/..$/.test(path)],
])('it is noticed when nobody syncs %s', { timeout: simulationTimeout }, async (_, isLeftOut) => {
  const { bad } = await simulate(uploads, { wrap: withoutSync(isLeftOut), enough: anything });
  expect(bad).not.toEqual([]);
});

test('it is noticed when writers do not keep one another out', async () => {
  const ended: Scenario = {
    ...twoProcesses,
    seeds: Array.from({ length: 20 }, (_, at) => at + 1),
    async run(disk, newProcess) {
      await twoProcesses.run(disk, newProcess);
      disk.settle();
    },
  };
  const { bad } = await simulate(ended, { wrap: withoutLock, enough: hasLost });
  expect(hasLost(bad)).toBe(true);
});

test('it is noticed when files are written in place, as isomorphic-git does', async () => {
  const wanted = [is('killed'), is('torn'), hasLost];
  const { bad } = await simulate(plainGit, { wrap: (fs) => fs, enough: (bad) => wanted.every((has) => has(bad)) });
  expect(wanted.map((has) => has(bad))).toEqual([true, true, true]);
});
