import { Mutex, yieldWhenDue } from '../../lib/concurrency.js';
import { parseCommit, trailerOf } from '../git/commit.js';
import type { GitObject } from '../git/object.js';
import type { Objects } from '../objects.js';

const trailer = 'Idempotency';
const digest = '[\\w-]{22}';
const trailerPattern = new RegExp(`^(${digest}) (${digest})$`);

/** A write that its client may repeat, as hashes of 128 bits in base64url. */
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
  readonly key: string | null;
  /** The committer's time, in seconds since 1970. */
  readonly seconds: number;
  /** The newest time of this commit and of those it was built on. */
  readonly notBefore: number;
}

const minPruned = 1000;

/** Upper bound on old entries kept because of a later date before them. A date in the future would keep all of them permanently. */
const maxOld = 10_000;

export function keyTrailer({ key, request }: KeyedRequest): readonly [string, string] {
  return [trailer, `${key} ${request}`];
}

/**
 * Index of the commits that carry a key: read from the history at the first look-up, then updated with the branch; read again when the
 * history was rewritten. Clocks may be wrong, and git brings any date: no date ends the reading, and a commit counts as no older than
 * those it was built on.
 */
export class KeyedCommits {
  /** In the order of the history. */
  #entries = new Map<string, Entry>();
  #head: string | null = null;
  /** `notBefore` of the head. */
  #newest = 0;
  /** The age limit of the last look-up, in seconds since 1970. */
  #oldest = 0;
  /** Commits before this may be missing. */
  #completeFrom = 0;
  /** Amortisation: the index is pruned when it has doubled. */
  #pruneAt = minPruned;
  readonly #mutex = new Mutex();

  constructor(private readonly objects: Objects) {}

  get isRead(): boolean {
    return this.#head !== null;
  }

  /** The newest commit with this key in the history of `head`, of those made at `since` or later. */
  async find(head: string, key: string, since: Date): Promise<KeyedCommit | null> {
    const oldest = Math.ceil(since.getTime() / 1000);
    await this.#mutex.runExclusive(() => this.#follow(head, oldest));
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.notBefore >= oldest ? entry : null;
  }

  /** Adds commits that were just made, each on the one before, the first on `from`, without reading them. */
  extend(from: string | null, commits: readonly GitObject[]): void {
    const head = commits.at(-1)?.oid;
    if (head === undefined) return;
    void this.#mutex.runExclusive(async () => {
      // Before it is asked for the first time, there is nothing to extend.
      if (from === null || from !== this.#head) return;
      for (const { oid, body } of commits) {
        // A history that begins again has none of the earlier commits.
        if (parseCommit(body).parents.length === 0) this.#entries.clear();
        const entry = entryOf(oid, body, this.#newest);
        this.#newest = entry.notBefore;
        this.#add(entry);
      }
      this.#head = head;
    });
  }

  async #follow(head: string, oldest: number): Promise<void> {
    this.#oldest = oldest;
    // The clock was set back.
    const indexedHead = oldest < this.#completeFrom ? null : this.#head;
    if (head === indexedHead) return;
    const { entries, hasGrown } = await this.#entriesSince(indexedHead, head);
    if (!hasGrown) {
      this.#entries = new Map();
      this.#completeFrom = oldest;
    }
    for (const entry of entries.values()) this.#add(entry);
    this.#newest = entries.get(head)?.notBefore ?? 0;
    this.#head = head;
  }

  /** Topological order: all commits up to `head` but those reached through `known` only, each after its parents. */
  async #entriesSince(indexedHead: string | null, head: string) {
    const entries = new Map<string, Entry>();
    const open = new Map<string, { readonly entry: Entry; readonly parents: readonly string[] }>();
    const stack = [head];
    let hasGrown = false;
    for (let oid = stack.at(-1); oid !== undefined; oid = stack.at(-1)) {
      if (oid === indexedHead) hasGrown = true;
      const found = open.get(oid);
      if (oid === indexedHead || found !== undefined || entries.has(oid)) {
        stack.pop();
        if (found === undefined) continue;
        const before = found.parents.map((parent) => entries.get(parent)?.notBefore ?? this.#newest);
        entries.set(oid, { ...found.entry, notBefore: Math.max(found.entry.seconds, ...before) });
        open.delete(oid);
        continue;
      }
      const body = await this.objects.readOnce(oid, 'commit');
      const { parents } = parseCommit(body);
      open.set(oid, { entry: entryOf(oid, body, 0), parents });
      stack.push(...parents);
      await yieldWhenDue();
    }
    return { entries, hasGrown };
  }

  #add(entry: Entry): void {
    const { key, notBefore } = entry;
    // Merged histories may both have the key.
    if (key === null || notBefore < Math.max(this.#completeFrom, this.#entries.get(key)?.notBefore ?? 0)) return;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size >= this.#pruneAt) this.#prune();
  }

  #prune(): void {
    this.#completeFrom = this.#oldest;
    const old = [...this.#entries].filter(([, { seconds }]) => seconds < this.#oldest);
    for (const [at, [key, { notBefore }]] of old.entries()) {
      if (notBefore < this.#oldest || old.length - at > maxOld) this.#entries.delete(key);
    }
    this.#pruneAt = Math.max(minPruned, this.#entries.size * 2);
  }
}

function entryOf(commit: string, body: Buffer, newestBefore: number): Entry {
  const [, key = null, request = ''] = trailerPattern.exec(trailerOf(body, trailer) ?? '') ?? [];
  const seconds = Date.parse(parseCommit(body).time) / 1000;
  return { commit, key, request, seconds, notBefore: Math.max(seconds, newestBefore) };
}
