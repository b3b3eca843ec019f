import { yieldAmongCommits } from './ancestry.js';
import { parseCommit, trailerOf } from './git/commit.js';
import type { GitObject } from './git/object.js';
import type { Objects } from './objects.js';

const trailer = 'Idempotency';
const digest = '[\\w-]{22}';
const trailerForm = new RegExp(`^(${digest}) (${digest})$`);

/** A write that its client may repeat: hashes of 128 bits in base64url. */
export interface KeyedRequest {
  readonly key: string;
  readonly request: string;
}

/** A commit that was made for such a write. */
export interface KeyedCommit {
  readonly commit: string;
  readonly request: string;
}

interface Entry extends KeyedCommit {
  readonly seconds: number;
}

const fewEntries = 1000;

/** The trailer by which a commit is found again. */
export function keyTrailer({ key, request }: KeyedRequest): readonly [string, string] {
  return [trailer, `${key} ${request}`];
}

/**
 * Index of the commits that carry a key. It is read from the history when it is first asked, and then follows the branch, whoever
 * moves it; of a history that was rewritten it is read anew. A commit is taken to be no older than those it was built on.
 */
export class KeyedCommits {
  readonly #objects: Objects;
  #entries = new Map<string, Entry>();
  #head: string | null = null;
  /** What was asked for last, in seconds since 1970. */
  #oldest = 0;
  /** Amortisation: looking for what is too old costs no more than what came since. */
  #pruneAt = fewEntries;
  #following: Promise<void> = Promise.resolve();

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  /** Whether the history was read: what is asked from now on reads only what others have added. */
  get isRead(): boolean {
    return this.#head !== null;
  }

  /** The newest commit with this key in the history of `head`, of those made at `since` or later. */
  async find(head: string, key: string, since: Date): Promise<KeyedCommit | null> {
    const oldest = Math.ceil(since.getTime() / 1000);
    this.#following = this.#following.catch(() => {}).then(() => this.#follow(head, oldest));
    await this.#following;
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.seconds >= oldest ? entry : null;
  }

  /** Commits that were just made, each on the one before, the first on `from`: they need not be read. */
  extend(from: string | null, commits: readonly GitObject[]): void {
    const head = commits.at(-1)?.oid;
    if (head === undefined) return;
    this.#following = this.#following
      .catch(() => {})
      .then(() => {
        // Before it is asked for the first time, there is nothing to extend.
        if (from === null || from !== this.#head) return;
        const entries = new Map<string, Entry>();
        for (const { oid, body } of commits) addEntry(entries, oid, body);
        this.#add(entries);
        this.#head = head;
      });
  }

  async #follow(head: string, oldest: number): Promise<void> {
    this.#oldest = oldest;
    if (head === this.#head) return;
    const entries = new Map<string, Entry>();
    const seen = new Set([head]);
    let hasGrown = false;
    let count = 0;
    for (const oid of seen) {
      if (oid === this.#head) {
        hasGrown = true;
        continue;
      }
      const body = await this.#objects.readOnce(oid, 'commit');
      count += 1;
      await yieldAmongCommits(count);
      const { parents, time } = parseCommit(body);
      if (secondsOf(time) < oldest) continue;
      addEntry(entries, oid, body);
      for (const parent of parents) seen.add(parent);
    }
    if (hasGrown) this.#add(entries);
    else this.#entries = entries;
    this.#head = head;
  }

  #add(entries: ReadonlyMap<string, Entry>): void {
    for (const [key, entry] of entries) this.#entries.set(key, entry);
    if (this.#entries.size < this.#pruneAt) return;
    for (const [key, { seconds }] of this.#entries) if (seconds < this.#oldest) this.#entries.delete(key);
    this.#pruneAt = Math.max(fewEntries, this.#entries.size * 2);
  }
}

const secondsOf = (time: string): number => Date.parse(time) / 1000;

function addEntry(entries: Map<string, Entry>, commit: string, body: Buffer): void {
  const [, key, request] = trailerForm.exec(trailerOf(body, trailer) ?? '') ?? [];
  if (key === undefined || request === undefined) return;
  const entry = { commit, request, seconds: secondsOf(parseCommit(body).time) };
  // Of two histories that were merged both may have one.
  if ((entries.get(key)?.seconds ?? 0) <= entry.seconds) entries.set(key, entry);
}
