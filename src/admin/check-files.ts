import { join } from 'node:path';
import type { Catalog } from '../content/catalog/catalog.js';
import { lfsFiles, paths } from '../content/catalog/paths.js';
import type { BrandFiles } from '../files/brand-files.js';
import { hashFile } from '../files/hash-file.js';
import { LocalFiles, objectPath } from '../files/local-files.js';
import { plural } from '../lib/plural.js';
import { type NamedFile, namedFiles } from '../service/files/named-files.js';
import type { FileSystem } from '../store/file-system.js';
import { findFileId, treeOf } from '../store/history/commits.js';
import { nativeGitVersion } from '../store/native/native-git.js';
import { Objects } from '../store/objects.js';
import type { Snapshot } from '../store/snapshot.js';
import { type Defect, error, reasonOf, warning } from '../store/verify-repository.js';

interface FileCheckOptions {
  readonly fs: FileSystem;
  readonly gitdir: string;
  readonly files: BrandFiles;
  /** Whether all content is read, and not only its size. */
  readonly readsFiles: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onRead?: ((done: number, total: number) => void) | undefined;
}

interface FilePointer extends NamedFile {
  /** Whether the newest commit names the file, so that a checkout needs it. */
  readonly isCurrent: boolean;
}

/** Age from which a file that no commit names counts as a defect. A younger one may belong to a running upload. */
const uploadGraceMs = 60 * 60 * 1000;

const fromBackup = (sha256: string): string => `Put it back from a backup, as ${objectPath('', sha256)}`;

/**
 * Compares the pointers of all commits with the files on disk. Without git, it compares those of the newest commit
 * only.
 */
export async function checkFilesOfMedia(snapshot: Snapshot<Catalog>, options: FileCheckOptions): Promise<Defect[]> {
  const { files, gitdir, signal } = options;
  // The disk is listed first, so that a file that is committed after that counts as referenced.
  const sizes = new Map<string, number>();
  const unnamedFiles = new Map<string, number>();
  for await (const { sha256, bytes, modified } of files.list()) {
    sizes.set(sha256, bytes);
    if (Date.now() - modified.getTime() > uploadGraceMs) unnamedFiles.set(sha256, bytes);
  }

  const hasGit = (await nativeGitVersion()) !== null;
  const pointersByHash = await collectPointers(snapshot, hasGit ? options : null);
  const { catalog } = snapshot;
  const purged = new Set(catalog.purged.map(({ sha256 }) => sha256));

  const defects: Defect[] = [];
  let done = 0;
  for (const [sha256, pointers] of pointersByHash) {
    signal?.throwIfAborted();
    const bytes = sizes.get(sha256) ?? (await files.size(sha256));
    for (const pointer of pointers) {
      const problem = bytes === null ? missingProblem(pointer, purged) : sizeProblem(pointer, bytes);
      if (problem !== null) defects.push(problem);
    }
    if (options.readsFiles && bytes !== null) {
      options.onRead?.(done, pointersByHash.size);
      const problem = await contentProblem(pointers[0] as FilePointer, options);
      if (problem !== null) defects.push(problem);
    }
    done += 1;
  }
  if (options.readsFiles) options.onRead?.(done, pointersByHash.size);

  for (const sha256 of pointersByHash.keys()) unnamedFiles.delete(sha256);
  return [
    ...defects,
    ...(hasGit ? unnamed(unnamedFiles, files instanceof LocalFiles) : []),
    ...(await missingForClones(snapshot, new Objects(options.fs, gitdir))),
  ];
}

/** Compares the pointers of proposals with the files on disk. */
export async function checkFilesOfProposals(
  named: AsyncIterable<NamedFile>,
  options: FileCheckOptions,
): Promise<Defect[]> {
  const defects: Defect[] = [];
  for await (const file of named) {
    options.signal?.throwIfAborted();
    const problem = await findFileProblem({ ...file, isCurrent: true }, options);
    if (problem !== null) defects.push(problem);
  }
  return defects;
}

