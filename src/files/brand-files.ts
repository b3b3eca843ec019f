/** A file as it came in: hashed and synced, under a name that a crash leaves to the sweep of leftovers. */
export interface Spooled {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Removes it, unless it was stored. Never rejects. */
  discard(): Promise<void>;
}

export interface SpoolOptions {
  readonly maxBytes: number;
  /** Announced size. Omitted if unknown. */
  readonly bytes?: number | undefined;
  /** SHA-256 as announced, hex. */
  readonly digest?: string | undefined;
}

export interface FoundFile {
  /** Path on this machine of a file with all its bytes. */
  readonly path: string;
  readonly bytes: number;
}

export interface ListedFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly modified: Date;
}

/** The bytes of a brand's files, by their SHA-256, which pointers in its tree name. Immutable. */
export interface BrandFiles {
  /**
   * @throws `too_large`, `bad_request` for another size or hash than was announced, `unavailable` when the disk has no
   * room
   */
  spool(source: AsyncIterable<Uint8Array>, options: SpoolOptions): Promise<Spooled>;
  /** Durable when it returns. Comes before the commit that names the file. */
  keep(spooled: Spooled): Promise<void>;
  /** Brings it to this machine when it is elsewhere. */
  find(sha256: string): Promise<FoundFile | null>;
  /** Its bytes, also of one that is elsewhere; `null` when there is none. */
  size(sha256: string): Promise<number | null>;
  list(): AsyncIterable<ListedFile>;
  /**
   * Deletes the bytes for good, if there are any. Only for a file that no commit names, or that is recorded as purged.
   */
  erase(sha256: string): Promise<void>;
}
