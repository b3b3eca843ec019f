import { join } from 'node:path';
import { errorCode } from '../../system-error.js';
import { branchName } from '../branch/ref.js';
import type { FileSystem } from '../file-system.js';
import { nativeGitVersion, runGit } from './native-git.js';

/** Disk usage of all files below a directory, in bytes. What disappears meanwhile counts as nothing. */
export async function directorySize(fs: FileSystem, directory: string): Promise<number> {
  const entries = await fs.promises.readdir(directory, { withFileTypes: true }).catch(unlessMissing([]));
  let bytes = 0;
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) bytes += await directorySize(fs, path);
    else bytes += await fs.promises.lstat(path).then(({ size }) => size, unlessMissing(0));
  }
  return bytes;
}

function unlessMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (errorCode(error) === 'ENOENT') return instead;
    throw error;
  };
}

/** How many commits the branch has; `null` without git on this machine. */
export async function countCommits(gitdir: string): Promise<number | null> {
  if ((await nativeGitVersion()) === null) return null;
  const { code, stdout, stderr } = await runGit(gitdir, ['rev-list', '--count', branchName], { timeoutMs: 600_000 });
  if (code !== 0) throw new Error(`git rev-list ended with ${code}: ${stderr.slice(0, 1000)}`);
  return Number(stdout);
}
