import type { Catalog } from '../../content/catalog/catalog.js';
import { encodePointer, parsePointer } from '../../content/files/pointer.js';
import { type Swept, sweepFiles } from '../../files/sweep.js';
import { exists, type FileSystem } from '../../store/file-system.js';
import { gitRecords } from '../../store/native/native-git.js';
import { Objects } from '../../store/objects.js';
import type { Repository } from '../../store/repository.js';
import { namedFiles } from './named-files.js';

interface SweptBrand {
  readonly fs: FileSystem;
  readonly gitdir: string;
  readonly now: Date;
  open(): Promise<Repository<Catalog>>;
}

/**
 * Sweeps the files of a brand on this machine. Needs git.
 *
 * @throws before any change when the history cannot be read completely
 */
export function sweepBrand({ fs, gitdir, now, open }: SweptBrand): Promise<Swept> {
  return sweepFiles(fs, gitdir, {
    now,
    namedFiles: async () => {
      const { catalog } = await (await open()).read();
      if (await exists(fs, `${gitdir}/shallow`)) throw new Error('The history is not there as a whole');
      const named = new Set<string>();
      for await (const { sha256 } of namedFiles(fs, gitdir)) named.add(sha256);
      for await (const sha256 of pointersOf(fs, gitdir)) named.add(sha256);
      for (const { sha256 } of currentFiles(catalog)) {
        if (!named.has(sha256)) throw new Error(`The history does not have file ${sha256} of the newest commit`);
      }
      return named;
    },
    isNamedNow: async (sha256) => {
      const { catalog } = await (await open()).read();
      return currentFiles(catalog).some((file) => file.sha256 === sha256);
    },
  });
}

function currentFiles({ files, doubles }: Pick<Catalog, 'files' | 'doubles'>) {
  return [...files.values(), ...[...doubles.values()].flat()];
}

/** Sizes that a pointer can have, in bytes. */
const pointerBytes = [1, 10 ** 15].map((bytes) => encodePointer({ sha256: '0'.repeat(64), bytes }).length) as [
  number,
  number,
];

/** SHA-256 in every pointer that the repository holds, also below commits that a rewritten history has left behind. */
async function* pointersOf(fs: FileSystem, gitdir: string): AsyncGenerator<string> {
  const objects = new Objects(fs, gitdir);
  const args = [
    'cat-file',
    '--batch-all-objects',
    '--unordered',
    '--batch-check=%(objecttype) %(objectsize) %(objectname)',
  ];
  try {
    for await (const line of gitRecords(gitdir, args, '\n')) {
      const [type, size, oid = ''] = line.split(' ');
      if (type !== 'blob' || Number(size) < pointerBytes[0] || Number(size) > pointerBytes[1]) continue;
      const pointer = parsePointer(await objects.readOnce(oid, 'blob'));
      if (pointer !== null) yield pointer.sha256;
    }
  } finally {
    objects.releasePacks();
  }
}
