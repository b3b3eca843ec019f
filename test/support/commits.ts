import { execFile } from 'node:child_process';
import * as nodeFs from 'node:fs';
import { promisify } from 'node:util';
import type { FileSystem } from '../../src/store/file-system.js';
import { Ref } from '../../src/store/local/ref.js';

const run = promisify(execFile);

interface CommitLine {
  readonly id: string;
  readonly parents: readonly string[];
  readonly operation: string;
  readonly requestId: string;
}

const trailer = (key: string): string => `%(trailers:key=${key},valueonly,separator=%x20)`;

/** The commit that the branch of a bare repository points at. */
export function headOf(gitdir: string, fs: FileSystem = nodeFs): string {
  const commit = new Ref(fs, gitdir).read();
  if (commit === null) throw new Error(`${gitdir} has no commit`);
  return commit;
}

/** The commits since another one, newest first, by native git. @param since `null`: all */
export async function commitsSince(gitdir: string, since: string | null): Promise<CommitLine[]> {
  const format = `--format=%H%x1f%P%x1f${trailer('Operation')}%x1f${trailer('Request-Id')}`;
  const range = since === null ? ['main'] : ['main', `^${since}`];
  const args = ['-c', 'safe.directory=*', '--git-dir', gitdir, 'log', format, ...range];
  const { stdout } = await run('git', args, { maxBuffer: 1024 ** 3 });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', parents = '', operation = '', requestId = ''] = line.split('\x1f');
      return { id, parents: parents.split(' '), operation, requestId };
    });
}
