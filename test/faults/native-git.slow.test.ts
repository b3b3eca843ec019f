import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataWithBrand } from '../support/data.js';
import { effort } from '../support/effort.js';
import { shortLimit } from '../support/eventually.js';
import { git } from '../support/git.js';
import { checkWrites, Writers } from './writers.js';

/** What operators and editors do to a bare repository. */
const commands: readonly (readonly string[])[] = [
  ['gc', '--quiet'],
  ['repack', '-ad', '--quiet'],
  ['pack-refs', '--all'],
  ['repack', '--geometric=2', '-d', '--quiet'],
  ['gc', '--quiet', '--prune=now'],
  ['update-ref', 'refs/heads/backup', 'main'],
  ['prune-packed', '--quiet'],
  ['commit-graph', 'write', '--reachable'],
];
const upkeep = effort === 'full' ? [...commands, ...commands] : commands;

test('nothing is lost or refused while native git tidies the repository up', shortLimit, async () => {
  const { data } = await dataWithBrand();
  const gitdir = join(data, 'brands/acme.git');
  const writers = new Writers(data, 'w', 16);
  for (const command of upkeep) {
    await writers.acknowledges(20);
    git(gitdir, command);
  }
  await writers.acknowledges(20);
  await writers.end('SIGKILL');
  expect(writers.lines.filter(({ word }) => word === 'no')).toEqual([]);
  expect(checkWrites(gitdir, writers.lines)).toBeGreaterThan(20 * upkeep.length);
});
