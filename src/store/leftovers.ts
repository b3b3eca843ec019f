import { join } from 'node:path';
import { dayMs } from '../lib/clock.js';
import { type FileSystem, listDirectory } from './file-system.js';
import { keepFilesOf, ownerPrefix } from './local/lock-file.js';
import { processNamePattern, stateOf } from './process-name.js';

/** Grace period for files of a dead process. */
const settledMs = 5 * 60 * 1000;

/** Grace period for files without a known owner, longer than any work takes. */
const unknownOwnerMs = dayMs;

const ownTemporary = new RegExp(`(${processNamePattern})\\.\\d+\\.tmp$`);
const ownLock = new RegExp(`^${ownerPrefix.replaceAll('.', '\\.')}(${processNamePattern})\\.\\d+$`);

/** Temporary files of native git, of `git repack`, and of serving a shallow clone. */
const gitTemporary = /^tmp_|^\.tmp-|^shallow_\w{6}$/;

/** Paths of temporary files and half-made repositories that interrupted work left in one directory. The owner in a name decides; else its age. */
export async function leftoversIn(fs: FileSystem, directory: string): Promise<string[]> {
  const names = (await listDirectory(fs, directory)).filter(
    (name) => name.endsWith('.tmp') || gitTemporary.test(name) || ownLock.test(name),
  );
  const paths = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      const stats = await fs.promises.lstat(path).catch(() => null);
      if (stats === null) return [];
      const owner = (ownLock.exec(name) ?? ownTemporary.exec(name))?.[1];
      if (Date.now() - stats.ctimeMs <= gracePeriod(owner)) return [];
      if (!ownLock.test(name) || stats.nlink === 1) return [path];
      // A second hard link is the lock, which the next writer recovers, or the branch itself. Only its `.keep` files are removed.
      return keepFilesOf(fs, directory, stats.ino);
    }),
  );
  return paths.flat().sort();
}

function gracePeriod(owner: string | undefined): number {
  const state = owner === undefined ? 'elsewhere' : stateOf(owner);
  if (state === 'alive') return Number.POSITIVE_INFINITY;
  return state === 'dead' ? settledMs : unknownOwnerMs;
}

/** `leftoversIn` all directories of a repository, and a stale lock of git's commit graph. */
export async function leftoversOf(fs: FileSystem, gitdir: string): Promise<string[]> {
  const objects = join(gitdir, 'objects');
  const loose = (await listDirectory(fs, objects)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const subdirectories = ['pack', 'info', 'info/commit-graphs', ...loose].map((name) => join(objects, name));
  const leftovers = await Promise.all(
    [gitdir, join(gitdir, 'refs', 'heads'), join(gitdir, 'lfs', 'incomplete'), objects, ...subdirectories].map(
      (directory) => leftoversIn(fs, directory),
    ),
  );
  const graph = join(objects, 'info', 'commit-graph.lock');
  const stats = await fs.promises.lstat(graph).catch(() => null);
  const isStale = stats !== null && Date.now() - stats.ctimeMs > unknownOwnerMs;
  return [...leftovers.flat(), ...(isStale ? [graph] : [])];
}

/** @returns how many were removed; the others are left to the next time */
export async function removeLeftovers(fs: FileSystem, paths: readonly string[]): Promise<number> {
  const removed = await Promise.allSettled(paths.map((path) => fs.promises.rm(path, { recursive: true })));
  return removed.filter(({ status }) => status === 'fulfilled').length;
}
