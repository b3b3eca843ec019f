import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { dataWithBrand } from '../support/data.js';
import { clone, git } from '../support/git.js';
import { checkWrites, Writers } from './writers.js';

/** What operators and editors do to a bare repository; each twice while others write. */
const upkeep: readonly (readonly string[])[] = [
  ['gc', '--quiet'],
  ['repack', '-ad', '--quiet'],
  ['pack-refs', '--all'],
  ['repack', '--geometric=2', '-d', '--quiet'],
  ['gc', '--quiet', '--prune=now'],
  ['update-ref', 'refs/heads/backup', 'main'],
  ['prune-packed', '--quiet'],
  ['commit-graph', 'write', '--reachable'],
];

test('nothing is lost or refused while native git tidies the repository up', async () => {
  const { data } = await dataWithBrand();
  const gitdir = join(data, 'brands/acme.git');
  const writers = new Writers({ data, brand: 'acme', name: 'w', writers: 16 });
  for (const command of [...upkeep, ...upkeep]) {
    await writers.acknowledges(20);
    git(gitdir, command);
  }
  await writers.acknowledges(20);
  await writers.kill();
  expect(writers.lines.filter(({ word }) => word === 'no')).toEqual([]);
  expect(checkWrites(gitdir, writers.lines)).toBeGreaterThan(20 * 2 * upkeep.length);
});

/** Pushes a commit of its own as an editor does: again after a fetch when somebody was faster. @returns how often it took */
function pushUntilTaken(directory: string, subject: string): number {
  for (let attempt = 1; attempt <= 500; attempt += 1) {
    git(directory, ['fetch', '--quiet', 'origin']);
    git(directory, ['reset', '--quiet', '--hard', 'origin/main']);
    writeFileSync(join(directory, 'notes.txt'), `${subject}\n`);
    git(directory, ['add', 'notes.txt']);
    git(directory, ['commit', '--quiet', '--message', subject]);
    try {
      git(directory, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main']);
      return attempt;
    } catch {
      // Somebody was faster.
    }
  }
  throw new Error('An editor could not push 500 times');
}

test('an editor can push between the writes of a busy service, and neither loses anything', async () => {
  const { data } = await dataWithBrand();
  const gitdir = join(data, 'brands/acme.git');
  const directory = clone(gitdir);
  const writers = new Writers({ data, brand: 'acme', name: 'w', writers: 2 });
  await writers.acknowledges(1);
  const subjects = Array.from({ length: 5 }, (_, at) => `Note ${at}`);
  for (const subject of subjects) pushUntilTaken(directory, subject);
  await writers.acknowledges(10);
  await writers.kill();
  expect(writers.lines.filter(({ word }) => word === 'no')).toEqual([]);
  checkWrites(gitdir, writers.lines);
  const log = git(gitdir, ['log', '--format=%s', 'main', '--', 'notes.txt']).trim().split('\n');
  expect(log).toEqual([...subjects].reverse());
});
