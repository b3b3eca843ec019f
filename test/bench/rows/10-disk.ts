import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brandWithHistory } from '../commits.js';
import type { Context, Measurement, Row } from '../harness.js';
import { command } from '../processes.js';

const block = 4096;
const mebibyte = 1024 * 1024;

/** What the files below a folder take on a disk of 4 KiB blocks. */
async function diskUsage(folder: string): Promise<number> {
  let total = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { size } = await stat(join(entry.parentPath, entry.name));
    total += Math.ceil(size / block) * block;
  }
  return total;
}

/** The same objects, each in a file of its own. */
async function unpack(gitdir: string, loose: string): Promise<void> {
  await command('git', ['init', '--quiet', '--bare', loose], '/');
  const packs = (await readdir(join(gitdir, 'objects', 'pack'))).filter((name) => name.endsWith('.pack'));
  for (const name of packs) {
    const pack = join(gitdir, 'objects', 'pack', name);
    await command('sh', ['-c', 'git unpack-objects -q < "$1"', 'sh', pack], loose);
  }
}

async function run(context: Context): Promise<Measurement> {
  const commits = context.size(10_000, 2000);
  const gitdir = await brandWithHistory(context, commits);
  const loose = join(await context.folder(), 'loose.git');
  context.progress('unpacking');
  await unpack(gitdir, loose);
  const [ours, theirs] = [await diskUsage(join(gitdir, 'objects')), await diskUsage(join(loose, 'objects'))];
  return {
    measured: theirs / ours,
    ours: ours / mebibyte,
    theirs: theirs / mebibyte,
    ...(context.quick ? { note: '2,000 commits in a quick run' } : {}),
  };
}

export const row: Row = {
  id: 10,
  work: 'disk after 10,000 commits of one page each, maintained',
  comparedWith: 'the same objects as loose objects, in blocks of 4 KiB',
  target: { atLeast: 10 },
  unit: 'MiB',
  run,
};
