import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Mutex, untilAborted } from '../../lib/concurrency.js';
import { PortalError } from '../../lib/errors.js';
import type { AdvanceOutcome, Branch } from '../branch.js';
import type { GitObject } from '../git/object.js';
import { encodePack, type Pack } from '../git/pack.js';
import type { PreparedPack } from '../objects.js';
import { budgetEndMs, deadline, lastAttemptShare, noteProgress, waitFor } from '../wait-budget.js';
import type { BranchCache, Position } from './branch-cache.js';
import { notStored, unavailable, undecided } from './branch-errors.js';
import { EntryError, encodeEntry, isNotice, type LogEntry, requireNext, type SlotContent } from './entry.js';
import { Fairness } from './fairness.js';
import { Freshness } from './freshness.js';
import type { SharedLog } from './log.js';
import { LogTail } from './log-tail.js';
import { reread } from './retry.js';

export interface SharedBranchOptions {
  /** Id of this process among the writers of the log. */
  readonly node: string;
  readonly log: SharedLog;
  readonly cache: BranchCache;
  /** Maximum age of the check that a read is based on; 0: each read waits for one that began after it. */
  readonly stalenessMs: number;
  /** Time limit of one write or read. */
  readonly timeoutMs: number;
  /** Resolves when the store is known to refuse a second create; called before each write. */
  readonly ready: () => Promise<void>;
  /** Puts a notice of a slot of the registry into this log; nothing before nodes know notices. */
  readonly notify: (registry: number) => Promise<void>;
  /** Only for the registry: called before an entry is sent, to put notices; see `FORMAT.md`. */
  readonly announce?: ((entry: Pick<LogEntry, 'n' | 'parent' | 'tip'>) => Promise<void>) | undefined;
  /** Called with a problem that people have to look at. */
  readonly onProblem: (problem: string, error: unknown) => void;
  readonly counters: SharedCounters;
  readonly onClose: () => void;
}

/** Counters over all logs of a process, at their beginning. */
export const newCounters = () => ({ won: 0, lost: 0, undecided: 0, checks: 0, applied: 0 });
type SharedCounters = ReturnType<typeof newCounters>;

/** Interval, after a write's time limit, of looking whether it was sent. */
const graceMs = 100;

/** Retry interval of failed checks. */
const retryMs = 1000;

/** Number of entries after which a catch-up counts as a transfer. */
const manyEntries = 16;

/** Time limit of a write that loses one slot after the other. */
const insistMs = 5000;

/**
 * A branch whose truth is a log in an object store; the repository on this machine is a cache of it.
 *
 * Invariant: the position goes from `n` to `n + 1` only, under the mutex, by the entry that is in slot `n + 1`.
 */
export class SharedBranch implements Branch {
  readonly #mutex = new Mutex();
  readonly #freshness: Freshness;
  readonly #tail: LogTail;
  readonly #turns = new Fairness();
  readonly #closing = new AbortController();
  /** Damage found by the last check. Nothing is served until a check finds the log complete. */
  #broken: EntryError | undefined;
  /** Earliest time at which a broken log is checked again. */
  #nextCheckMs = 0;
  #retrying: NodeJS.Timeout | undefined;
  /** The slot of the newest own entry that the cache could not take. */
  #leftOut = 0;
  /** Whether the own entry that is not decided yet may be in its slot. */
  #mayBeSent = false;
  /** Whether an own entry is undecided after its time limit. Nothing can be stored until it is decided. */
  #isUndecided = false;
  /** Number of notices applied: each is a barrier. */
  #barriers = 0;
  /** Start of the first check that has failed since one succeeded. */
  #failingSinceMs: number | undefined;

  constructor(private readonly options: SharedBranchOptions) {
    this.#freshness = new Freshness(options.stalenessMs, () => this.#check());
    this.#tail = new LogTail(options.log, options.timeoutMs);
  }

  get applied(): Position {
    return this.options.cache.position;
  }

  /** Time for which checks have failed; 0 when the last one succeeded. */
  get failingMs(): number {
    return this.#failingSinceMs === undefined ? 0 : performance.now() - this.#failingSinceMs;
  }

