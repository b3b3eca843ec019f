import { git, nativeGitVersion } from './native-git.js';

const timeoutMs = 10 * 60 * 1000;

/**
 * Geometric repack: merges small packs and all loose objects into fewer, larger packs; and the commit graph, which makes the
 * history of one file quick. Safe during writes, and ended at any moment: what a merged pack held is in the new pack before the old
 * one goes, and a pack that nothing refers to yet is merged like any other, never dropped. Refs are left alone.
 *
 * @returns `false` when there is no git on this machine: then nothing is done
 * @throws when git fails, or `signal` ends it
 */
export async function maintain(gitdir: string, signal?: AbortSignal): Promise<boolean> {
  if ((await nativeGitVersion()) === null) return false;
  const options = { timeoutMs, signal };
  await git(gitdir, ['-c', 'pack.threads=1', 'repack', '--quiet', '--geometric=2', '-d'], options);
  await git(gitdir, ['commit-graph', 'write', '--reachable', '--changed-paths', '--no-progress'], options);
  return true;
}
