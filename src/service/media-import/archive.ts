import { isUtf8 } from 'node:buffer';
import { Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { maxPathLength } from '../../content/page-import/links.js';
import { PortalError } from '../../lib/errors.js';
import { isHidden } from '../../lib/hidden-name.js';
import { amount, noted, type Said, say } from '../../lib/say.js';
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
export const sourceLimits = { entries: 10_000, packedBytes: 2 * GiB, bytes: 8 * GiB, ratio: 200 };

interface SourceLimits extends Readonly<typeof sourceLimits> {
  /** Whether files with names that programs add are taken, too. */
  readonly isWhole?: boolean;
}

const maxNameLength = 200;

/** Upper bound on the folders of a path: they become chapters, and links are looked up in each of them. */
const maxFolders = 32;

/** Files of this size may be packed as well as they can be. */
const smallBytes = 1024 ** 2;

const tooMuch = (what: Said): PortalError => new PortalError('invalid', say`It has more than ${what}.`);

/** Why a file with this path is left; `null` if it is not. */
export function nameProblem(path: string): string | null {
  const parts = path.normalize('NFC').split('/');
  if (path.length > maxPathLength || parts.length - 1 > maxFolders)
    return noted`Its path has more than ${maxFolders} folders or ${maxPathLength} characters.`;
  const isLong = [...(parts.at(-1) ?? '')].length > maxNameLength;
  return isLong ? noted`Its name has more than ${maxNameLength} characters.` : null;
}

/** Collects files within the limits. */
export class FoundFiles {
  readonly files: FoundFile[] = [];
  readonly left: { path: string; reason: string }[] = [];
  #entries = 0;
  #bytes = 0;

  constructor(private readonly limits: SourceLimits = sourceLimits) {}

  /** @throws `invalid` */
  count(): void {
    const { entries } = this.limits;
    this.#entries += 1;
    if (this.#entries > entries) throw tooMuch(say`${amount(entries)} entries`);
  }

  leave(path: string, reason: string): void {
    this.left.push({ path, reason });
  }

  /** @throws `invalid` */
  add(file: FoundFile): void {
    const path = file.path.normalize('NFC');
    if (isHidden(path) && this.limits.isWhole !== true) return;
    this.#bytes += file.bytes;
    if (this.#bytes > this.limits.bytes) throw tooMuch(say`${sizeText(this.limits.bytes)} in all files`);
    const problem = nameProblem(path);
    if (problem !== null) this.leave(path, problem);
    else this.files.push({ ...file, path });
  }
}

/**
 * Files of a ZIP, each of which is unpacked when it is opened.
 *
 * @param zipped its path, or its bytes
 * @throws `invalid`
 */
export async function zipSource(
  zipped: string | Buffer,
  packedBytes: number,
  limits: SourceLimits = sourceLimits,
): Promise<Source> {
  if (packedBytes > limits.packedBytes) throw tooMuch(say`${sizeText(limits.packedBytes)} packed`);
  // Names are only compared: nothing is written under them, so one that leads out of the folder is harmless.
  const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true } as const;
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const done = (error: Error | null, opened: ZipFile): void => (error ? reject(unreadable(error)) : resolve(opened));
    if (typeof zipped === 'string') yauzl.open(zipped, options, done);
    else yauzl.fromBuffer(zipped, options, done);
  });
  try {
    const found = new FoundFiles(limits);
    for await (const entry of entriesOf(zip)) {
      found.count();
      const name = nameOf(entry);
      if (name.endsWith('/')) continue;
      const problem = problemOf(entry, limits);
      if (problem !== null) found.leave(name, problem);
      else found.add({ path: name, bytes: entry.uncompressedSize, open: () => openEntry(zip, entry) });
    }
    return { files: found.files, left: found.left, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const unreadable = ({ message }: Error): PortalError =>
  new PortalError('invalid', say`It cannot be read as a ZIP file: ${message}.`);

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip.once('entry', resolve).once('end', () => resolve(null));
      zip.once('error', (error: Error) => reject(unreadable(error)));
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

function problemOf(entry: Entry, { ratio }: SourceLimits): string | null {
  const { uncompressedSize, compressedSize, externalFileAttributes, versionMadeBy } = entry;
  if ((entry.generalPurposeBitFlag & 1) === 1) return noted`It is encrypted.`;
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    return noted`It is packed in a way that is not known.`;
  const type = versionMadeBy >> 8 === 3 ? (externalFileAttributes >>> 16) & typeMask : 0;
  if (type === 0o120000) return noted`It is a link.`;
  if (type !== 0 && type !== regularFile) return noted`It is no regular file.`;
  const isBomb = uncompressedSize > smallBytes && uncompressedSize > compressedSize * ratio;
  return isBomb ? noted`It is packed more than ${ratio} to 1.` : null;
}

const damaged = ({ message }: Error): PortalError =>
  new PortalError('invalid', say`It cannot be unpacked: ${message}.`);

const wrongSum = () => new PortalError('invalid', 'It cannot be unpacked: its checksum differs.');

/**
 * The library's stream emits an error without an end: this one ends with it. Its reader gets the error; one that comes
 * before has no listener.
 */
function openEntry(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Uint8Array>> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (problem, packed) => {
      if (problem) return reject(damaged(problem));
      let sum = 0;
      const content = new Transform({
        transform(chunk: Buffer, _, done) {
          sum = crc32(chunk, sum);
          done(null, chunk);
        },
        flush: (done) => done(sum === entry.crc32 ? null : wrongSum()),
      });
      content.on('error', () => {}).on('close', () => packed.destroy());
      packed.on('error', (error) => content.destroy(damaged(error))).pipe(content);
      resolve(content);
    });
  });
}
