import { PortalError } from '../errors.js';
import type { FileChange, Projection } from '../projection.js';
import { encodeCommit, type Signature } from './commit.js';
import { type Follower, unavailable } from './follower.js';
import type { GitObject } from './git-object.js';
import type { Head } from './head.js';
import type { Objects } from './objects.js';
import { Draft, type Snapshot } from './snapshot.js';
import { changeTree } from './tree.js';
import { WriterQueue } from './writer-queue.js';

export type Work<Catalog, Answer> = (draft: Draft<Catalog>) => Answer | Promise<Answer>;

export interface Written<Catalog, Answer> {
  readonly answer: Answer;
  /** The repository right after this write. */
  readonly snapshot: Snapshot<Catalog>;
}

interface Job<Catalog> {
  readonly work: Work<Catalog, unknown>;
  settle(outcome: Outcome<Catalog>): void;
}

/** Writes that were committed together, or failed together. */
export interface Batch {
  /** How many commits it made; of one that failed, how many writes it refused. */
  readonly commits: number;
  /** From its first look at the branch until everything was on disk. */
  readonly ms: number;
  readonly isStored: boolean;
}

export type OnBatch = (batch: Batch) => void;

type Outcome<Catalog> = { readonly written: Written<Catalog, unknown> } | { readonly error: unknown };

const signature: Signature = { name: 'Brand Portal', email: 'service@brand-portal.invalid' };

/** A batch whose base was moved by another process is run again on the newer head; at last, with that process kept out. */
const attempts = 4;

export interface CommitterOptions {
  /** Writes that may wait for those that are being stored. */
  readonly maxWaiting?: number | undefined;
  /** Is told of each batch that made commits or could not. */
  readonly onBatch?: OnBatch | undefined;
}

/** Makes commits: what waits in the queue becomes one batch, a batch becomes one pack and one move of the branch. */
export class Committer<Catalog> {
  readonly #objects: Objects;
  readonly #head: Head;
  readonly #projection: Projection<Catalog>;
  readonly #follower: Follower<Catalog>;
  readonly #queue: WriterQueue<Job<Catalog>>;
  readonly #onBatch: OnBatch | undefined;

  constructor(
    objects: Objects,
    head: Head,
    projection: Projection<Catalog>,
    follower: Follower<Catalog>,
    { maxWaiting, onBatch }: CommitterOptions = {},
  ) {
    this.#objects = objects;
    this.#head = head;
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

  /** Whatever waits in the queue becomes a chain of commits, stored as one pack and made visible by one step. */
  async #commitBatch(jobs: readonly Job<Catalog>[]): Promise<void> {
    const startMs = performance.now();
    try {
      for (let attempt = 1; attempt < attempts; attempt += 1) {
        if (await this.#tryBatch(jobs, startMs)) return;
      }
      if (await this.#head.exclusively(() => this.#tryBatch(jobs, startMs))) return;
      throw new Error('The branch moved although it was locked');
    } catch (cause) {
      const error = unavailable(cause);
      for (const job of jobs) job.settle({ error });
      this.#tell(jobs.length, startMs, false);
    }
  }

  #tell(commits: number, startMs: number, isStored: boolean): void {
    if (commits > 0) this.#onBatch?.({ commits, ms: performance.now() - startMs, isStored });
  }

  /** @returns `false` when the branch was moved elsewhere: no job is settled then */
  async #tryBatch(jobs: readonly Job<Catalog>[], startMs: number): Promise<boolean> {
    const outcomes: Outcome<Catalog>[] = [];
    let [safe, commits] = [0, 0];
    try {
      const base = await this.#follower.read();
      let tip = base;
      const objects: GitObject[] = [];
      for (const { work } of jobs) {
        const draft = new Draft(tip);
        try {
          const answer = await work(draft);
          const made = await this.#commit(draft);
          objects.push(...made.objects);
          if (made.next !== tip) commits += 1;
          tip = made.next;
          outcomes.push({ written: { answer, snapshot: tip } });
        } catch (error) {
          outcomes.push({ error });
        }
        // What was decided before the first change in this batch holds even when the batch is not stored.
        if (tip === base) safe = outcomes.length;
      }
      if (tip !== base && !(await this.#publish(base, tip, objects))) return false;
      for (const [at, job] of jobs.entries()) job.settle(outcomes[at] as Outcome<Catalog>);
      this.#tell(commits, startMs, true);
    } catch (cause) {
      const error = unavailable(cause);
      for (const [at, job] of jobs.entries()) job.settle((at < safe && outcomes[at]) || { error });
      this.#tell(jobs.length - safe, startMs, false);
    } finally {
      this.#objects.unstage();
    }
    return true;
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

  #publish(base: Snapshot<Catalog>, tip: Snapshot<Catalog>, objects: readonly GitObject[]): Promise<boolean> {
    const store = (protect: (keep: string) => Promise<void>): Promise<void> => this.#objects.write(objects, protect);
    return this.#follower.moveTo(tip, () => this.#head.advance(base.commit, tip.commit as string, store));
  }
}
