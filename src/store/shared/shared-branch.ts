import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PortalError } from '../../errors.js';
import { isDiskError } from '../../system-error.js';
import type { AdvanceOutcome, Branch } from '../branch/branch.js';
import type { GitObject } from '../git/object.js';
import { encodePack, type Pack } from '../git/pack.js';
import { budgetEndMs, noteProgress, patienceUntil, storeUnavailable, waitFor } from '../waiting.js';
import { untilAborted } from './backoff.js';
import type { BranchCache, Position } from './branch-cache.js';
import { EntryError, encodeEntry, isNotice, type LogEntry, type Slot } from './entry.js';
import { Freshness } from './freshness.js';
import { reread, type SharedLog } from './log.js';
import { LogTail } from './log-tail.js';
import { Mutex } from './mutex.js';
import { Turns } from './turns.js';

export interface SharedBranchOptions {
  /** Name of this process among those that write the log. */
  readonly node: string;
  readonly log: SharedLog;
  readonly cache: BranchCache;
  /** How old a check may be that a read stands on; 0: each read waits for one that began after it. */
  readonly stalenessMs: number;
  /** How long one write or read waits for the store. */
  readonly patienceMs: number;
  /** Resolves when the store is known to refuse a second create; called before each write. */
  readonly ready: () => Promise<void>;
  /** Of the registry: called before an entry is sent, once notices are agreed on. See `FORMAT.md`. */
  readonly announce?: ((entry: Pick<LogEntry, 'n' | 'parent' | 'tip'>) => Promise<void>) | undefined;
  /** Called with a problem that people have to look at. */
  readonly onProblem: (problem: string, error: unknown) => void;
  readonly counters: SharedCounters;
  readonly onClose: () => void;
}

/** What is counted over all logs of a process. */
export interface SharedCounters {
  won: number;
  lost: number;
  undecided: number;
  checks: number;
  applied: number;
}

/** Of a write whose time is over. */
const graceMs = 100;

/** Until a log that could not be looked at is looked at again, without a request for it. */
const lookAgainMs = 1000;

/** Entries that one catch-up applies before it counts as a transfer of its own. */
const manyEntries = 16;

/** Of losing one slot after the other, until a batch is refused. */
const insistMs = 5000;

/**
 * A branch whose truth is a log in an object store; the repository on this machine is a cache of it.
 *
 * Invariant: the position goes from `n` to `n + 1` only, under the mutex, by the entry that is in slot `n + 1`.
 */
export class SharedBranch implements Branch {
  readonly #options: SharedBranchOptions;
  readonly #mutex = new Mutex();
  readonly #freshness: Freshness;
  readonly #tail: LogTail;
  readonly #turns = new Turns();
  readonly #closing = new AbortController();
  /** What the last look at the log found that must not be: nothing is served until a look finds it whole. */
  #broken: EntryError | undefined;
  /** When the next look at a broken log may begin: until then it is broken. */
  #nextLookMs = 0;
  #lookingAgain: NodeJS.Timeout | undefined;
  /** The slot of the newest own entry that the cache could not take. */
  #leftOut = 0;
  /** The own entry that is not decided yet may be in its slot. */
  #mayBeSent = false;
  /** An own entry is not decided after all its time: nothing can be stored before it is. */
  #isUndecided = false;
  /** When the first of the checks began that have failed since one succeeded. */
  #failingSinceMs: number | undefined;

  constructor(options: SharedBranchOptions) {
    this.#options = options;
    this.#freshness = new Freshness(options.stalenessMs, () => this.#check());
    this.#tail = new LogTail(options.log, options.patienceMs);
  }

  /** How far the log is applied to the cache. */
  get applied(): Position {
    return this.#options.cache.position;
  }

  /** For how long no check has succeeded; 0: the last one did. */
  get failingMs(): number {
    return this.#failingSinceMs === undefined ? 0 : this.#freshness.now() - this.#failingSinceMs;
  }

