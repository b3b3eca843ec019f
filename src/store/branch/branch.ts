import type { GitObject } from '../git/object.js';

/** `conflict`: the branch is not where it was expected, and nothing has changed. */
export type AdvanceOutcome = 'moved' | 'conflict';

/** The branch of one repository: a compare-and-swap on its newest commit, which alone decides what the content is. */
export interface Branch {
  /**
   * The newest commit as far as it is known without waiting, `null` before the first one. Never a commit that may still be
   * rolled back.
   *
   * @throws when it cannot be read
   */
  current(): string | null;

  /**
   * Freshness check: afterwards `current` is the newest commit, or a newer one, including every one that was acknowledged before this
   * call, by whichever process. A read, and the refusal of a write, stand on a confirmed commit only. It returns none: by the time
   * that its caller goes on, the branch may have moved.
   *
   * @param sinceMs when the read began, by `performance.now()`: what was acknowledged after that may be missing; left out: now
   * @param untilMs for how long it may wait, of a write; see `writeEndMs`
   * @throws when it cannot be read
   */
  confirm(sinceMs?: number, untilMs?: number): Promise<void>;

  /** Begins what `confirm` will wait for, where that takes a while. */
  checkAhead(sinceMs?: number): void;

  /** Whether `current` is as good as `confirm` now. */
  readonly isConfirmed: boolean;
  /** Whether others write here, too, at the moment: an `advance` may often come to a conflict. */
  readonly isContended: boolean;

  /** Fairness: called before a draft, waits until it is the turn of this process again. */
  makeWay(): Promise<void>;

  /** How many slots of its log `current` stands on; `null` unless reads may be older than what was acknowledged. */
  readonly position: number | null;

  /** `confirm` where reads may be older, too. @throws as `confirm` does */
  confirmNewest(): Promise<void>;

  /**
   * Compare-and-swap from `expected` to `next`, durable when this returns `moved`, which confirms `expected` as well. One
   * at a time.
   *
   * @param objects what `next` needs and `expected` does not have: on disk before `next` can be seen
   * @param untilMs when it has to be decided, by `performance.now()`; see `writeEndMs`
   * @throws when it cannot be stored: the branch is at `expected` then, or where another process has moved it since
   */
  advance(
    expected: string | null,
    next: string,
    objects: readonly GitObject[],
    untilMs?: number,
  ): Promise<AdvanceOutcome>;

  /** When a write that comes now must have its answer, by `performance.now()`; the disk of this machine sets no time. */
  readonly writeEndMs: number;

  /**
   * Last resort after conflicts: runs `attempt`, which advances the branch, so that other processes cannot keep it from that for ever.
   *
   * @returns what `attempt` did last: whether there was no conflict
   * @throws what `attempt` throws; when other processes are in the way for too long, and then nothing is stored
   */
  insist(attempt: () => Promise<boolean>): Promise<boolean>;

  /** Makes the repository on this machine show the newest commit, for native git. */
  settleCache(): Promise<void>;

  /** Waits for what is under way; nothing is asked of it afterwards. */
  close(): Promise<void>;
}
