/** The part of the library that is used here: it has no types of this version. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export interface Entry {
    /** Bytes, as `decodeStrings` is off. */
    readonly fileName: Buffer;
    readonly crc32: number;
    readonly compressedSize: number;
    readonly uncompressedSize: number;
    readonly compressionMethod: number;
    readonly generalPurposeBitFlag: number;
    readonly externalFileAttributes: number;
    readonly versionMadeBy: number;
  }

  export class ZipFile {
    readEntry(): void;
    openReadStream(entry: Entry, done: (error: Error | null, stream: Readable) => void): void;
    on(event: 'error', listener: (error: Error) => void): this;
    once(event: 'entry', listener: (entry: Entry) => void): this;
    once(event: 'end', listener: () => void): this;
    once(event: 'error', listener: (error: Error) => void): this;
    removeAllListeners(event?: string): this;
    close(): void;
  }

  interface Options {
    readonly autoClose: boolean;
    readonly lazyEntries: boolean;
    readonly decodeStrings: false;
    readonly validateEntrySizes: boolean;
  }

  const library: {
    fromBuffer(bytes: Buffer, options: Options, done: (error: Error | null, zip: ZipFile) => void): void;
    open(path: string, options: Options, done: (error: Error | null, zip: ZipFile) => void): void;
  };
  export default library;
}