  /** The newest slot that reads wait for: an applied one, or an own entry that is not in the cache yet. */
  get acknowledged(): number {
    return Math.max(this.applied.n, this.#leftOut);
  }

  get position(): number | null {
    return this.options.stalenessMs === 0 ? null : this.acknowledged;
  }

  get isConfirmed(): boolean {
    return this.#broken === undefined && this.#freshness.keepsFresh();
  }

  current(): string | null {
    if (this.#broken !== undefined) throw this.#broken;
    return this.applied.tip;
  }

  async confirm(sinceMs?: number, untilMs?: number): Promise<void> {
    await waitFor(this.#freshness.ensure(sinceMs), untilMs);
  }

  checkAhead(sinceMs?: number): void {
    this.#freshness.ensure(sinceMs).catch(() => {});
  }

  async confirmNewest(): Promise<void> {
    await waitFor(this.#freshness.check());
  }

  get barriers(): number {
    return this.#barriers;
  }

  async putBarrier(): Promise<void> {
    // One that nodes know already, so that it costs them no look at the registry.
    await waitFor(this.options.notify(Math.max(1, this.applied.registry)));
    await this.confirmNewest();
  }

  get writeEndMs(): number {
    const endMs = performance.now() + this.options.timeoutMs - this.#attemptMs;
    return Math.min(endMs, budgetEndMs() ?? endMs);
  }

  /** Time limit of a write's last attempt, as earlier attempts may have lost to other nodes. */
  get #attemptMs(): number {
    return this.options.timeoutMs * lastAttemptShare;
  }

  attemptEndMs(writeEndMs: number): number {
    return Math.max(writeEndMs, performance.now() + this.#attemptMs);
  }

  advance(
    expected: string | null,
    next: string,
    objects: readonly GitObject[],
    untilMs?: number,
    barriers?: number,
  ): Promise<AdvanceOutcome> {
    return this.publish(expected, next, encodePack(objects), objects, untilMs, barriers);
  }

  /** `advance` with objects that are encoded already. @param objects those of them that are cached */
  async publish(
    expected: string | null,
    next: string,
    pack: Pack,
    objects: readonly GitObject[] = [],
    untilMs = this.writeEndMs,
    barriers?: number,
  ): Promise<AdvanceOutcome> {
    if (this.#isUndecided) throw notStored();
    const { signal: timeout, stop } = deadline(this.attemptEndMs(untilMs));
    const state = { isRunning: false, isOver: false };
    const run = this.#mutex.runExclusive(async () => {
      state.isRunning = true;
      if (barriers !== undefined && barriers !== this.#barriers) return 'conflict';
      return this.#append(expected, { tip: next, pack }, objects, timeout);
    }, timeout);
    const over = Promise.allSettled([run]).then(() => {
      state.isOver = true;
    });
    try {
      return await untilAborted(run, timeout);
    } catch (error) {
      if (!timeout.aborted || error !== timeout.reason) throw unavailable(error);
      if (!state.isRunning) throw notStored(error);
      // An entry that was never sent is refused; the upload of its large pack may be in progress before it.
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

  async makeWay(before?: Promise<void>): Promise<void> {
    if (!this.#turns.isContendedAt(this.applied.n)) return;
    // A lost batch also invalidates those drafted on top of it. Sending waits, so that one large batch competes and not two.
    await before;
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
    const { cache } = this.options;
    const before = cache.reference;
    await this.confirm();
    await cache.undoExternal(before);
  }

  /** Waits for a pending decision, within the time limit of a write. */
  async close(): Promise<void> {
    const grace = AbortSignal.timeout(this.options.timeoutMs);
    await untilAborted(this.#mutex.idle(), grace).catch(() => {});
    this.#closing.abort(new Error('The branch is closed'));
    clearTimeout(this.#retrying);
    await this.#mutex.idle();
    await this.options.cache.close();
    this.options.onClose();
  }

  /** Appends an entry to the log, under the mutex. */
  async #append(
    expected: string | null,
    next: Pick<LogEntry, 'tip' | 'pack'>,
    objects: readonly GitObject[],
    timeout: AbortSignal,
  ): Promise<AdvanceOutcome> {
    const { cache } = this.options;
    if (this.current() !== expected) return 'conflict';
    const startMs = performance.now();
    const { n, id: previous, tip: parent } = this.applied;
    const entry = { n: n + 1, id: randomUUID(), by: this.options.node, previous, parent, ...next };
    await this.#announce(entry, timeout);
    // A full disk refuses the write before anything is sent.
    const pack = await cache.write(entry, objects).catch((cause) => {
      throw new PortalError('unavailable', "This node's disk cannot take it. Nothing was stored.", { cause });
    });
    try {
      return await this.#send(entry, pack, startMs, timeout);
    } finally {
      this.#mayBeSent = false;
      await pack.discard();
    }
  }

  /** Preparation of an entry before it is sent. @throws PortalError */
  async #announce(entry: LogEntry, timeout: AbortSignal): Promise<void> {
    const { ready, announce } = this.options;
    try {
      await untilAborted(ready(), timeout);
      if (this.applied.registry > 0) await untilAborted(Promise.resolve(announce?.(entry)), timeout);
    } catch (cause) {
      throw cause instanceof PortalError ? cause : notStored(cause);
    }
  }

  /** Sends an entry, and applies what its slot holds then. @param startMs when the append began */
  async #send(entry: LogEntry, pack: PreparedPack, startMs: number, timeout: AbortSignal): Promise<AdvanceOutcome> {
    const sentMs = performance.now();
    const onSend = (mayBeSent: boolean): void => {
      this.#mayBeSent = mayBeSent;
    };
    onSend(false);
    let isDecided = false;
    try {
      const { log } = this.options;
      const decision = await log.append(encodeEntry(entry), { timeout, closing: this.#closing.signal, onSend });
      isDecided = true;
      onSend(false);
      if (decision.outcome === 'unsent') throw notStored();
      if (decision.outcome === 'won') {
        this.#count('won');
        await this.#settle(entry, pack, sentMs);
        this.#turns.won(entry.n, startMs);
        return 'moved';
      }
      this.#count('lost');
      await this.#apply(decision.winner);
      await reread(() => this.#catchUp(), timeout);
      return 'conflict';
    } catch (error) {
      this.#noteBroken(error);
      // A slot that seems to hold no entry decides nothing, because the answer may not come from the store.
      if (isDecided || !this.#mayBeSent) throw error;
      this.#count('undecided');
      throw undecided(error);
    }
  }

  /** Applies an own entry that is in its slot. When the cache cannot take it now, a later check finds it in the log. */
  async #settle(entry: LogEntry, pack: PreparedPack, sentMs: number): Promise<void> {
    try {
      await this.options.cache.install(entry, pack);
      this.#freshness.confirm(sentMs);
    } catch (error) {
      this.#leftOut = entry.n;
      this.#freshness.invalidate();
      this.#retryLater();
      this.options.onProblem(`the cache of ${this.options.log.name} cannot take slot ${entry.n}`, error);
    }
  }

  /** Freshness check: applies everything that was in the log when it began. */
  async #check(): Promise<void> {
    const timeout = AbortSignal.timeout(this.options.timeoutMs);
    const startMs = performance.now();
    this.#count('checks');
    try {
      if (this.#broken !== undefined && startMs < this.#nextCheckMs) throw this.#broken;
      const isBehind = !this.#tail.hasReadAll || (await this.#tail.probe(this.applied.n + 1, timeout));
      if (isBehind || this.#leftOut > this.applied.n) {
        await this.#mutex.runExclusive(() => reread(() => this.#catchUp(), timeout), timeout);
      } else this.#freshness.confirm(startMs);
      this.#broken = undefined;
      this.#failingSinceMs = undefined;
    } catch (error) {
      this.#failingSinceMs ??= startMs;
      this.#retryLater();
      throw unavailable(error === this.#broken ? error : this.#noteBroken(error));
    }
  }

  /** Checks again after a pause, so that a failure ends without a request. Until then, metrics and readiness report it. */
  #retryLater(): void {
    if (this.#closing.signal.aborted) return;
    this.#retrying ??= setTimeout(() => {
      this.#retrying = undefined;
      this.#freshness.check().catch(() => {});
    }, retryMs).unref();
  }

  /** Under the mutex: applies the log up to the first empty slot. @throws EntryError when that is a hole */
  async #catchUp(): Promise<void> {
    const tail = this.#tail.entriesFrom(this.applied.n + 1);
    for (let applied = 1; ; applied += 1) {
      const { done, value } = await tail.next();
      if (done) return this.#freshness.confirm(value);
      await this.#apply(value);
      if (applied > manyEntries) noteProgress();
    }
  }

  /** Under the mutex. @throws EntryError unless it is the next entry */
  async #apply(entry: SlotContent): Promise<void> {
    requireNext(this.applied, entry);
    if (isNotice(entry)) {
      this.#barriers += 1;
      return this.options.cache.applyNotice(entry);
    }
    if (entry.by !== this.options.node) this.#turns.met(entry.n, entry.by);
    this.#count('applied');
    await this.options.cache.apply(entry);
  }

  #noteBroken(error: unknown): unknown {
    if (!(error instanceof EntryError)) return error;
    if (this.#broken === undefined) this.options.onProblem(`the log ${this.options.log.name} is damaged`, error);
    this.#broken = error;
    this.#nextCheckMs = performance.now() + retryMs;
    this.#tail.invalidate();
    this.#retryLater();
    return error;
  }

  #count(what: keyof SharedCounters): void {
    this.options.counters[what] += 1;
  }
}
