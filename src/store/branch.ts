import type { GitObject } from './git/object.js';

/** `conflict`: the branch was not at `expected`, and nothing has changed. */
export type AdvanceOutcome = 'moved' | 'conflict';

/** The branch of one repository: a compare-and-swap on its newest commit. Only that commit decides the content. */
export interface Branch {
  /**
   * The newest commit known without waiting, `null` before the first one. Never one that may still be rolled back.
   *
   * @throws when it cannot be read
   */
  current(): string | null;

  /**
   * Freshness check: afterwards `current` has every commit that was acknowledged before this call, by whichever process. A read, and the
   * refusal of a write, are based only on a confirmed commit.
   *
   * @param sinceMs when the read began, by `performance.now()`: commits acknowledged after that may be missing; default: now
   * @param untilMs end of the wait, of a write; see `attemptEndMs`
   * @throws when it cannot be read
   */
  confirm(sinceMs?: number, untilMs?: number): Promise<void>;

  /** Begins a freshness check for a `confirm` that comes soon. */
  checkAhead(sinceMs?: number): void;

  /** Whether `current` is as good as `confirm` now. */
  readonly isConfirmed: boolean;

  /** Called before a draft, for fairness. While other processes also write, waits for `before`, the running write, and their turns. */
  makeWay(before?: Promise<void>): Promise<void>;

  /** The log's slot that `current` is based on; `null` unless reads may be older than acknowledged writes. */
  readonly position: number | null;

  /** `confirm` also where reads may be older. */
  confirmNewest(): Promise<void>;

  /**
   * Compare-and-swap from `expected` to `next`, durable when this returns `moved`, which confirms `expected` as well. One
   * at a time.
   *
   * @param barriers their number when the draft began: a later one is a conflict; default: none is
   * @param objects those that `next` needs and `expected` does not have: on disk before `next` can be seen
   * @param untilMs see `writeEndMs`
   * @throws when it cannot be stored: the branch is at `expected` then, or where another process has moved it since
   */
  advance(
    expected: string | null,
    next: string,
    objects: readonly GitObject[],
    untilMs?: number,
    barriers?: number,
  ): Promise<AdvanceOutcome>;

  /** Number of barriers that are known here. */
  readonly barriers: number;

  /**
   * Puts a barrier: afterwards `current` has every commit that was drafted before, or that draft becomes a conflict, in whichever process.
   *
   * @throws when it is not known whether the barrier was put
   */
  putBarrier(): Promise<void>;

  /** Time until which a write that comes now may begin to be stored, by `performance.now()`; infinite on one machine. */
  readonly writeEndMs: number;

  /** Deadline of an attempt that begins now, of a write that may begin until then. */
  attemptEndMs(writeEndMs: number): number;

  /**
   * Last resort after conflicts: runs `attempt`, which advances the branch, until other processes no longer win.
   *
   * @returns whether the last attempt met no conflict
   * @throws the errors of `attempt`; when it takes too long, and then nothing is stored
   */
  insist(attempt: () => Promise<boolean>): Promise<boolean>;

  /** Makes the repository on this machine show the newest commit to native git. */
  settleCache(): Promise<void>;

  close(): Promise<void>;
}
