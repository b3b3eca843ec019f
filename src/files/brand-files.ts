/** A received file: hashed and synced, under a temporary name that the sweep of leftovers removes after a crash. */
export interface Spooled {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Removes the file, unless it has been stored. Never rejects. */
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

/** The contents of a brand's files by their SHA-256, which the pointers in its tree name. They are immutable. */
export interface BrandFiles {
  /**
   * @throws `too_large`, `bad_request` for another size or hash than was announced, `unavailable` when the disk has no
   * room
   */
  spool(source: AsyncIterable<Uint8Array>, options: SpoolOptions): Promise<Spooled>;
  /** Stores the file durably. It must be called before the commit that names the file. */
  keep(spooled: Spooled): Promise<void>;
  /** Finds a file, and copies it to this machine if it is stored elsewhere. */
  find(sha256: string): Promise<FoundFile | null>;
  /** Size in bytes, also of a file that is stored elsewhere; `null` if there is no such file. */
  size(sha256: string): Promise<number | null>;
  /** Time when the file was stored; `null` if there is no such file. */
  modified(sha256: string): Promise<Date | null>;
  list(): AsyncIterable<ListedFile>;
  /**
   * Deletes the bytes for good, if there are any. Only for a file that no commit names, or that is recorded as purged.
   */
  erase(sha256: string): Promise<void>;
}
