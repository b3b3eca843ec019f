import { join } from 'node:path';
import { keepFilesOf, ownerPrefix } from './branch/lock-file.js';
import { processNamePattern, stateOf } from './branch/process-name.js';
import { type FileSystem, listDirectory } from './file-system.js';

/** Grace period of what a dead process left. */
const settledMs = 5 * 60 * 1000;

/** Grace period of what has no known owner: no work takes so long. */
const forgottenMs = 24 * 60 * 60 * 1000;

const ours = new RegExp(`(${processNamePattern})\\.\\d+\\.tmp$`);
const ourLock = new RegExp(`^${ownerPrefix.replaceAll('.', '\\.')}(${processNamePattern})\\.\\d+$`);

/** Temporary files of native git, of `git repack`, and of serving a shallow clone. */
const ofGit = /^tmp_|^\.tmp-|^shallow_\w{6}$/;

/**
 * Garbage that interrupted work left in one directory: temporary files and half-made repositories. Names of ours say whose
 * they are; of others, age decides.
 *
 * @returns paths
 */
export async function leftoversIn(fs: FileSystem, directory: string): Promise<string[]> {
  const names = (await listDirectory(fs, directory)).filter(
    (name) => name.endsWith('.tmp') || ofGit.test(name) || ourLock.test(name),
  );
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      const stats = await fs.promises.lstat(path).catch(() => null);
      if (stats === null) return [];
      const owner = (ourLock.exec(name) ?? ours.exec(name))?.[1];
      if (Date.now() - stats.ctimeMs <= gracePeriod(owner)) return [];
      if (!ourLock.test(name) || stats.nlink === 1) return [path];
      // It is also the lock, which the next writer recovers, or the branch itself. What it kept packs with goes first.
      return keepFilesOf(fs, directory, stats.ino);
    }),
  );
  return found.flat().sort();
}

function gracePeriod(owner: string | undefined): number {
  const state = owner === undefined ? 'elsewhere' : stateOf(owner);
  return state === 'alive' ? Number.POSITIVE_INFINITY : state === 'dead' ? settledMs : forgottenMs;
}

/** The same for all directories of a repository, and git's lock of the commit graph, which keeps git from writing it. */
export async function leftoversOf(fs: FileSystem, gitdir: string): Promise<string[]> {
  const objects = join(gitdir, 'objects');
  const loose = (await listDirectory(fs, objects)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const places = ['pack', 'info', 'info/commit-graphs', ...loose].map((name) => join(objects, name));
  const found = await Promise.all(
    [gitdir, join(gitdir, 'refs', 'heads'), objects, ...places].map((place) => leftoversIn(fs, place)),
  );
  const graph = join(objects, 'info', 'commit-graph.lock');
  const stats = await fs.promises.lstat(graph).catch(() => null);
  const isForgotten = stats !== null && Date.now() - stats.ctimeMs > forgottenMs;
  return [...found.flat(), ...(isForgotten ? [graph] : [])];
}

/** Garbage collection of what was found. What is gone meanwhile, or cannot be removed, is left to the next time. */
export async function removeLeftovers(fs: FileSystem, paths: readonly string[]): Promise<number> {
  const removed = await Promise.allSettled(paths.map((path) => fs.promises.rm(path, { recursive: true })));
  return removed.filter(({ status }) => status === 'fulfilled').length;
}
