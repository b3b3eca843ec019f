import { LRUCache } from 'lru-cache';
import { parentOf } from './ancestry.js';
import { failClosed, treeOf } from './follower.js';
import { isOid } from './git/object.js';
import { diffTrees, type TreeDifference } from './git/tree.js';
import {
  type CommitSignature,
  countHistory,
  type HistoryEntry,
  type HistoryOptions,
  history,
  type PatchOptions,
  patch,
  requireGit,
  resolveCommit,
  signatures,
} from './native/history.js';
import type { Objects } from './objects.js';
import { recentCommits } from './recent.js';

/** Entries of a list that is kept; longer ones are passed on as git finds them. */
const longestKept = 60;

/** Answers that are kept of each kind. */
const answersKept = 100;

type Cache<Answer> = LRUCache<string, Promise<Answer>>;

/**
 * LRU caches of what git has said of the history up to a commit, in all repositories: what a commit was built on never changes. Who
 * asks while git is at work waits for the same answer.
 */
const lists: Cache<readonly HistoryEntry[]> = new LRUCache({ max: answersKept });
const counts: Cache<number> = new LRUCache({ max: answersKept });

/** History of one repository. Commits are named by their full ids, but for `resolve`. */
export class Versions {
  readonly #gitdir: string;
  readonly #objects: Objects;
  readonly #head: () => Promise<string | null>;

  constructor(gitdir: string, objects: Objects, head: () => Promise<string | null>) {
    this.#gitdir = gitdir;
    this.#objects = objects;
    this.#head = head;
  }

  /** @throws `unavailable` when there is no git on this machine */
  async *history(options: HistoryOptions): AsyncGenerator<HistoryEntry> {
    const { limit } = options;
    if (limit === undefined || limit > longestKept) yield* history(this.#gitdir, options);
    else yield* await this.#list({ ...options, limit });
  }

  async #list(options: HistoryOptions & { limit: number }): Promise<readonly HistoryEntry[]> {
    await requireGit();
    const asked = await this.#fromCommit(options);
    const { from, limit, paths = [], since, until, author, text, not } = asked;
    const isWhole = paths.length === 0 && [since, until, author, text, not].every((one) => one === undefined);
    const recent = isWhole && from !== undefined ? await recentCommits(this.#objects, from, limit) : null;
    return recent ?? this.#kept(lists, asked, () => all(history(this.#gitdir, asked)));
  }

  /** How many commits `history` would find. @throws `unavailable` when there is no git on this machine */
  async count(options: HistoryOptions): Promise<number> {
    const asked = await this.#fromCommit(options);
    return this.#kept(counts, asked, () => countHistory(this.#gitdir, asked));
  }

  /** The branch may move while git is started. */
  async #fromCommit<Options extends HistoryOptions>(options: Options): Promise<Options> {
    return { ...options, from: options.from ?? (await this.#head()) ?? undefined };
  }

  #kept<Answer>(cache: Cache<Answer>, asked: HistoryOptions, ask: () => Promise<Answer>): Promise<Answer> {
    const { from, not, limit, since, until, author, text, paths } = asked;
    const key = JSON.stringify([this.#gitdir, from, not, limit, since, until, author, text, paths]);
    const known = from === undefined ? undefined : cache.get(key);
    if (known !== undefined) return known;
    const answer = ask();
    if (from !== undefined) cache.set(key, answer);
    answer.catch(() => cache.delete(key));
    return answer;
  }

  /** When commits were made and by whom, newest first. @throws `unavailable` when there is no git on this machine */
  signatures(options: Pick<HistoryOptions, 'since' | 'from' | 'not'>): AsyncGenerator<CommitSignature> {
    return signatures(this.#gitdir, options);
  }

  /** See `resolveCommit`. */
  async resolve(text: string): Promise<string> {
    await requireGit();
    const isThere = isOid(text) && (await this.#objects.hasCommit(text).catch(() => false));
    return isThere ? text : resolveCommit(this.#gitdir, text);
  }

  /** @throws `unavailable` when there is no git on this machine */
  patch(options: PatchOptions): AsyncGenerator<string> {
    return patch(this.#gitdir, options);
  }

  /** See `parentOf`. */
  parentOf(commit: string): Promise<string | null> {
    return failClosed(() => parentOf(this.#objects, commit));
  }

  /** The files that differ between two commits, in path order; `from` is `null` for nothing at all. */
  differences(from: string | null, to: string): Promise<TreeDifference[]> {
    const objects = this.#objects;
    return failClosed(async () => {
      const [before, after] = await Promise.all([from === null ? null : treeOf(objects, from), treeOf(objects, to)]);
      return diffTrees(before, after, objects.readTree);
    });
  }

  /** A file's bytes by the id of its content. */
  read(oid: string): Promise<Buffer> {
    return failClosed(() => this.#objects.readOnce(oid, 'blob'));
  }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
