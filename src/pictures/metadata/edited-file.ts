import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

/** Upper bounds on the work for one file: what needs more is not read. */
const maxReads = 200_000;
const maxChanges = 10_000;
const maxChangedBytes = 64 * 1024 ** 2;

/** The metadata of a file cannot be read as a whole. */
export class Unreadable extends Error {}

/** A file whose bytes are changed in place, all of them at the end. Its length stays. */
export class EditedFile {
  readonly #handle: number;
  readonly size: number;
  readonly #changes: { readonly at: number; readonly bytes: Buffer }[] = [];
  #reads = 0;
  #changedBytes = 0;

  constructor(path: string, isChanged: boolean) {
    this.#handle = openSync(path, isChanged ? 'r+' : 'r');
    this.size = fstatSync(this.#handle).size;
  }

  /**
   * Bytes as they will be.
   *
   * @throws `Unreadable` beyond the end
   */
  read(at: number, length: number): Buffer {
    this.#reads += 1;
    if (this.#reads > maxReads || at < 0 || at + length > this.size) throw new Unreadable();
    const bytes = Buffer.alloc(length);
    readSync(this.#handle, bytes, 0, length, at);
    for (const change of this.#changes) {
      const from = Math.max(at, change.at);
      const to = Math.min(at + length, change.at + change.bytes.length);
      if (from < to) change.bytes.copy(bytes, from - at, from - change.at, to - change.at);
    }
    return bytes;
  }

  change(at: number, bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#changedBytes += bytes.length;
    const isTooMuch = this.#changes.length === maxChanges || this.#changedBytes > maxChangedBytes;
    if (at < 0 || at + bytes.length > this.size || isTooMuch) throw new Unreadable();
    this.#changes.push({ at, bytes });
  }

  save(): void {
    for (const { at, bytes } of this.#changes) writeSync(this.#handle, bytes, 0, bytes.length, at);
    if (this.#changes.length > 0) fsyncSync(this.#handle);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

/** Bytes of a file that are a whole of their own: offsets count from their start. */
export class Part {
  constructor(
    readonly file: EditedFile,
    readonly start: number,
    readonly length: number,
  ) {
    if (start < 0 || length < 0 || start + length > file.size) throw new Unreadable();
  }

  read(at: number, length: number): Buffer {
    if (at < 0 || at + length > this.length) throw new Unreadable();
    return this.file.read(this.start + at, length);
  }

  change(at: number, bytes: Buffer): void {
    if (at < 0 || at + bytes.length > this.length) throw new Unreadable();
    this.file.change(this.start + at, bytes);
  }

  fill(value: number, at = 0, length = this.length - at): void {
    if (length > maxChangedBytes) throw new Unreadable();
    this.change(at, Buffer.alloc(length, value));
  }

  from(at: number, length = this.length - at): Part {
    if (at < 0 || length < 0 || at + length > this.length) throw new Unreadable();
    return new Part(this.file, this.start + at, length);
  }
}
