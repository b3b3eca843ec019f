import { paths } from '../../content/catalog/paths.js';
import { parsePointer } from '../../content/files/pointer.js';
import { readAsStored } from '../../content/ingest.js';
import type { FileSystem } from '../../store/file-system.js';
import { branchName } from '../../store/local/ref.js';
import { blobsEverPlaced, type CommitRange } from '../../store/native/git-log.js';
import { gitRecords } from '../../store/native/native-git.js';
import { Objects } from '../../store/objects.js';

export interface NamedFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly path: string;
}

/**
 * Files that any commit of a repository names, each once for each pointer that differs. Needs git.
 *
 * @throws when the history cannot be read
 */
export async function* namedFiles(fs: FileSystem, gitdir: string, range: CommitRange = {}): AsyncGenerator<NamedFile> {
  const objects = new Objects(fs, gitdir);
  try {
    for await (const { oid, path } of blobsEverPlaced(gitdir, 'files', range)) {
      const pointer = parsePointer(await objects.readOnce(oid, 'blob'));
      if (pointer !== null) yield { ...pointer, path };
    }
  } finally {
    objects.releasePacks();
  }
}

/** SHA-256 of the files that were deleted for good. Needs git. */
export async function purgedFiles(fs: FileSystem, gitdir: string): Promise<ReadonlySet<string>> {
  for await (const entry of gitRecords(gitdir, ['ls-tree', '-z', branchName, '--', paths.purged], '\0')) {
    const oid = / blob ([0-9a-f]{40})\t/.exec(entry)?.[1];
    if (oid === undefined) continue;
    const bytes = await new Objects(fs, gitdir).readOnce(oid, 'blob');
    const file = readAsStored({ kind: 'purged' }, bytes);
    if (file?.kind === 'purged') return new Set(file.value.map(({ sha256 }) => sha256));
  }
  return new Set();
}
