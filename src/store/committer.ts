import { PortalError } from '../errors.js';
import type { FileChange, Projection } from '../projection.js';
import type { Branch } from './branch/branch.js';
import { type Follower, unavailable } from './follower.js';
import { encodeCommit, type Signature } from './git/commit.js';
import type { GitObject } from './git/object.js';
import { changeTree } from './git/tree.js';
import type { Objects } from './objects.js';
import { Draft, type Snapshot } from './snapshot.js';
import { WriterQueue } from './writer-queue.js';

export type Work<Catalog, Answer> = (draft: Draft<Catalog>) => Answer | Promise<Answer>;

export interface Written<Catalog, Answer> {
  readonly answer: Answer;
  /** The repository right after this write. */
  readonly snapshot: Snapshot<Catalog>;
  /** Whether it changed anything. */
  readonly isCommitted: boolean;
}

interface Job<Catalog> {
  readonly work: Work<Catalog, unknown>;
  settle(outcome: Outcome<Catalog>): void;
}

/** One group commit, stored or failed as a whole. */
export interface Batch {
  /** How many commits it made; of one that failed, how many writes it refused. */
  readonly commits: number;
  /** From its first look at the branch until everything was on disk. */
  readonly ms: number;
  readonly isStored: boolean;
}

export type OnBatch = (batch: Batch) => void;

/** What the writes of a batch do to a snapshot, before any of it is stored. */
interface Drafted<Catalog> {
  readonly base: Snapshot<Catalog>;
  /** `base` with every commit of the batch on top; the same when there is none. */
  readonly tip: Snapshot<Catalog>;
  readonly commits: number;
  readonly objects: readonly GitObject[];
  /** One for each write. */
  readonly outcomes: readonly Outcome<Catalog>[];
  /** How many of them were decided before the first commit: they stand even when the batch cannot be stored. */
  readonly settledWithoutCommit: number;
}

type Outcome<Catalog> = { readonly written: Written<Catalog, unknown> } | { readonly error: unknown };

const signature: Signature = { name: 'Brand Portal', email: 'service@brand-portal.invalid' };

/** Optimistic concurrency: a batch whose base was moved by another process is run again, in the end with insistence. */
const attempts = 4;

export interface CommitterOptions {
  /** Writes that may wait for those that are being stored. */
  readonly maxWaiting?: number | undefined;
  /** Called after each batch that made commits or could not. */
  readonly onBatch?: OnBatch | undefined;
}

/** Group commit: what waits in the queue becomes one batch, a batch one pack and one compare-and-swap of the branch. */
export class Committer<Catalog> {
  readonly #objects: Objects;
  readonly #branch: Branch;
  readonly #projection: Projection<Catalog>;
  readonly #follower: Follower<Catalog>;
  readonly #queue: WriterQueue<Job<Catalog>>;
  readonly #onBatch: OnBatch | undefined;

  constructor(
    objects: Objects,
    branch: Branch,
    projection: Projection<Catalog>,
    follower: Follower<Catalog>,
    { maxWaiting, onBatch }: CommitterOptions = {},
  ) {
    this.#objects = objects;
    this.#branch = branch;
    this.#projection = projection;
    this.#follower = follower;
    this.#queue = new WriterQueue((jobs) => this.#commitBatch(jobs), maxWaiting);
    this.#onBatch = onBatch;
  }

  /** Writes that are not settled yet. */
  get pending(): number {
    return this.#queue.pending;
  }

