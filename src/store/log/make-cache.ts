import { dirname } from 'node:path';
import * as git from 'isomorphic-git';
import { PortalError } from '../../lib/errors.js';
import { errorCode, isDiskError } from '../../lib/system-error.js';
import { durableFileSystem, type FileSystem, makeDirectory, temporaryName } from '../file-system.js';
import { type CacheOwner, type Position, readPosition, start, writePosition } from './branch-cache.js';
import { loadCheckpoint } from './checkpoint.js';
import type { ObjectStore } from './object-store.js';
import { unreachable } from './store-conformance.js';

const maxAttempts = 20;

/**
 * Makes the cache of a log: empty, or of its newest checkpoint. An unusable one in its place is deleted.
 *
 * @param timeoutMs how long the store may take to say whether there is a checkpoint
 * @throws `unavailable` when the store does not answer, or the disk cannot take it
 */
export async function makeCache(
  fs: FileSystem,
  gitdir: string,
  owner: CacheOwner,
  { store, timeoutMs }: { readonly store: ObjectStore; readonly timeoutMs: number },
): Promise<Position> {
  const building = temporaryName(gitdir);
  const stale = temporaryName(gitdir);
  await makeDirectory(fs, dirname(gitdir));
  try {
    await git.init({ fs: durableFileSystem(fs), gitdir: building, bare: true, defaultBranch: 'main' });
    const position = (await loadCheckpoint(fs, building, store, owner.log, timeoutMs)) ?? start;
    await writePosition(fs, building, owner, position);
    return (await installCache(fs, building, gitdir, stale, owner)) ?? position;
  } catch (error) {
    if (isDiskError(error)) {
      throw new PortalError('unavailable', `This node's disk cannot take the cache ${gitdir}.`, { cause: error });
    }
    throw error instanceof PortalError ? error : unreachable(store, error);
  } finally {
    for (const path of [building, stale]) await fs.promises.rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * Puts a new cache in place. A failed rename means that another process of this machine was faster, and may have its cache open.
 *
 * @param stale path for an unusable cache that is in the way
 * @returns the other cache's position; `null` when this one is in place
 */
async function installCache(
  fs: FileSystem,
  building: string,
  gitdir: string,
  stale: string,
  owner: CacheOwner,
): Promise<Position | null> {
  const isMoved = (from: string, to: string): Promise<boolean> =>
    fs.promises.rename(from, to).then(
      () => true,
      (error) => {
        if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) return false;
        throw error;
      },
    );
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (await isMoved(building, gitdir)) return null;
    const otherPosition = await readPosition(fs, gitdir, owner);
    if (otherPosition !== null) return otherPosition;
    if (!(await isMoved(gitdir, stale))) continue;
    // Another process may have made it since the look before.
    const isUsable = (await readPosition(fs, stale, owner)) !== null;
    if (!isUsable || !(await isMoved(stale, gitdir))) await fs.promises.rm(stale, { recursive: true, force: true });
  }
  throw new Error(`${gitdir} is made and removed all the time`);
}
