/** The part of the library that is used here: it has no types. */
declare module 'yazl' {
  import type { Readable } from 'node:stream';

  export class ZipFile {
    readonly outputStream: Readable;
    addReadStream(
      stream: Readable,
      name: string,
      options: { readonly compress: boolean; readonly size: number; readonly mtime: Date },
    ): void;
    addBuffer(content: Buffer, name: string, options: { readonly mtime: Date; readonly mode?: number }): void;
    on(event: 'error', listener: (error: Error) => void): this;
    end(): void;
  }
}
