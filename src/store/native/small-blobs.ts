import { branchName } from '../local/ref.js';
import { gitRecords } from './native-git.js';

export interface CommitRange {
  /** A full id; by default the branch's commit. */
  readonly from?: string | undefined;
  /** Leaves out what this commit, by its full id, and its ancestors have. */
  readonly not?: string | undefined;
}

export interface NamedBlob {
  readonly oid: string;
  /** One of the paths that it had. */
  readonly path: string;
}

/** Blobs below a folder in any commit of a history, each once. @throws when git fails: then some are missing */
export async function* smallBlobs(
  gitdir: string,
  folder: string,
  { from = branchName, not, maxBytes }: CommitRange & { readonly maxBytes: number },
): AsyncGenerator<NamedBlob> {
  const filter = `--filter=combine:object:type=blob+blob:limit=${maxBytes + 1}`;
  // Without the full history, a merge hides the files of the side that it did not take.
  const args = ['rev-list', '--objects', '--filter-provided-objects', '--full-history', filter, from];
  const range = not === undefined ? [] : [`^${not}`];
  for await (const line of gitRecords(gitdir, [...args, ...range, '--', folder], '\n')) {
    yield { oid: line.slice(0, 40), path: line.slice(41) };
  }
}
