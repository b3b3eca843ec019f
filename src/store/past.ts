import { LRUCache } from 'lru-cache';
import { PortalError } from '../errors.js';
import { descends, parentOf, yieldAmongCommits } from './ancestry.js';
import { type Follower, failClosed } from './follower.js';
import { parseCommit } from './git/commit.js';
import type { Objects } from './objects.js';
import type { Snapshot } from './snapshot.js';

/** Look-ups in the history, and snapshots, that may wait for the one that is made. */
export const maxPastWaiting = 50;

/** Older snapshots that are kept, and the files in which all of them together may differ from the newest ones. */
const snapshotsKept = 4;
const filesKept = 200_000;

/** Look-ups in the history that one repository remembers. */
const lookUpsKept = 1000;

/** LRU cache of older snapshots, shared by repositories. What a commit holds never changes: no entry is ever stale. */
export class PastCache<Catalog> {
  readonly #snapshots = new LRUCache<string, { snapshot: Snapshot<Catalog>; files: number }>({
    max: snapshotsKept,
    maxSize: filesKept,
    sizeCalculation: ({ files }) => files + 1,
  });

  get(gitdir: string, commit: string): Snapshot<Catalog> | undefined {
    return this.#snapshots.get(`${gitdir} ${commit}`)?.snapshot;
  }

  set(gitdir: string, commit: string, snapshot: Snapshot<Catalog>, files: number): void {
    this.#snapshots.set(`${gitdir} ${commit}`, { snapshot, files });
  }
}

/** What was found from this head: it holds for every later one, as far as only what is new has to be looked at. */
interface Found<Answer> {
  readonly head: string;
  readonly answer: Answer;
}

/**
 * A repository as it was at the commits of its history. Reading far back costs time and memory: one look-up or snapshot of a
 * repository is made at a time, and a bounded number waits.
 *
 * Every method throws `unavailable` when the repository cannot be read, and `busy` when too many wait.
 */
export class Past<Catalog> {
  readonly #objects: Objects;
  readonly #follower: Follower<Catalog>;
  readonly #gitdir: string;
  readonly #cache: PastCache<Catalog>;
  readonly #contained = new LRUCache<string, Found<boolean>>({ max: lookUpsKept });
  readonly #byTime = new LRUCache<number, Found<string | null>>({ max: lookUpsKept });
  readonly #making = new Map<string, Promise<Snapshot<Catalog>>>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(objects: Objects, follower: Follower<Catalog>, gitdir: string, cache: PastCache<Catalog>) {
    this.#objects = objects;
    this.#follower = follower;
    this.#gitdir = gitdir;
    this.#cache = cache;
  }

  /** Ancestry: whether the newest commit is this one, by its full id, or was built on it. */
  async contains(commit: string): Promise<boolean> {
    const head = await this.#follower.head();
    if (head === null) return false;
    const known = this.#contained.get(commit);
    if (known?.head === head) return known.answer;
    if (!(await failClosed(() => this.#objects.hasCommit(commit)))) return false;
    return this.#inTurn(async () => {
      const answer = await this.#isBelow(head, commit, known);
      this.#contained.set(commit, { head, answer });
      return answer;
    });
  }

  async #isBelow(head: string, commit: string, known: Found<boolean> | undefined): Promise<boolean> {
    const objects = this.#objects;
    return (known?.answer === true && (await descends(objects, head, known.head))) || descends(objects, head, commit);
  }

  /**
   * The newest commit not later than a time, by the committers' clocks: of each commit its first parent comes next, and the first
   * one that is not later counts, whatever those below it say.
   *
   * @returns `null` when there was none yet
   */
  async commitAt(time: Date): Promise<string | null> {
    const head = await this.#follower.head();
    if (head === null) return null;
    const known = this.#byTime.get(time.getTime());
    if (known?.head === head) return known.answer;
    return this.#inTurn(async () => {
      const answer = await this.#newestUpTo(time, head, known);
      this.#byTime.set(time.getTime(), { head, answer });
      return answer;
    });
  }

  async #newestUpTo(time: Date, head: string | null, known: Found<string | null> | undefined): Promise<string | null> {
    let commit = head;
    for (let read = 1; commit !== null; read += 1) {
      if (commit === known?.head) return known.answer;
      const parsed = parseCommit(await this.#objects.readOnce(commit, 'commit'));
      if (Date.parse(parsed.time) <= time.getTime()) return commit;
      commit = parsed.parents[0] ?? null;
      await yieldAmongCommits(read);
    }
    return null;
  }

  /** See `parentOf`. */
  parentOf(commit: string): Promise<string | null> {
    return failClosed(() => parentOf(this.#objects, commit));
  }

  /** A file as it was at a commit of the history. @returns `null` when there was no such file */
  readFile(commit: string, path: string): Promise<{ version: string; bytes: Buffer } | null> {
    return this.#follower.readFile(path, commit);
  }

  /** The whole repository as it was at a commit of the history. */
  snapshotAt(commit: string): Promise<Snapshot<Catalog>> {
    const kept = this.#cache.get(this.#gitdir, commit);
    if (kept !== undefined) return Promise.resolve(kept);
    const making = this.#making.get(commit);
    if (making !== undefined) return making;
    const made = this.#inTurn(() => this.#make(commit)).finally(() => this.#making.delete(commit));
    this.#making.set(commit, made);
    return made;
  }

  async #make(commit: string): Promise<Snapshot<Catalog>> {
    const { snapshot, files } = await this.#follower.snapshotAt(commit);
    this.#cache.set(this.#gitdir, commit, snapshot, files);
    return snapshot;
  }

  async #inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#waiting >= maxPastWaiting) {
      throw new PortalError('busy', 'Too many requests read what this brand was. Try again in a moment.');
    }
    this.#waiting += 1;
    const turn = this.#last.then(() => {
      this.#waiting -= 1;
      return failClosed(work);
    });
    this.#last = turn.catch(() => {});
    return turn;
  }
}