  /** @throws `busy` when too many writes are waiting */
  write<Answer>(work: Work<Catalog, Answer>): Promise<Written<Catalog, Answer>> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome<Catalog>): void => {
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.written as Written<Catalog, Answer>);
      };
      if (!this.#queue.push({ work, settle })) {
        reject(new PortalError('busy', 'Too many writes are waiting here. Nothing was stored: try again soon.'));
      }
    });
  }

  /** Resolves when every write accepted so far is settled. */
  async idle(): Promise<void> {
    await this.#queue.idle();
  }

  async #commitBatch(jobs: readonly Job<Catalog>[]): Promise<void> {
    const startMs = performance.now();
    try {
      for (let attempt = 1; attempt < attempts; attempt += 1) {
        if (await this.#tryBatch(jobs, startMs)) return;
      }
      if (await this.#branch.insist(() => this.#tryBatch(jobs, startMs))) return;
      throw new Error('The branch moved although it was locked');
    } catch (cause) {
      const error = unavailable(cause);
      for (const job of jobs) job.settle({ error });
      this.#report(jobs.length, startMs, false);
    }
  }

  /** @returns `false` when the branch was moved elsewhere: no job is settled then */
  async #tryBatch(jobs: readonly Job<Catalog>[], startMs: number): Promise<boolean> {
    let batch: Drafted<Catalog> | undefined;
    try {
      batch = await this.#draft(jobs);
      if (!(await this.#publish(batch))) return false;
      for (const [at, job] of jobs.entries()) job.settle(batch.outcomes[at] as Outcome<Catalog>);
      this.#report(batch.commits, startMs, true);
    } catch (cause) {
      const error = unavailable(cause);
      const stands = batch !== undefined && (await this.#isConfirmed(batch).catch(() => false));
      const settled = stands && batch !== undefined ? batch.settledWithoutCommit : 0;
      for (const [at, job] of jobs.entries()) job.settle((at < settled && batch?.outcomes[at]) || { error });
      this.#report(jobs.length - settled, startMs, false);
    } finally {
      this.#objects.unstage();
    }
    return true;
  }

  #report(commits: number, startMs: number, isStored: boolean): void {
    if (commits > 0) this.#onBatch?.({ commits, ms: performance.now() - startMs, isStored });
  }

  /** Each write runs on what the one before it made. */
  async #draft(jobs: readonly Job<Catalog>[]): Promise<Drafted<Catalog>> {
    const base = await this.#follower.readUnconfirmed();
    const outcomes: Outcome<Catalog>[] = [];
    const objects: GitObject[] = [];
    let [tip, commits, settledWithoutCommit] = [base, 0, 0];
    for (const { work } of jobs) {
      const draft = new Draft(tip, base);
      try {
        const answer = await work(draft);
        const made = await this.#commit(draft);
        objects.push(...made.objects);
        const isCommitted = made.next !== tip;
        if (isCommitted) commits += 1;
        tip = made.next;
        outcomes.push({ written: { answer, snapshot: tip, isCommitted } });
      } catch (error) {
        outcomes.push({ error });
      }
      if (tip === base) settledWithoutCommit = outcomes.length;
    }
    return { base, tip, commits, objects, outcomes, settledWithoutCommit };
  }

  async #commit(draft: Draft<Catalog>): Promise<{ next: Snapshot<Catalog>; objects: GitObject[] }> {
    const base = draft.snapshot;
    if (draft.files.size === 0) return { next: base, objects: [] };
    const { root, objects, displaced } = await changeTree(base.tree, draft.files, this.#objects.readTree);
    if (root === base.tree) return { next: base, objects: [] };
    const commit = encodeCommit({ tree: root, parent: base.commit, committer: signature, ...draft.info });
    this.#objects.stage(objects);
    const blobs = new Map(objects.map((object) => [object.body, object.oid]));
    const changes: FileChange[] = displaced.map((path) => ({ path, content: null }));
    for (const [path, bytes] of draft.files) {
      if (bytes === null) changes.push({ path, content: null });
      else if (blobs.has(bytes)) changes.push({ path, content: { version: blobs.get(bytes) as string, bytes } });
    }
    const catalog = this.#projection.apply(base.catalog, changes);
    const next = await this.#follower.snapshotOf(commit.oid, root, catalog);
    return { next, objects: [...objects, commit] };
  }

  /** @returns `false` when the branch is not at the base any more: nothing is stored, and nothing decided on it stands */
  async #publish(batch: Drafted<Catalog>): Promise<boolean> {
    const { base, tip, objects } = batch;
    if (tip === base) return this.#isConfirmed(batch);
    this.#follower.prepare(tip);
    if ((await this.#branch.advance(base.commit, tip.commit as string, objects)) === 'conflict') return false;
    this.#follower.adopt(tip, base.commit, objects);
    return true;
  }

  /** A refusal, or an answer without a commit, stands only while the branch is where the draft began. */
  async #isConfirmed({ base }: Drafted<Catalog>): Promise<boolean> {
    return (await this.#branch.confirm()) === base.commit;
  }
}
