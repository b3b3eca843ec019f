import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serving } from '../support/cli.js';
import { spawnPortal } from '../support/command.js';
import { git, pushFiles } from '../support/git.js';

test('stats tells how large a brand is, as git sees it, while the server runs', async () => {
  const { data, gitdir, words, fail, send } = await serving();
  await send('POST', '/pages', { title: 'Chapter', type: 'container' });
  for (const title of ['A', 'B']) await send('POST', '/pages', { title });
  await send('DELETE', '/pages/3');
  pushFiles(gitdir, { 'notes.txt': 'x'.repeat(100_000) });

  // A process of its own: how large the catalog is, is what the heap grows by.
  const stats = JSON.parse((await spawnPortal(['stats', 'acme', '--json', '--data', data])).stdout);
  const counted = git(gitdir, ['count-objects', '-v']);
  const figure = (name: string): number => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(counted)?.[1]);
  expect(stats).toMatchObject({ pages: 2, chapters: 1, in_trash: 1, colors: 0, media: 0, context_entries: 0 });
  expect(stats).toMatchObject({ invalid_files: 1, commits: 6, loose_objects: figure('count'), packs: figure('packs') });
  expect(stats.packs + stats.loose_objects).toBeGreaterThan(0);
  const files = readdirSync(gitdir, { recursive: true, encoding: 'utf8' }).map((name) => lstatSync(join(gitdir, name)));
  const bytes = files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0);
  expect(stats.repository_bytes).toBe(bytes);
  expect(stats.catalog_bytes).toBeGreaterThan(1000);

  const { stdout } = await words('stats', 'acme');
  expect(stdout).toMatch(/^pages +2, 1 chapter among them$/m);
  expect(stdout).toMatch(/^commits +6$/m);
  await fail([1, 'error: Brand nobody not found.\n', 'stats', 'nobody']);
});
