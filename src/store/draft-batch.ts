import { formatPath, parseFormat } from '../lib/format.js';
import { encodeJson } from '../lib/json.js';
import type { FileChange, Projection } from '../lib/projection.js';
import type { Follower } from './follower.js';
import { encodeCommit, type Signature } from './git/commit.js';
import type { GitObject } from './git/object.js';
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
    const change = () => changeFiles(before.tree, draft.files, this.store.readTree);
    let changed = await change();
    if (changed.root === before.tree && !draft.isBeginning) return before;
    const raised = await this.#raisedFormat(before, changed.changes);
    if (raised !== null) {
      draft.put(formatPath, raised);
      changed = await change();
    }
    const { root, objects, changes } = changed;
    const parent = draft.isBeginning ? null : before.commit;
    const commit = encodeCommit({ tree: root, parent, committer: signature, ...draft.info });
    const made = [...objects, commit];
    this.store.stage(made);
    this.objects.push(...made);
    const catalog = this.projection.apply(before.catalog, changes);
    return this.follower.snapshotOf(commit.oid, root, catalog);
  }

  /** The new `format.json`, if a write stores what the present format lacks; else `null`. A format never falls. */
  async #raisedFormat(before: Snapshot<Catalog>, changes: readonly FileChange[]): Promise<Buffer | null> {
    const { format } = this.projection;
    const needed = changes.map(({ path, content }) => content && (format?.of(path, content.bytes) ?? null));
    const highest = needed.reduce((a, b) => ((b?.format ?? 1) > (a?.format ?? 1) ? b : a), null);
    if (highest === null || highest.format === 1) return null;
    const oid = before.top.get(formatPath);
    const written = changes.find(({ path }) => path === formatPath)?.content?.bytes;
    const bytes = written ?? (oid && (await this.store.readOnce(oid, 'blob')));
    const stored = bytes ? parseFormat(bytes) : null;
    return (stored?.format ?? 1) < highest.format ? encodeJson(highest) : null;
  }
}
