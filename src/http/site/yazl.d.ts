/** The part of the library that is used here: it has no types. */
declare module 'yazl' {
  import type { Readable } from 'node:stream';

  export class ZipFile {
    readonly outputStream: Readable;
    addReadStreamLazy(
      name: string,
      options: { readonly compress: boolean; readonly size: number; readonly mtime: Date },
      open: (done: (error: unknown, stream?: Readable) => void) => void,
    ): void;
    on(event: 'error', listener: (error: Error) => void): this;
    end(): void;
  }
}
