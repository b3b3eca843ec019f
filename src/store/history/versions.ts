import { LRUCache } from 'lru-cache';
import { failClosed } from '../follower.js';
import { parseOwnCommit, trailerOf } from '../git/commit.js';
import { isOid } from '../git/object.js';
import { diffTrees, type TreeDifference } from '../git/tree.js';
import {
  type CommitRange,
  commitTimes,
  countHistory,
  entryOfOwn,
  type FileStep,
  type HistoryEntry,
  type HistoryOptions,
  history,
  type PatchOptions,
  patch,
  pathsEverAdded,
  requireGit,
  resolveCommit,
  stepsOfLines,
} from '../native/git-log.js';
import type { Objects } from '../objects.js';
import { parentOf, treeOf } from './commits.js';

/** Upper bound on the entries of a list that is cached; a longer one is streamed as git finds it. */
const maxKeptEntries = 60;

const maxAnswers = 100;
const maxCommits = 2000;

type Cache<Answer> = LRUCache<string, Promise<Answer>>;

/**
 * LRU caches of git's answers on the history up to a commit, in all repositories: the ancestors of a commit never change. Requests
 * at the same time share one answer.
 */
const lists: Cache<readonly HistoryEntry[]> = new LRUCache({ max: maxAnswers });
const counts: Cache<number> = new LRUCache({ max: maxAnswers });

interface ReadCommit {
  readonly entry: HistoryEntry;
  readonly parent: string | null;
}

const commits = new LRUCache<string, ReadCommit>({ max: maxCommits });

/**
 * History of one repository. Commits are named by their full ids, except in `resolve`. Calls of git throw `unavailable` without
 * git on this machine.
 */
export class Versions {
  constructor(
    private readonly gitdir: string,
    private readonly objects: Objects,
    private readonly head: () => Promise<string | null>,
  ) {}

  async *history(options: HistoryOptions): AsyncGenerator<HistoryEntry> {
    const { limit } = options;
    if (limit === undefined || limit > maxKeptEntries) yield* history(this.gitdir, options);
    else yield* await this.#list({ ...options, limit });
  }

  async #list(options: HistoryOptions & { limit: number }): Promise<readonly HistoryEntry[]> {
    await requireGit();
    const pinned = await this.#pinned(options);
    const { from, limit, paths = [], ...filters } = pinned;
    const isWhole = paths.length === 0 && Object.values(filters).every((filter) => filter === undefined);
    const recent = isWhole && from !== undefined ? await recentCommits(this.objects, from, limit) : null;
    return recent ?? this.#cached(lists, pinned, () => collect(history(this.gitdir, pinned)));
  }

  async count(options: HistoryOptions): Promise<number> {
    const pinned = await this.#pinned(options);
    return this.#cached(counts, pinned, () => countHistory(this.gitdir, pinned));
  }

  /** The options with a fixed newest commit, because the branch may move while git starts. */
  async #pinned<Options extends HistoryOptions>(options: Options): Promise<Options> {
    return { ...options, from: options.from ?? (await this.head()) ?? undefined };
  }

  #cached<Answer>(cache: Cache<Answer>, options: HistoryOptions, compute: () => Promise<Answer>): Promise<Answer> {
    const { from, not, limit, since, until, author, text, actor, paths, isMainline } = options;
    const key = JSON.stringify([this.gitdir, from, not, limit, since, until, author, text, actor, paths, isMainline]);
    const cached = from === undefined ? undefined : cache.get(key);
    if (cached !== undefined) return cached;
    const answer = compute();
    if (from !== undefined) cache.set(key, answer);
    answer.catch(() => cache.delete(key));
    return answer;
  }

  /** Whether the history has had such a path below a folder; where git cannot tell, it may have. */
  async mayHaveHad(folder: string, isWanted: (path: string) => boolean): Promise<boolean> {
    try {
      await requireGit();
      const head = (await this.head()) ?? '';
      for await (const path of pathsEverAdded(this.gitdir, head, [folder])) if (isWanted(path)) return true;
      return false;
    } catch {
      return true;
    }
  }

  /** As of `stepsOfLines`. */
  stepsOfLines(
    pattern: string,
    paths: readonly string[],
    range: CommitRange & { readonly signal?: AbortSignal },
  ): AsyncGenerator<FileStep> {
    return stepsOfLines(this.gitdir, pattern, paths, range);
  }

  /** Times of commits, in seconds since 1970, newest first. */
  times(options: Pick<HistoryOptions, 'since' | 'from'>): AsyncGenerator<number> {
    return commitTimes(this.gitdir, options);
  }

  async resolve(text: string): Promise<string> {
    await requireGit();
    const isFullId = isOid(text) && (await this.objects.hasCommit(text).catch(() => false));
    return isFullId ? text : resolveCommit(this.gitdir, text);
  }

  patch(options: PatchOptions): AsyncGenerator<string> {
    return patch(this.gitdir, options);
  }

  parentOf(commit: string): Promise<string | null> {
    return failClosed(() => parentOf(this.objects, commit));
  }

  /** The value of a trailer of a commit's message, or `null`. */
  trailerOf(commit: string, key: string): Promise<string | null> {
    return failClosed(async () => trailerOf(await this.objects.readOnce(commit, 'commit'), key));
  }

  /** The files that differ between two commits, in path order; `from` is `null` for nothing at all. */
  differences(from: string | null, to: string): Promise<TreeDifference[]> {
    const objects = this.objects;
    return failClosed(async () => {
      const [before, after] = await Promise.all([from === null ? null : treeOf(objects, from), treeOf(objects, to)]);
      return diffTrees(before, after, objects.readTree);
    });
  }

  /** A file's bytes by the id of its content. */
  read(oid: string): Promise<Buffer> {
    return failClosed(() => this.objects.readOnce(oid, 'blob'));
  }
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/**
 * The newest commits up to one, newest first, without git: starting it takes longer the more memory this process has, and holds up all
 * other work.
 *
 * @returns `null` when another program than this service made one of them, or one cannot be read
 */
async function recentCommits(objects: Objects, from: string, limit: number): Promise<HistoryEntry[] | null> {
  const entries: HistoryEntry[] = [];
  for (let commit: string | null = from; commit !== null && entries.length < limit; ) {
    const read: ReadCommit | null = commits.get(commit) ?? (await readCommit(objects, commit));
    if (read === null) return null;
    commits.set(commit, read);
    entries.push(read.entry);
    commit = read.parent;
  }
  return entries;
}

async function readCommit(objects: Objects, commit: string): Promise<ReadCommit | null> {
  const body = await objects.readOnce(commit, 'commit').catch(() => null);
  const parsed = body === null ? null : parseOwnCommit(body);
  return parsed === null ? null : { entry: entryOfOwn(commit, parsed), parent: parsed.parent };
}
