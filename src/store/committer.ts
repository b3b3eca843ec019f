import { setTimeout as sleep } from 'node:timers/promises';
import { PortalError } from '../lib/errors.js';
import type { Projection } from '../lib/projection.js';
import type { Branch } from './branch.js';
import { DraftBatch, type Outcome, type Work, type Written } from './draft-batch.js';
import { type Follower, unavailable } from './follower.js';
import type { Objects } from './objects.js';
import type { Snapshot } from './snapshot.js';
import { counted, deadline, withoutBudget } from './wait-budget.js';

/** A write. It is refused when its time limit ends before the batch ahead of it is done. */
class Job<Catalog> {
  readonly #timeout: ReturnType<typeof deadline> | undefined;
  #isBegun = false;
  #isSettled = false;

  /**
   * @param endMs see `Branch.writeEndMs`
   * @param isBehind whether a batch is on its way to the disk
   */
  constructor(
    readonly work: Work<Catalog, unknown>,
    readonly endMs: number,
    isBehind: () => boolean,
    private readonly report: (outcome: Outcome<Catalog>) => void,
  ) {
    if (endMs === Number.POSITIVE_INFINITY) return;
    this.#timeout = deadline(endMs);
    this.#timeout.signal.addEventListener('abort', () => {
      if (this.#isBegun || !isBehind()) return;
      const problem = 'The shared store did not answer in time. Nothing was stored.';
      this.settle({ error: new PortalError('unavailable', problem) });
    });
  }

  /**
   * Called before each attempt to store it.
   *
   * @returns `false` when it was refused
   */
  begin(): boolean {
    this.#isBegun = true;
    return !this.#isSettled;
  }

  settle(outcome: Outcome<Catalog>): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#timeout?.stop();
    this.report(outcome);
  }
}

/** One group commit, stored or failed as a whole. */
export interface Batch {
  /** Commits that it made; of a failed one, writes that it refused. */
  readonly commits: number;
  /** Duration from the moment it was the next to be stored until it was on disk. */
  readonly ms: number;
  readonly isStored: boolean;
}

export type OnBatch = (batch: Batch) => void;

/** A batch on its way to the disk. */
interface Publication<Catalog> {
  readonly writes: number;
  readonly done: Promise<void>;
  /** The branch's snapshot, if the batch is stored as drafted. */
  readonly tip: Snapshot<Catalog> | null;
  isSettled: boolean;
}

/**
 * Commit delay: after an answer, most writers send their next write at once, and a batch waits this long for it. Without the delay, a
 * few writers would split into two batches, each waiting for the sync of the other.
 */
const rejoinMs = 1;

export const defaultMaxWaiting = 1000;

/** Upper bound on the writes of a batch, which bounds how long the first of them waits for its answer. */
const batchSize = 128;

/** Number of conflicts with other processes after which a batch is stored under the lock. */
const fullAttempts = 3;

export interface CommitterOptions {
  /** Limit of the writes that wait for those being stored. */
  readonly maxWaiting?: number | undefined;
  /** Called after each batch that made commits or could not. */
  readonly onBatch?: OnBatch | undefined;
}

/**
 * Group commit: the queued writes become one batch, a batch one pack and one compare-and-swap of the branch.
 *
 * Pipeline of two stages: while one batch waits for the disk, the next one is drafted on top of it. If the first is not stored, the
 * branch is not where the second began: that is a conflict like any other, and it is drafted again.
 */
export class Committer<Catalog> {
  readonly #queue: Job<Catalog>[] = [];
  #wake: (() => void) | undefined;
  readonly #maxWaiting: number;
  readonly #onBatch: OnBatch | undefined;
  #pending = 0;
  #publishing = 0;
  #running: Promise<void> | undefined;

