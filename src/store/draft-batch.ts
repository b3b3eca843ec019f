import { formatPath } from '../lib/format.js';
import { encodeJson } from '../lib/json.js';
import type { Projection } from '../lib/projection.js';
import type { Follower } from './follower.js';
import { encodeCommit, type Signature } from './git/commit.js';
import { type GitObject, gitObject } from './git/object.js';
import type { Objects } from './objects.js';
import { changeFiles } from './overlay.js';
import { Draft, type Snapshot } from './snapshot.js';

export type Work<Catalog, Answer> = (draft: Draft<Catalog>) => Answer | Promise<Answer>;

export interface Written<Catalog, Answer> {
  readonly answer: Answer;
  /** The repository right after this write. */
  readonly snapshot: Snapshot<Catalog>;
  readonly isCommitted: boolean;
}

export type Outcome<Catalog> = { readonly written: Written<Catalog, unknown> } | { readonly error: unknown };

const signature: Signature = { name: 'Brand Portal', email: 'service@brand-portal.invalid' };

/** A batch of writes, drafted over a snapshot. Each runs on the result of the one before it. Nothing is stored yet. */
export class DraftBatch<Catalog> {
  readonly objects: GitObject[] = [];
  /** Outcomes in the order of the writes. */
  readonly outcomes: Outcome<Catalog>[] = [];
  #tip: Snapshot<Catalog>;
  #commits = 0;
  #settledWithoutCommit = 0;

  constructor(
    readonly base: Snapshot<Catalog>,
    private readonly store: Objects,
    private readonly projection: Projection<Catalog>,
    private readonly follower: Follower<Catalog>,
    /** Number of barriers on the branch when the draft began. */
    readonly barriers: number,
  ) {
    this.#tip = base;
  }

  /** `base` with every commit of the batch on top; the same when there is none. */
  get tip(): Snapshot<Catalog> {
    return this.#tip;
  }

  get commits(): number {
    return this.#commits;
  }

  /** Number of writes decided before the first commit. Their answers hold even when the batch cannot be stored. */
  get settledWithoutCommit(): number {
    return this.#settledWithoutCommit;
  }

  async add(work: Work<Catalog, unknown>): Promise<void> {
    const draft = new Draft(this.#tip, this.base);
    try {
      const answer = await work(draft);
      const snapshot = await this.#commit(draft);
      const isCommitted = snapshot !== this.#tip;
      if (isCommitted) this.#commits += 1;
      this.#tip = snapshot;
      this.outcomes.push({ written: { answer, snapshot, isCommitted } });
    } catch (error) {
      this.outcomes.push({ error });
    }
    if (this.#tip === this.base) this.#settledWithoutCommit = this.outcomes.length;
  }

  async #commit(draft: Draft<Catalog>): Promise<Snapshot<Catalog>> {
    const before = draft.snapshot;
    if (draft.files.size === 0) return before;
    const { newest } = this.projection.format ?? {};
    const raised = newest && newest.format > 1 && gitObject('blob', encodeJson(newest));
    if (raised && before.top.get(formatPath) !== raised.oid) draft.put(formatPath, raised.body);
    const { root, objects, changes } = await changeFiles(before.tree, draft.files, this.store.readTree);
    if (root === before.tree && !draft.isBeginning) return before;
    const parent = draft.isBeginning ? null : before.commit;
    const commit = encodeCommit({ tree: root, parent, committer: signature, ...draft.info });
    const made = [...objects, commit];
    this.store.stage(made);
    this.objects.push(...made);
    const catalog = this.projection.apply(before.catalog, changes);
    return this.follower.snapshotOf(commit.oid, root, catalog);
  }
}
