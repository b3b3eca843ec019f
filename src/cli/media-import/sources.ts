import { isUtf8 } from 'node:buffer';
import { createReadStream, type Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { PortalError } from '../../lib/errors.js';
import { sizeText } from '../../lib/size-text.js';

/** A file that is to become a medium. */
export interface FoundFile {
  /** Path in the folder or ZIP, with `/` between names. */
  readonly path: string;
  readonly bytes: number;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

export interface Source {
  readonly files: readonly FoundFile[];
  /** What is no file that can be read, with the reason. */
  readonly left: readonly { readonly path: string; readonly reason: string }[];
  close(): void;
}

const GiB = 1024 ** 3;

/** Upper bounds on a folder or ZIP: `bytes` of all files, unpacked. */
export const sourceLimits = { entries: 10_000, packedBytes: 2 * GiB, bytes: 8 * GiB, ratio: 200, nameLength: 200 };

/** Files of this size may be packed as well as they can be. */
const smallBytes = 1024 ** 2;

/** @throws `invalid` */
export async function openSource(path: string): Promise<Source> {
  const stats = await stat(path).catch(() => null);
  if (stats?.isDirectory()) return folderSource(path);
  if (stats?.isFile()) return zipSource(path, stats.size);
  throw new PortalError('invalid', `There is no folder and no ZIP file ${path}.`);
}

/** Names that programs add to folders and ZIP files, such as `.DS_Store` and `__MACOSX`. */
const isHidden = (path: string): boolean =>
  path
    .split('/')
    .some((name) => /^\.(?!\.?$)/.test(name) || name === '__MACOSX' || /^(?:thumbs\.db|desktop\.ini)$/i.test(name));

const tooMuch = (what: string): PortalError => new PortalError('invalid', `It has more than ${what}.`);

/** Collects files within the limits. */
class Files {
  readonly files: FoundFile[] = [];
  readonly left: { path: string; reason: string }[] = [];
  #entries = 0;
  #bytes = 0;

  count(): void {
    this.#entries += 1;
    if (this.#entries > sourceLimits.entries) throw tooMuch(`${sourceLimits.entries.toLocaleString('en')} entries`);
  }

  leave(path: string, reason: string): void {
    this.left.push({ path, reason });
  }

  add(file: FoundFile): void {
    const path = file.path.normalize('NFC');
    if (isHidden(path)) return;
    this.#bytes += file.bytes;
    if (this.#bytes > sourceLimits.bytes) throw tooMuch(`${sizeText(sourceLimits.bytes)} in all files`);
    const name = path.split('/').at(-1) ?? '';
    if ([...name].length > sourceLimits.nameLength)
      this.leave(path, `Its name has more than ${sourceLimits.nameLength} characters.`);
    else this.files.push({ ...file, path });
  }
}

async function folderSource(root: string): Promise<Source> {
  const found = new Files();
  const kindOf = (entry: Dirent): string => (entry.isSymbolicLink() ? 'a link' : 'no regular file');
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      found.count();
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isHidden(path)) continue;
      if (entry.isDirectory()) waiting.push(path);
      else if (!entry.isFile()) found.leave(path, `It is ${kindOf(entry)}.`);
      else {
        const { size } = await stat(join(root, path));
        found.add({ path, bytes: size, open: async () => createReadStream(join(root, path)) });
      }
    }
  }
  return { files: found.files, left: found.left, close: () => {} };
}

async function zipSource(path: string, packedBytes: number): Promise<Source> {
  if (packedBytes > sourceLimits.packedBytes) throw tooMuch(`${sizeText(sourceLimits.packedBytes)} packed`);
  // Names are only compared: nothing is written under them, so one that leads out of the folder is harmless.
  const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true } as const;
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.open(path, options, (error, opened) => (error ? reject(unreadable(path, error)) : resolve(opened)));
  });
  try {
    const found = new Files();
    for await (const entry of entriesOf(zip, path)) {
      found.count();
      const name = nameOf(entry);
      if (name.endsWith('/')) continue;
      const problem = problemOf(entry);
      if (problem !== null) found.leave(name, problem);
      else found.add({ path: name, bytes: entry.uncompressedSize, open: () => openEntry(zip, entry) });
    }
    return { files: found.files, left: found.left, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function unreadable(path: string, { message }: Error): PortalError {
  return new PortalError('invalid', `${path} cannot be read as a ZIP file: ${message}.`);
}

async function* entriesOf(zip: ZipFile, path: string): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip.once('entry', resolve).once('end', () => resolve(null));
      zip.once('error', (error: Error) => reject(unreadable(path, error)));
      zip.readEntry();
    });
    zip.removeAllListeners();
    if (entry === null) return;
    yield entry;
  }
}

/** The name, in UTF-8 also where its flag is missing, as some programs write it. */
function nameOf({ fileName }: Entry): string {
  return (isUtf8(fileName) ? fileName.toString() : fileName.toString('latin1')).replaceAll('\\', '/');
}

/** Types of a file in the mode of Unix. */
const typeMask = 0o170000;
const regularFile = 0o100000;

function problemOf(entry: Entry): string | null {
  const { uncompressedSize, compressedSize, externalFileAttributes, versionMadeBy } = entry;
  if ((entry.generalPurposeBitFlag & 1) === 1) return 'It is encrypted.';
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) return 'It is packed in a way that is not known.';
  const type = versionMadeBy >> 8 === 3 ? (externalFileAttributes >>> 16) & typeMask : 0;
  if (type === 0o120000) return 'It is a link.';
  if (type !== 0 && type !== regularFile) return 'It is no regular file.';
  const isBomb = uncompressedSize > smallBytes && uncompressedSize > compressedSize * sourceLimits.ratio;
  return isBomb ? `It is packed more than ${sourceLimits.ratio} to 1.` : null;
}

/** The reader of the stream gets its error; one that comes before has no listener. */
function openEntry(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Uint8Array>> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(new PortalError('invalid', `It cannot be unpacked: ${error.message}.`));
      else resolve(stream.on('error', () => {}));
    });
  });
}
