import { LRUCache } from 'lru-cache';
import { Mutex, SingleFlight } from '../../lib/concurrency.js';
import { PortalError } from '../../lib/errors.js';
import { entries } from '../../lib/lru.js';
import { type Follower, failClosed } from '../follower.js';
import type { Objects } from '../objects.js';
import type { Snapshot } from '../snapshot.js';
import { descends, newestUpTo } from './commits.js';

/** Upper bound on waiting look-ups in the history and snapshots. */
export const maxPastWaiting = 50;

/** Bounds of the cache of older snapshots: their number, and the files in which they differ from the newest ones. */
const maxSnapshots = 4;
const maxFiles = 200_000;

const maxLookUps = 1000;

/** LRU cache of older snapshots, shared by repositories. Commits never change, so no entry becomes stale. */
export class PastCache<Catalog> {
  readonly #snapshots = new LRUCache<string, { snapshot: Snapshot<Catalog>; files: number }>({
    max: maxSnapshots,
    maxSize: maxFiles,
    sizeCalculation: ({ files }) => files + 1,
  });

  get(gitdir: string, commit: string): Snapshot<Catalog> | undefined {
    return this.#snapshots.get(`${gitdir} ${commit}`)?.snapshot;
  }

  set(gitdir: string, commit: string, snapshot: Snapshot<Catalog>, files: number): void {
    this.#snapshots.set(`${gitdir} ${commit}`, { snapshot, files });
  }
}

/** Memoised answer for a head. For a later head, only the commits after this one have to be read. */
interface Memo<Answer> {
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
  readonly #contained = new LRUCache<string, Memo<boolean>>(entries(maxLookUps));
  readonly #byTime = new LRUCache<number, Memo<string | null>>(entries(maxLookUps));
  readonly #making = new SingleFlight<Snapshot<Catalog>>();
  readonly #mutex = new Mutex();

  constructor(
    private readonly objects: Objects,
    private readonly follower: Follower<Catalog>,
    private readonly gitdir: string,
    private readonly cache: PastCache<Catalog>,
  ) {}

  /** Whether the newest commit is this one, by its full id, or a descendant of it. */
  async contains(commit: string): Promise<boolean> {
    const head = await this.follower.head();
    if (head === null) return false;
    const memo = this.#contained.get(commit);
    if (memo?.head === head) return memo.answer;
    if (!(await failClosed(() => this.objects.hasCommit(commit)))) return false;
    return this.#oneAtATime(async () => {
      const isBuiltOn = (ancestor: string): Promise<boolean> => descends(this.objects, head, ancestor);
      const answer = (memo?.answer === true && (await isBuiltOn(memo.head))) || (await isBuiltOn(commit));
      this.#contained.set(commit, { head, answer });
      return answer;
    });
  }

  /** The newest commit not later than a time; see `newestUpTo`. */
  async commitAt(time: Date): Promise<string | null> {
    const head = await this.follower.head();
    if (head === null) return null;
    const memo = this.#byTime.get(time.getTime());
    if (memo?.head === head) return memo.answer;
    return this.#oneAtATime(async () => {
      const answer = await newestUpTo(this.objects, head, time, memo);
      this.#byTime.set(time.getTime(), { head, answer });
      return answer;
    });
  }

  snapshotAt(commit: string): Promise<Snapshot<Catalog>> {
    const cached = this.cache.get(this.gitdir, commit);
    if (cached !== undefined) return Promise.resolve(cached);
    const make = async (): Promise<Snapshot<Catalog>> => {
      const { snapshot, files } = await this.follower.snapshotAt(commit);
      this.cache.set(this.gitdir, commit, snapshot, files);
      return snapshot;
    };
    return this.#making.run(commit, () => this.#oneAtATime(make));
  }

  async #oneAtATime<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#mutex.pending > maxPastWaiting) {
      throw new PortalError('busy', 'Too many requests read what this brand was. Try again in a moment.');
    }
    return this.#mutex.runExclusive(() => failClosed(work));
  }
}
