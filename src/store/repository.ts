import { dirname } from 'node:path';
import * as git from 'isomorphic-git';
import { type Projection, unread } from '../lib/projection.js';
import type { Branch } from './branch.js';
import { Committer, type CommitterOptions } from './committer.js';
import type { Work, Written } from './draft-batch.js';
import {
  directorySize,
  durableFileSystem,
  type FileSystem,
  makeDirectory,
  syncDirectory,
  temporaryName,
} from './file-system.js';
import { Follower, type FollowerOptions } from './follower.js';
import { Past, PastCache } from './history/past.js';
import { Versions } from './history/versions.js';
import { LockedBranch } from './local/locked-branch.js';
import { countHistory } from './native/git-log.js';
import { maintain, nativeGitVersion } from './native/native-git.js';
import { Objects } from './objects.js';

export type { Batch, OnBatch } from './committer.js';
export type { Work, Written } from './draft-batch.js';

/** Loose objects cost a file and a slow read each; a push of native git brings up to a hundred. */
const maxLooseObjects = 1000;

export type RepositoryOptions<Catalog> = FollowerOptions<Catalog> &
  CommitterOptions & {
    /** Default: a cache only for this repository. */
    readonly pastCache?: PastCache<Catalog>;
    /** Replaces the branch on this machine, of which the repository is then a cache. */
    readonly branchOver?: (local: LockedBranch, objects: Objects) => Branch;
    /** Whether maintenance drops objects that the branch does not refer to. */
    readonly dropsUnnamed?: true;
  };

export interface RepositoryStats {
  /** `null` without git on this machine. */
  readonly commits: number | null;
  readonly repository_bytes: number;
  readonly packs: number;
  readonly loose_objects: number;
}

/** Bare git repository with its catalog; invariants: FORMAT.md. */
export class Repository<Catalog> extends Follower<Catalog> {
  readonly past: Past<Catalog>;
  readonly versions: Versions;
  readonly #committer: Committer<Catalog>;

  private constructor(
    private readonly fs: FileSystem,
    private readonly gitdir: string,
    projection: Projection<Catalog>,
    private readonly own: RepositoryOptions<Catalog> = {},
  ) {
    const objects = new Objects(fs, gitdir);
    const local = new LockedBranch(fs, gitdir, objects);
    super(objects, own.branchOver?.(local, objects) ?? local, projection, own);
    this.past = new Past(objects, this, gitdir, own.pastCache ?? new PastCache());
    this.versions = new Versions(gitdir, objects, () => this.head());
    this.#committer = new Committer(objects, this.branch, projection, this, own);
  }

  /** Opens an existing repository; its content is read by the first `read`. */
  static async open<C>(
    fs: FileSystem,
    gitdir: string,
    projection: Projection<C>,
    options: RepositoryOptions<C> = {},
  ): Promise<Repository<C>> {
    await fs.promises.access(`${gitdir}/HEAD`);
    return new Repository(fs, gitdir, projection, options);
  }

  /**
   * Creates a repository whose first commit has the changes of `work` to the empty draft. It appears at `gitdir` complete, in one step.
   *
   * @param copyFiles adds the files that the commit needs, before it is made
   */
  static async create<C, A>(
    fs: FileSystem,
    gitdir: string,
    projection: Projection<C>,
    work: Work<C, A>,
    copyFiles?: (place: string) => Promise<void>,
  ): Promise<{ repository: Repository<C>; answer: A }> {
    const building = temporaryName(gitdir);
    await makeDirectory(fs, dirname(gitdir));
    let created = building;
    try {
      await git.init({ fs: durableFileSystem(fs), gitdir: building, bare: true, defaultBranch: 'main' });
      await copyFiles?.(building);
      // No catalog is built here: `open` reads it from the files.
      const fresh = new Repository(fs, building, unread(projection));
      fresh.mayBeEmpty = true;
      const { answer } = await fresh.write(work);
      if (fresh.latest.commit === null) throw new Error('A repository begins with a commit');
      await fs.promises.rename(building, gitdir);
      // After the rename, a failure removes the final directory.
      created = gitdir;
      await syncDirectory(fs, dirname(gitdir));
      return { repository: await Repository.open(fs, gitdir, projection), answer };
    } catch (error) {
      await fs.promises.rm(created, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
  }

  /**
   * Makes the first commit of an empty repository, with the changes of `work` to the empty draft.
   *
   * @param existsError error for a repository with a commit
   */
  async begin<Answer>(work: Work<Catalog, Answer>, existsError: Error): Promise<Answer> {
    this.mayBeEmpty = true;
    const { answer } = await this.write((draft) => {
      if (draft.snapshot.commit !== null) throw existsError;
      return work(draft);
    });
    this.mayBeEmpty = false;
    return answer;
  }

  /**
   * Runs `work` on a draft over the newest snapshot and commits its changes; without changes, there is no commit. `work` may run several times
   * and must have no effect but the draft. When this resolves, the commit is on disk; when it rejects, nothing is.
   *
   * @throws the errors of `work`, `unavailable` when the commit cannot be stored, and `busy` when too many writes wait
   */
  write<Answer>(work: Work<Catalog, Answer>): Promise<Written<Catalog, Answer>> {
    return this.#committer.write(work);
  }

  /**
   * Repack, due at `minPacks` packs or a thousand loose objects; where unnamed objects are dropped and there may be some, at two packs.
   *
   * @returns whether it was due and could be done @throws when git fails, or `signal` ends it
   */
  async maintain(minPacks: number, signal?: AbortSignal): Promise<boolean> {
    await this.objects.refreshPacks();
    const looseCount = await this.objects.countLoose();
    const dropsUnnamed = this.own.dropsUnnamed === true;
    const isDropDue = dropsUnnamed && this.mayHoldUnnamed && this.objects.packCount + looseCount > 1;
    if (!isDropDue && this.objects.packCount < minPacks && looseCount < maxLooseObjects) return false;
    let isDone = false;
    try {
      // A rewrite during this one makes the next one due.
      this.mayHoldUnnamed = false;
      isDone = await maintain(this.gitdir, { signal, dropsUnnamed });
      return isDone;
    } finally {
      this.mayHoldUnnamed ||= !isDone;
      await this.objects.refreshPacks();
      await this.objects.countLoose();
    }
  }

  async stats(): Promise<RepositoryStats> {
    await this.objects.refreshPacks();
    return {
      commits: (await nativeGitVersion()) === null ? null : await countHistory(this.gitdir),
      repository_bytes: await directorySize(this.fs, this.gitdir),
      packs: this.objects.packCount,
      loose_objects: await this.objects.countLoose(),
    };
  }

  /** Writes that are not settled yet. */
  get pendingWrites(): number {
    return this.#committer.pending;
  }

  /** Resolves when every write accepted so far is settled. */
  async close(): Promise<void> {
    await this.#committer.idle();
    await this.branch.close();
  }
}