  constructor(
    private readonly objects: Objects,
    private readonly branch: Branch,
    private readonly projection: Projection<Catalog>,
    private readonly follower: Follower<Catalog>,
    { maxWaiting = defaultMaxWaiting, onBatch }: CommitterOptions = {},
  ) {
    this.#maxWaiting = maxWaiting;
    this.#onBatch = onBatch;
  }

  /** Writes that are not settled yet. */
  get pending(): number {
    return this.#pending;
  }

  /** @throws `busy` when too many writes are waiting */
  write<Answer>(work: Work<Catalog, Answer>): Promise<Written<Catalog, Answer>> {
    if (this.#pending - this.#publishing >= this.#maxWaiting) {
      const problem = 'Too many writes are waiting here. Nothing was stored: try again soon.';
      return Promise.reject(new PortalError('busy', problem));
    }
    this.#pending += 1;
    const written = new Promise<Written<Catalog, Answer>>((resolve, reject) => {
      const report = (outcome: Outcome<Catalog>): void => {
        this.#pending -= 1;
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.written as Written<Catalog, Answer>);
      };
      this.#queue.push(new Job(work, this.branch.writeEndMs, () => this.#publishing > 0, report));
      this.#wake?.();
      this.#running ??= withoutBudget(() => this.#run());
    });
    return counted(written);
  }

  /** Resolves when every write accepted so far is settled. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // The callers of this tick join the first batch.
    await Promise.resolve();
    let before: Publication<Catalog> | null = null;
    do {
      const { jobs, batch } = await this.#fill(before);
      if (jobs.length === 0) continue;
      await before?.done;
      before = this.#publish(jobs, batch);
    } while (this.#queue.length > 0 || before?.isSettled === false);
    this.#running = undefined;
  }

  /** First stage: drafts waiting writes, and those that arrive while the previous batch is being stored. */
  async #fill(before: Publication<Catalog> | null) {
    const jobs: Job<Catalog>[] = [];
    let batch: DraftBatch<Catalog> | null = null;
    const draftWaiting = async (): Promise<void> => {
      while (jobs.length < batchSize) {
        const job = this.#queue.shift();
        if (job === undefined) return;
        if (jobs.length === 0) batch = await this.#begin(before).catch(() => null);
        jobs.push(job);
        await batch?.add(job.work);
      }
    };
    await draftWaiting();
    while (before?.isSettled === false && jobs.length < batchSize) {
      await this.#arrival(before.done);
      await draftWaiting();
    }
    if (before !== null && jobs.length > 0) {
      let isOver = false;
      const over = sleep(rejoinMs).then(() => {
        isOver = true;
      });
      for (const expected = before.writes + jobs.length; jobs.length < Math.min(expected, batchSize) && !isOver; ) {
        await this.#arrival(over);
        await draftWaiting();
      }
    }
    return { jobs, batch };
  }

  /** Resolves when a write comes, or `otherwise` does. */
  async #arrival(otherwise: Promise<unknown>): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      void otherwise.then(() => resolve());
    });
    this.#wake = undefined;
  }

  #publish(jobs: readonly Job<Catalog>[], batch: DraftBatch<Catalog> | null): Publication<Catalog> {
    this.#publishing = jobs.length;
    const done = this.#commitBatch(jobs, batch).finally(() => {
      publication.isSettled = true;
      this.#publishing = 0;
    });
    const publication: Publication<Catalog> = { writes: jobs.length, done, tip: batch?.tip ?? null, isSettled: false };
    return publication;
  }

  async #commitBatch(jobs: readonly Job<Catalog>[], drafted: DraftBatch<Catalog> | null): Promise<void> {
    const startMs = performance.now();
    let unsettled = jobs;
    let draft = drafted;
    let conflicts = 0;
    const attempt = async (): Promise<boolean> => {
      const inTime = unsettled.filter((job) => job.begin());
      if (inTime.length < unsettled.length) {
        if (draft !== null) this.objects.unstage(draft.objects);
        [unsettled, draft] = [inTime, null];
      }
      if (unsettled.length === 0) return true;
      // A smaller batch is drafted again sooner, and so does not always lose to the same process.
      const attempted = unsettled.slice(0, Math.ceil(unsettled.length / 2 ** Math.max(0, conflicts - fullAttempts)));
      const isSettled = await this.#tryBatch(attempted, startMs, draft);
      draft = null;
      conflicts = isSettled ? 0 : conflicts + 1;
      if (isSettled) unsettled = unsettled.slice(attempted.length);
      return isSettled;
    };
    try {
      while (unsettled.length > 0) {
        if (conflicts < fullAttempts) await attempt();
        else if (!(await this.branch.insist(attempt))) throw new Error('The branch moved although it was locked');
      }
    } catch (cause) {
      const error = unavailable(cause);
      for (const job of unsettled) job.settle({ error });
      this.#report(unsettled.length, startMs, false);
    }
  }

  /** @returns `false` when the branch was moved elsewhere. No job is settled then. */
  async #tryBatch(
    jobs: readonly Job<Catalog>[],
    startMs: number,
    drafted: DraftBatch<Catalog> | null,
  ): Promise<boolean> {
    let batch = drafted;
    const writeEndMs = Math.min(...jobs.map((job) => job.endMs));
    let endMs = writeEndMs;
    try {
      batch ??= await this.#draft(jobs);
      const { outcomes, commits } = batch;
      endMs = this.branch.attemptEndMs(writeEndMs);
      if (!(await this.#advance(batch, writeEndMs, endMs))) return false;
      for (const [index, job] of jobs.entries()) job.settle(outcomes[index] as Outcome<Catalog>);
      this.#report(commits, startMs, true);
    } catch (cause) {
      const error = unavailable(cause);
      const isConfirmed = batch !== null && (await this.#isConfirmed(batch, endMs).catch(() => false));
      const settled = isConfirmed && batch !== null ? batch.settledWithoutCommit : 0;
      for (const [index, job] of jobs.entries()) job.settle((index < settled && batch?.outcomes[index]) || { error });
      this.#report(jobs.length - settled, startMs, false);
    } finally {
      if (batch !== null) this.objects.unstage(batch.objects);
    }
    return true;
  }

  #report(commits: number, startMs: number, isStored: boolean): void {
    if (commits > 0) this.#onBatch?.({ commits, ms: performance.now() - startMs, isStored });
  }

  async #draft(jobs: readonly Job<Catalog>[]): Promise<DraftBatch<Catalog>> {
    const batch = await this.#begin(null);
    for (const { work } of jobs) await batch.add(work);
    return batch;
  }

  /** Begins a draft on top of the batch that is on its way to the disk, or of the branch. */
  async #begin(before: Publication<Catalog> | null): Promise<DraftBatch<Catalog>> {
    await this.branch.makeWay(before?.done);
    const { barriers } = this.branch;
    const base = (before?.isSettled === false && before.tip) || (await this.follower.readUnconfirmed());
    return new DraftBatch(base, this.objects, this.projection, this.follower, barriers);
  }

  /** @returns `false` when the branch is no longer at the base. Nothing is stored, and every decision made on it is void. */
  async #advance(batch: DraftBatch<Catalog>, writeEndMs: number, endMs: number): Promise<boolean> {
    const { base, tip, objects, barriers } = batch;
    if (tip === base) return this.#isConfirmed(batch, endMs);
    this.follower.prepare(tip);
    const outcome = await this.branch.advance(base.commit, tip.commit as string, objects, writeEndMs, barriers);
    if (outcome === 'conflict') return false;
    this.follower.adopt(tip, base.commit, objects);
    return true;
  }

  /** Whether the branch is where the draft began. Only then is a refusal, or an answer without a commit, valid. */
  async #isConfirmed({ base }: DraftBatch<Catalog>, endMs: number): Promise<boolean> {
    await this.branch.confirm(undefined, endMs);
    return this.branch.current() === base.commit;
  }
}