  /** High-water mark of the slots that are applied, and of own entries that the cache could not take yet: reads wait for those. */
  get acknowledged(): number {
    return Math.max(this.applied.n, this.#leftOut);
  }

  get position(): number | null {
    return this.#options.stalenessMs === 0 ? null : this.acknowledged;
  }

  get isConfirmed(): boolean {
    return this.#broken === undefined && this.#freshness.keepsFresh();
  }

  get isContended(): boolean {
    return this.#turns.isContendedAt(this.applied.n);
  }

  current(): string | null {
    if (this.#broken !== undefined) throw this.#broken;
    return this.applied.tip;
  }

  async confirm(sinceMs?: number, untilMs?: number): Promise<void> {
    await waitFor(this.#freshness.ensure(sinceMs), untilMs === undefined ? untilMs : this.#atLeastOnce(untilMs));
  }

  checkAhead(sinceMs?: number): void {
    this.#freshness.ensure(sinceMs).catch(() => {});
  }

  async confirmNewest(): Promise<void> {
    await waitFor(this.#freshness.check());
  }

  get writeEndMs(): number {
    const endMs = performance.now() + this.#options.patienceMs;
    return Math.min(endMs, budgetEndMs() ?? endMs) - this.#attemptMs;
  }

  /** Of a write's time, kept for its last attempt: those that lose to other nodes do not wait for the store. */
  get #attemptMs(): number {
    return this.#options.patienceMs / 5;
  }

  #atLeastOnce(untilMs: number): number {
    return Math.max(untilMs, performance.now() + this.#attemptMs);
  }

  advance(
    expected: string | null,
    next: string,
    objects: readonly GitObject[],
    untilMs?: number,
  ): Promise<AdvanceOutcome> {
    return this.publish(expected, next, encodePack(objects), objects, untilMs);
  }

  /** The same with objects that are encoded already. @param objects what of them is read soon, if that is known */
  async publish(
    expected: string | null,
    next: string,
    pack: Pack,
    objects: readonly GitObject[] = [],
    untilMs = this.writeEndMs,
  ): Promise<AdvanceOutcome> {
    if (this.#isUndecided) throw notStored();
    const { signal: patience, stop } = patienceUntil(this.#atLeastOnce(untilMs));
    const state = { isRunning: false, isOver: false };
    const run = this.#mutex.run(async () => {
      state.isRunning = true;
      return this.#append(expected, { tip: next, pack }, objects, patience);
    }, patience);
    const over = run.then(
      () => {},
      () => {},
    );
    void over.then(() => {
      state.isOver = true;
    });
    try {
      return await untilAborted(run, patience);
    } catch (error) {
      if (!patience.aborted || error !== patience.reason) throw unavailable(error);
      if (!state.isRunning) throw notStored(error);
      // What never leaves this machine is refused when that is sure; a large pack may be on its way before its entry is.
      do await Promise.race([over, sleep(graceMs)]);
      while (!state.isOver && !this.#mayBeSent);
      if (state.isOver) return await run.catch((failure) => Promise.reject(unavailable(failure)));
      this.#count('undecided');
      this.#isUndecided = true;
      void over.then(() => {
        this.#isUndecided = false;
      });
      throw undecided();
    } finally {
      stop();
    }
  }

  async makeWay(): Promise<void> {
    await this.#turns.makeWay(
      () => this.applied.n,
      () => this.#freshness.check(),
    );
  }

  async insist(attempt: () => Promise<boolean>): Promise<boolean> {
    const deadlineMs = performance.now() + insistMs;
    do if (await attempt()) return true;
    while (performance.now() < deadlineMs);
    throw new PortalError('busy', 'Other nodes write here all the time. Nothing was stored: try again soon.');
  }

  async settleCache(): Promise<void> {
    const { cache } = this.#options;
    const before = cache.reference;
    await this.confirm();
    await cache.undoForeign(before);
  }

  /** Waits for a decision that is under way, for as long as a write may wait. */
  async close(): Promise<void> {
    const grace = AbortSignal.timeout(this.#options.patienceMs);
    await untilAborted(this.#mutex.idle(), grace).catch(() => {});
    this.#closing.abort(new Error('The branch is closed'));
    clearTimeout(this.#lookingAgain);
    await this.#mutex.idle();
    await this.#options.cache.close();
    this.#options.onClose();
  }

  /** Under the mutex. */
  async #append(
    expected: string | null,
    next: Pick<LogEntry, 'tip' | 'pack'>,
    objects: readonly GitObject[],
    patience: AbortSignal,
  ): Promise<AdvanceOutcome> {
    const { log, cache } = this.#options;
    if (this.current() !== expected) return 'conflict';
    const startMs = performance.now();
    const { n, id, tip, registry } = this.applied;
    const entry: LogEntry = { n: n + 1, id: randomUUID(), by: this.#options.node, previous: id, parent: tip, ...next };
    try {
      await untilAborted(this.#options.ready(), patience);
      if (registry > 0) await untilAborted(Promise.resolve(this.#options.announce?.(entry)), patience);
    } catch (cause) {
      throw cause instanceof PortalError ? cause : notStored(cause);
    }
    // First, so that a full disk refuses the write before anything is sent.
    const pack = await cache.write(entry, objects).catch((cause) => {
      throw new PortalError('unavailable', "This node's disk cannot take it. Nothing was stored.", { cause });
    });
    const sentMs = this.#freshness.now();
    this.#mayBeSent = false;
    let isDecided = false;
    try {
      const onSend = (mayBeSent: boolean): void => {
        this.#mayBeSent = mayBeSent;
      };
      const decision = await log.append(encodeEntry(entry), { patience, closing: this.#closing.signal, onSend });
      isDecided = true;
      this.#mayBeSent = false;
      if (decision.outcome === 'unsent') throw notStored();
      if (decision.outcome === 'won') {
        this.#count('won');
        await this.#settle(entry, () => cache.place(entry, pack), sentMs);
        this.#turns.won(entry.n, startMs);
        return 'moved';
      }
      this.#count('lost');
      await this.#apply(decision.winner);
      await reread(() => this.#catchUp(), patience);
      return 'conflict';
    } catch (error) {
      this.#noteBroken(error);
      // Also when its slot seems to hold no entry: what came may be no answer of the store.
      if (isDecided || !this.#mayBeSent) throw error;
      this.#count('undecided');
      throw undecided(error);
    } finally {
      this.#mayBeSent = false;
      await pack.discard();
    }
  }

  /** The entry is in its slot whatever happens here: when the cache cannot take it now, a later check finds it in the log. */
  async #settle(entry: LogEntry, place: () => Promise<void>, sentMs: number): Promise<void> {
    try {
      await place();
      this.#freshness.confirm(sentMs);
    } catch (error) {
      this.#leftOut = entry.n;
      this.#freshness.doubt();
      this.#lookAgain();
      this.#options.onProblem(`the cache of ${this.#options.log.name} cannot take slot ${entry.n}`, error);
    }
  }

  /** Freshness check: everything that was in the log when it began is applied when it returns. */
  async #check(): Promise<void> {
    const { log, patienceMs } = this.#options;
    const patience = AbortSignal.timeout(patienceMs);
    const startMs = this.#freshness.now();
    this.#count('checks');
    try {
      if (this.#broken !== undefined && startMs < this.#nextLookMs) throw this.#broken;
      const isBehind = !this.#tail.hasReadAll || (await log.has(this.applied.n + 1, patience));
      if (isBehind || this.#leftOut > this.applied.n) {
        await this.#mutex.run(() => reread(() => this.#catchUp(), patience), patience);
      } else this.#freshness.confirm(startMs);
      this.#broken = undefined;
      this.#failingSinceMs = undefined;
    } catch (error) {
      this.#failingSinceMs ??= startMs;
      this.#lookAgain();
      throw unavailable(error === this.#broken ? error : this.#noteBroken(error));
    }
  }

  /** What has failed ends by itself: metrics and readiness would tell of it until the next request. */
  #lookAgain(): void {
    if (this.#closing.signal.aborted) return;
    this.#lookingAgain ??= setTimeout(() => {
      this.#lookingAgain = undefined;
      this.#freshness.check().catch(() => {});
    }, lookAgainMs).unref();
  }

  /** Under the mutex: applies what the log has, up to the first empty slot. @throws EntryError when that is a hole */
  async #catchUp(): Promise<void> {
    const tail = this.#tail.entriesFrom(this.applied.n + 1);
    for (let applied = 1; ; applied += 1) {
      const { done, value } = await tail.next();
      if (done) return this.#freshness.confirm(value);
      await this.#apply(value);
      if (applied > manyEntries) noteProgress();
    }
  }

  /** Under the mutex. @throws EntryError unless it continues what is applied */
  async #apply(entry: Slot): Promise<void> {
    const { n, id, tip } = this.applied;
    if (isNotice(entry) && entry.n === n + 1) return this.#options.cache.pass(entry);
    if (isNotice(entry) || entry.n !== n + 1 || entry.previous !== id || entry.parent !== tip) {
      throw new EntryError(
        `slot ${entry.n} does not continue slot ${n}`,
        isNotice(entry) ? `${entry.n}` : `${entry.n} ${entry.previous} ${entry.parent}`,
      );
    }
    if (entry.by !== this.#options.node) this.#turns.met(entry.n, entry.by);
    this.#count('applied');
    await this.#options.cache.apply(entry);
  }

  #noteBroken(error: unknown): unknown {
    if (!(error instanceof EntryError)) return error;
    if (this.#broken === undefined) this.#options.onProblem(`the log ${this.#options.log.name} is damaged`, error);
    this.#broken = error;
    this.#nextLookMs = performance.now() + lookAgainMs;
    this.#tail.doubt();
    this.#lookAgain();
    return error;
  }

  #count(what: keyof SharedCounters): void {
    this.#options.counters[what] += 1;
  }
}

function unavailable(cause: unknown): PortalError {
  if (cause instanceof PortalError) return cause;
  if (cause instanceof EntryError) {
    return new PortalError('unavailable', 'The log in the shared store is damaged: nothing is served of it.', {
      cause,
    });
  }
  if (isDiskError(cause)) {
    return new PortalError('unavailable', "This node's disk cannot take what is new.", { cause });
  }
  return storeUnavailable(cause);
}

function notStored(cause?: unknown): PortalError {
  return new PortalError('unavailable', 'The shared store cannot be reached. Nothing was stored.', { cause });
}

function undecided(cause?: unknown): PortalError {
  return new PortalError('undecided', 'It is not known whether this was stored: the shared store does not say.', {
    cause,
  });
}
