import type { Readable } from 'node:stream';

/** `exists`: nothing was stored by this call. Whose object it is, only its content says. */
export type CreateOutcome = 'created' | 'exists';

/**
 * Object store of a portal on many machines. Every method makes one attempt and throws a `StoreError` when the answer is not certain;
 * callers repeat it.
 */
export interface ObjectStore {
  /** Name in messages: `s3://bucket/prefix`, without credentials. */
  readonly name: string;
  /** Seconds by which the clocks of this machine and of the store differ at least, by its last answer; 0 before the first. */
  readonly clockSkewSeconds: number;
  /** Create-if-absent (RFC 9110, `If-None-Match: *`): of all creates of one key, ever, only one has the outcome `created`. */
  create(key: string, bytes: Buffer): Promise<CreateOutcome>;
  /** @returns `null` only when the store says that there is no such object */
  get(key: string): Promise<Buffer | null>;
  /** `get(key) !== null`, cheaper. */
  has(key: string): Promise<boolean>;
  /** Creates or replaces: for derived objects, and those named by their content. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** `put` of a large object, which may take as long as it makes progress. */
  putFile(key: string, file: FileContent): Promise<void>;
  /**
   * Content from a position on, as it comes.
   *
   * @throws StoreError also when there is no such object, or it ends early
   */
  read(key: string, from: number): AsyncGenerator<Uint8Array>;
  /** Bytes of an object; `null` as `get` has it. */
  size(key: string): Promise<number | null>;
  /** Removes an object, if there is one: for texts that people may erase. */
  remove(key: string): Promise<void>;
  /** Objects whose keys begin with `prefix`, in order, from the one after `after`: at most a page. Empty at the end. */
  list(prefix: string, after: string): Promise<readonly ListedObject[]>;
  close(): void;
}

export interface FileContent {
  readonly bytes: number;
  /** Hex. The store refuses other content. */
  readonly sha256: string;
  open(): Readable;
}

export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  readonly modified: Date;
}

interface StoreFailure {
  /** `false` if the request never left this machine, so that it has no effect. */
  readonly isSent: boolean;
  /** The store is known not to answer, so an immediate retry is useless. */
  readonly isAway?: boolean;
  /** HTTP status; `undefined` without an answer. */
  readonly status?: number | undefined;
  /** The store's own code, such as `AccessDenied`. */
  readonly code?: string | undefined;
  readonly cause?: unknown;
}

/** No answer, or one that leaves the outcome open: a time-out, a broken connection, 403, 409, 429, 5xx. */
export class StoreError extends Error {
  readonly isSent: boolean;
  readonly isAway: boolean;
  readonly status: number | undefined;
  readonly code: string | undefined;

  constructor(message: string, { isSent, isAway = false, status, code, cause }: StoreFailure) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoreError';
    this.isSent = isSent;
    this.isAway = isAway;
    this.status = status;
    this.code = code;
  }
}
