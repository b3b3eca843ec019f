import { git, nativeGitVersion } from './native-git.js';

const timeoutMs = 10 * 60 * 1000;

/**
 * Geometric repack of small packs and all loose objects, and the commit graph, which makes the history of one file quick. Safe during
 * writes and when ended at any moment: unreferenced packs are merged like any other, and a merged pack goes after the new one is there.
 *
 * @returns `false` when there is no git on this machine
 * @throws when git fails, or `signal` ends it
 */
export async function maintain(gitdir: string, signal?: AbortSignal): Promise<boolean> {
  if ((await nativeGitVersion()) === null) return false;
  const options = { timeoutMs, signal };
  await git(gitdir, ['-c', 'pack.threads=1', 'repack', '--quiet', '--geometric=2', '-d'], options);
  await git(gitdir, ['commit-graph', 'write', '--reachable', '--changed-paths', '--no-progress'], options);
  return true;
}
