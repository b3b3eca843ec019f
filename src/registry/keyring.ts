import { type Clock, isoSeconds } from '../clock.js';
import type { Repository } from '../store/repository.js';
import type { Author } from './commit.js';
import { type IssuedKey, type IssueKey, issueKey, revokeKey } from './keys.js';
import type { LastUsed } from './last-used.js';
import { authenticate, type KeyRecord, type Registry } from './records.js';
import { type RotatedKey, type RotateKey, rotateKey } from './rotate-key.js';

export interface ListedKey extends Omit<KeyRecord, 'replaced_by'> {
  readonly replaced_by: string | null;
  /** Up to a minute late for what other processes serve, and in no backup; `null`: as far as is known never. */
  readonly last_used_at: string | null;
}

/** The API keys of all brands: issued, listed, recognised. */
export class Keyring {
  readonly #registry: Repository<Registry>;
  readonly #lastUsed: LastUsed;
  readonly #clock: Clock;

  constructor(registry: Repository<Registry>, lastUsed: LastUsed, clock: Clock) {
    this.#registry = registry;
    this.#lastUsed = lastUsed;
    this.#clock = clock;
  }

  /** The record of a key that may be used now, which is noted; else `null`. */
  recognise(registry: Registry, presented: string): KeyRecord | null {
    const now = this.#clock();
    const key = authenticate(registry, presented, now);
    if (key !== null) this.#lastUsed.note(key.id, now);
    return key;
  }

  async list(): Promise<ListedKey[]> {
    const { catalog } = await this.#registry.read();
    const order = (key: KeyRecord): string => `${key.brand} ${key.created_at} ${key.id}`;
    const keys = [...catalog.keys.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
    return this.#withLastUse(keys);
  }

  async #withLastUse(keys: readonly KeyRecord[]): Promise<ListedKey[]> {
    const uses = await this.#lastUsed.all();
    return keys.map((key) => {
      const last = uses.get(key.id);
      const last_used_at = last === undefined ? null : isoSeconds(new Date(last));
      return { ...key, replaced_by: key.replaced_by ?? null, last_used_at };
    });
  }

  /** Writes down when keys were used, for other processes and the next start. */
  saveLastUsed(): Promise<void> {
    return this.#lastUsed.save();
  }

  issue(issue: IssueKey, by?: Author): Promise<IssuedKey> {
    return issueKey(this.#registry, issue, this.#clock, by);
  }

  rotate(rotate: RotateKey, by?: Author): Promise<RotatedKey> {
    return rotateKey(this.#registry, rotate, this.#clock, by);
  }

  async revoke(id: string, by?: Author): Promise<{ key: ListedKey; wasRevoked: boolean }> {
    const { record, wasRevoked } = await revokeKey(this.#registry, id, this.#clock, by);
    const [key] = await this.#withLastUse([record]);
    return { key: key as ListedKey, wasRevoked };
  }
}
