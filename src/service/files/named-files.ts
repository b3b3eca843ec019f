import { paths } from '../../content/catalog/paths.js';
import { parsePointer } from '../../content/files/pointer.js';
import { readAsStored } from '../../content/ingest.js';
import type { FileSystem } from '../../store/file-system.js';
import { findFile } from '../../store/history/commits.js';
import { differencesIn, smallHistory } from '../../store/history/small-history.js';
import { blobsEverPlaced, type CommitRange } from '../../store/native/git-log.js';
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
    for await (const { oid, path } of placedBlobs(objects, gitdir, range)) {
      const pointer = parsePointer(await objects.readOnce(oid, 'blob'));
      if (pointer !== null) yield { ...pointer, path };
    }
  } finally {
    objects.releasePacks();
  }
}

async function* placedBlobs(objects: Objects, gitdir: string, range: CommitRange) {
  const { from, not } = range;
  const few = from === undefined || not !== undefined ? null : await smallHistory(objects, from);
  if (few === null) return yield* blobsEverPlaced(gitdir, 'files', range);
  const yielded = new Set<string>();
  for await (const { after: oid, path } of differencesIn(objects, few, ['files'])) {
    if (oid === null || yielded.has(oid)) continue;
    yielded.add(oid);
    yield { oid, path };
  }
}

/** SHA-256 of the files that were deleted for good, as of a commit. */
export async function purgedFiles(fs: FileSystem, gitdir: string, commit: string): Promise<ReadonlySet<string>> {
  const found = await findFile(new Objects(fs, gitdir), commit, paths.purged);
  const file = found === null ? null : readAsStored({ kind: 'purged' }, found.bytes);
  return new Set(file?.kind === 'purged' ? file.value.map(({ sha256 }) => sha256) : []);
}
