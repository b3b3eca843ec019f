/** An object of this name is there already: nothing was stored by this call. Whose it is, only its content says. */
export type CreateOutcome = 'created' | 'exists';

/**
 * As much of an object store as a portal on many machines uses. Every method makes one attempt, which ends when the store is
 * silent for too long, and throws a `StoreError` when its answer is not certain; repeating it is the caller's.
 */
export interface ObjectStore {
  /** For people: `s3://bucket/prefix`, without credentials. */
  readonly name: string;
  /** Create-if-absent (RFC 9110, `If-None-Match: *`): of all creates of one key, ever, one alone has the outcome `created`. */
  create(key: string, bytes: Buffer): Promise<CreateOutcome>;
  /** @returns `null` only when the store says that there is no such object */
  get(key: string): Promise<Buffer | null>;
  /** The same as `get(key) !== null`, cheaper. */
  has(key: string): Promise<boolean>;
  /** Creates or replaces: for what is derived, or named by its content. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Ends what is under way and closes connections. */
  close(): void;
}

export interface StoreFailure {
  /** `false`: the request never left this machine, so nothing can come of it. */
  readonly isSent: boolean;
  /** The store is known not to answer: asking again at once is in vain. */
  readonly isAway?: boolean;
  /** Of the answer; `undefined`: there was none. */
  readonly status?: number | undefined;
  /** The store's own code, such as `AccessDenied`. */
  readonly code?: string | undefined;
  readonly cause?: unknown;
}

/** No answer, or one that decides nothing: a time-out, a broken connection, 403, 409, 429, 5xx. */
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
