import { PortalError } from '../errors.js';
import { branch } from './head.js';
import { gitLines, nativeGitVersion } from './native-git.js';

export interface HistoryEntry {
  readonly commit: string;
  /** ISO 8601 with offset. */
  readonly time: string;
  readonly author: string;
  readonly subject: string;
}

/**
 * The commits that changed a path, or all of them, newest first, as git finds them.
 *
 * @throws `unavailable` when there is no git on this machine
 */
export async function* history(
  gitdir: string,
  { path, limit }: { readonly path?: string; readonly limit?: number } = {},
): AsyncGenerator<HistoryEntry> {
  if ((await nativeGitVersion()) === null) {
    throw new PortalError('unavailable', 'The history needs git, which is not installed on this machine.');
  }
  const args = [
    'log',
    '--format=%H%x00%cI%x00%an%x00%s',
    ...(limit === undefined ? [] : [`--max-count=${limit}`]),
    branch,
  ];
  for await (const line of gitLines(gitdir, [...args, '--', ...(path === undefined ? [] : [path])])) {
    const [commit = '', time = '', author = '', subject = ''] = line.split('\0');
    yield { commit, time, author, subject };
  }
}

/** Every path below the folders that the commit or one before it added. Without git on this machine, none. */
export async function* pathsEverAdded(
  gitdir: string,
  commit: string,
  folders: readonly string[],
): AsyncGenerator<string> {
  if ((await nativeGitVersion()) === null) return;
  const args = ['log', '--format=', '--name-only', '--no-renames', '--diff-filter=A', '-m', commit, '--', ...folders];
  for await (const path of gitLines(gitdir, args)) if (path !== '') yield path;
}