async function findFileProblem(pointer: FilePointer, options: FileCheckOptions): Promise<Defect | null> {
  const bytes = await options.files.size(pointer.sha256);
  if (bytes === null) return missingProblem(pointer, new Set());
  return sizeProblem(pointer, bytes) ?? (options.readsFiles ? contentProblem(pointer, options) : null);
}

/** Collects the pointers by the SHA-256 of their file. Pointers of the newest commit come first. */
async function collectPointers({ catalog, commit }: Snapshot<Catalog>, history: FileCheckOptions | null) {
  const pointers = new Map<string, FilePointer[]>();
  const add = (pointer: FilePointer): void => {
    const sameHash = pointers.get(pointer.sha256);
    if (sameHash === undefined) pointers.set(pointer.sha256, [pointer]);
    else if (sameHash.every(({ bytes }) => bytes !== pointer.bytes)) sameHash.push(pointer);
  };
  for (const [id, { name, ...file }] of currentFiles(catalog))
    add({ ...file, path: paths.file(id, name), isCurrent: true });
  if (history !== null && commit !== null) {
    const { fs, gitdir } = history;
    for await (const file of namedFiles(fs, gitdir, { from: commit })) add({ ...file, isCurrent: false });
  }
  return pointers;
}

/** Pointers of the newest commit by the ids of their media, with those of a medium that has several. */
const currentFiles = ({ files, doubles }: Catalog) => [
  ...files,
  ...[...doubles].flatMap(([id, pointers]) => pointers.map((pointer) => [id, pointer] as const)),
];

function missingProblem({ sha256, path, isCurrent }: FilePointer, purged: ReadonlySet<string>): Defect | null {
  if (!purged.has(sha256)) return error(path, `its file is missing (${sha256})`, `${fromBackup(sha256)}.`);
  if (!isCurrent) return null;
  const problem = `its file was deleted for good (${sha256}), but a pointer names it again`;
  return error(path, problem, 'Remove the pointer in a clone, and push it, or give the medium another file.');
}

function sizeProblem({ sha256, path, bytes }: FilePointer, foundBytes: number): Defect | null {
  if (bytes === foundBytes) return null;
  return error(
    path,
    `its file has ${foundBytes} bytes and not ${bytes}`,
    `${fromBackup(sha256)}, or find out who pushed the pointer.`,
  );
}

async function contentProblem({ sha256, path: pointer }: FilePointer, { fs, files, signal }: FileCheckOptions) {
  let problem: string;
  try {
    const file = await files.find(sha256);
    if (file === null || (await hashFile(fs, file.path, signal)) === sha256) return null;
    problem = `the content of its file has another hash than ${sha256}`;
  } catch (cause) {
    signal?.throwIfAborted();
    problem = `its file ${sha256} cannot be read (${reasonOf(cause)})`;
  }
  return error(pointer, problem, `${fromBackup(sha256)}.`);
}

/** One warning for all files that no commit names, because they can be many and are harmless. */
function unnamed(files: ReadonlyMap<string, number>, isLocal: boolean): Defect[] {
  if (files.size === 0) return [];
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  const [first] = files.keys();
  const problem = `no commit names ${plural(files.size, 'file')} (${bytes} bytes): ${first}`;
  const swept = 'A running server moves such files away when they are a week old.';
  return [warning(join('lfs', 'objects'), problem, isLocal ? swept : 'A shared store keeps such files.')];
}

async function missingForClones({ catalog, commit }: Snapshot<Catalog>, objects: Objects): Promise<Defect[]> {
  if (commit === null || catalog.files.size === 0) return [];
  const tree = await treeOf(objects, commit);
  const missing: string[] = [];
  for (const path of Object.keys(lfsFiles)) {
    if ((await findFileId(objects.readTree, tree, path)) === null) missing.push(path);
  }
  const advice = 'Add it in a clone, as FORMAT.md shows, and push it.';
  return missing.map((path) => warning(path, 'it is missing: clones get pointers instead of files', advice));
}
