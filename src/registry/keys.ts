import { timingSafeEqual } from 'node:crypto';
import { dayMs, isoSeconds } from '../lib/clock.js';
import { PortalError } from '../lib/errors.js';
import { sortedBy } from '../lib/order.js';
import { amount, say } from '../lib/say.js';
import { checkedName, newRecordId } from './commit.js';
import type { LastUsed } from './last-used.js';
import type { KeyBudgets, KeyRecord } from './records.js';
import { type Registry, requireBrand, unknownKey, versionOfRecord } from './registry.js';
import { type Acting, requireAdmin, requireKeyOrWebhookOfBrand } from './rights.js';
import { hashSecret, newSecret } from './secrets.js';
import { checkedTags } from './translators.js';
import type { Verbs } from './verbs.js';

interface NewKey extends Pick<KeyRecord, 'brand' | 'name' | 'rights'> {
  /** Languages of which it may write the texts. Default: none. */
  readonly translates?: readonly string[];
  readonly expiresAt: Date | null;
  readonly budgets?: KeyBudgets;
  /** The key itself, as `newSecret` makes it. Default: a new one. */
  readonly secret?: string;
  /** Whether the brand must have no key of this name, not even a revoked one. */
  readonly isOnly?: boolean;
}

export interface IssuedKey {
  readonly record: KeyRecord;
  /** The key itself, which is not stored and shown once. */
  readonly key: string;
}

interface KeyRotation {
  readonly id: string;
  /** Time for which the old key stays valid, unless it expires before. */
  readonly overlapMs: number;
  /** Expiry of the new key. `undefined` for the original lifetime of the old one. */
  readonly expiresAt?: Date | undefined;
  /** Whether a key that was used lately is refused. */
  readonly sparesUsed?: boolean;
}

interface KeyRevocation extends Pick<KeyRotation, 'sparesUsed'> {
  readonly by?: Acting | undefined;
}

export interface RotatedKey extends IssuedKey {
  readonly old: KeyRecord;
}

export interface ListedKey extends Omit<KeyRecord, 'replaced_by' | keyof KeyBudgets> {
  /** `null` for the configured one. */
  readonly requests_per_minute: number | null;
  readonly writes_per_minute: number | null;
  readonly replaced_by: string | null;
  /** Last use, up to a minute late for requests to other processes, and in no backup; `null` if unknown. */
  readonly last_used_at: string | null;
  readonly version: string;
}

/** Time after its last use for which a key counts as in use: ending it takes a confirmation. */
const recentUseMs = 7 * dayMs;

const isRecentUse = (usedMs: number | undefined, now: Date): boolean =>
  usedMs !== undefined && now.getTime() - usedMs < recentUseMs;

export function isInUse({ last_used_at }: ListedKey, now: Date): boolean {
  return last_used_at !== null && isRecentUse(Date.parse(last_used_at), now);
}

/** Refusal to end a key that was used lately. */
export class KeyInUse extends PortalError {}

const maxKeys = 1000;

/** Dummy hash: comparing an unknown key takes the same path as a known one, and so the same time. */
const dummyHash = '0'.repeat(64);

/** The valid key that was presented; `null` alike for malformed, unknown, expired and revoked ones. */
export function authenticate(registry: Registry, presented: string, now: Date): KeyRecord | null {
  const hash = hashSecret(presented);
  const key = registry.keys.get(registry.byHash.get(hash) ?? '');
  const isSameHash = timingSafeEqual(Buffer.from(key?.sha256 ?? dummyHash, 'hex'), Buffer.from(hash, 'hex'));
  return key !== undefined && isSameHash && isUsable(key, now) ? key : null;
}

export function isUsable(key: Pick<KeyRecord, 'revoked_at' | 'expires_at' | 'rests'>, now: Date): boolean {
  return (
    key.revoked_at === null &&
    key.rests === undefined &&
    (key.expires_at === null || now.getTime() < Date.parse(key.expires_at))
  );
}

/** The API keys of all brands: issued, rotated, revoked, listed, recognised. */
export class Keys {
  constructor(
    private readonly verbs: Verbs,
    private readonly lastUsed: LastUsed,
  ) {}

  /**
   * Looks up a valid key and notes its use.
   *
   * @returns `null` when there is none
   */
  recognise(registry: Registry, presented: string): KeyRecord | null {
    const now = this.verbs.clock();
    const key = authenticate(registry, presented, now);
    if (key !== null) this.lastUsed.note(key.id, now);
    return key;
  }

  /** @param brand default: all brands */
  async list(brand?: string): Promise<ListedKey[]> {
    const { catalog } = await this.verbs.registry.read();
    const keys = brand === undefined ? catalog.keys.values() : keysOf(catalog, brand);
    return this.#withLastUse(sortedBy(keys, (key) => `${key.brand} ${key.created_at} ${key.id}`));
  }

  async #withLastUse(keys: readonly KeyRecord[]): Promise<ListedKey[]> {
    const lastUsedAt = await this.lastUsed.times();
    return keys.map((key) => {
      const { requests_per_minute = null, writes_per_minute = null, replaced_by = null } = key;
      const filled = { requests_per_minute, writes_per_minute, replaced_by };
      return { ...key, ...filled, last_used_at: lastUsedAt(key.id), version: versionOfRecord(key) };
    });
  }

  /** Writes the last uses down, for other processes and the next start. */
  saveLastUsed(): Promise<void> {
    return this.lastUsed.save();
  }

  /** The keys of a brand with a name, also those that were revoked. */
  async named(brand: string, name: string): Promise<KeyRecord[]> {
    const { catalog } = await this.verbs.registry.read();
    requireBrand(catalog, brand);
    return keysOf(catalog, brand).filter((key) => key.name === name.trim());
  }

  /** @throws `not_found` when there is no such brand, `invalid` when the name or the rights are unusable, `conflict` */
  async issue(
    {
      brand,
      name: sent,
      rights,
      translates = [],
      expiresAt,
      budgets,
      secret: key = newSecret(),
      isOnly = false,
    }: NewKey,
    by?: Acting,
  ): Promise<IssuedKey> {
    const name = checkedName(sent, 'key');
    const tags = checkedTags('translates', translates);
    return this.verbs.run('keys.issue', {
      by,
      allow: (registry, person) => requireAdmin(registry, { ...person, brand }),
      apply({ registry, now, newId, put, commit }) {
        const { keys } = registry;
        requireBrand(registry, brand);
        requireRoom(keys, brand, now);
        if (expiresAt !== null && expiresAt <= now) {
          throw new PortalError('invalid', 'The key would be expired already.');
        }
        if (isOnly && keysOf(registry, brand).some((other) => other.name === name)) {
          throw new PortalError('conflict', say`The brand ${brand} has a key "${name}" by now.`);
        }
        if (registry.byHash.has(hashSecret(key))) throw new PortalError('conflict', 'This key was issued before.');
        const record: KeyRecord = {
          id: newId(keys),
          brand,
          name,
          rights,
          ...(tags.length > 0 && { translates: tags }),
          sha256: hashSecret(key),
          created_at: isoSeconds(now),
          expires_at: expiresAt === null ? null : isoSeconds(expiresAt),
          revoked_at: null,
          ...budgets,
        };
        put('keys', record);
        commit(`Issue key ${record.id} "${name}" for ${brand}`);
        return { record, key };
      },
    });
  }

  /**
   * Issues a key with the brand, name, rights and budgets of another, which works for a while yet: one commit.
   *
   * @throws `not_found`, `invalid` when the key was revoked, has expired or is being replaced already, `KeyInUse`
   */
  async rotate({ id, overlapMs, expiresAt, sparesUsed }: KeyRotation, by?: Acting): Promise<RotatedKey> {
    const requireUnused = await this.#useCheck(sparesUsed);
    return this.verbs.run('keys.rotate', {
      by,
      find: requireKey(id),
      allow: requireKeyOrWebhookOfBrand,
      apply({ registry: { keys }, before, now, put, commit }) {
        if (!isUsable(before, now)) {
          throw new PortalError('invalid', say`Key ${id} was revoked or has expired: issue a new one.`);
        }
        const successor = successorOf(keys, before);
        if (successor !== undefined && isUsable(successor, now)) {
          const ways = say`rotate that one, or revoke it to replace ${id} again`;
          throw new PortalError('invalid', say`Key ${id} is already being replaced by ${successor.id}: ${ways}.`);
        }
        requireUnused(id, now);
        if (overlapMs > 0) requireRoom(keys, before.brand, now);
        const { replaced_by: _, ...shared } = before;
        const key = newSecret();
        const record: KeyRecord = {
          ...shared,
          id: newRecordId(),
          sha256: hashSecret(key),
          created_at: isoSeconds(now),
          // A key that was already rotated keeps its shortened expiry; the life it was issued with is its successor's.
          expires_at: expiresAt === undefined ? sameLife(successor ?? before, now) : isoSeconds(expiresAt),
        };
        const old: KeyRecord = { ...shared, expires_at: endOfOverlap(before, overlapMs, now), replaced_by: record.id };
        put('keys', old, record);
        commit(`Rotate key ${id} "${old.name}" to ${record.id}`);
        return { record, old, key };
      },
    });
  }

  /**
   * Starts a key that rests, since its brand was archived.
   *
   * @throws `not_found`, `invalid` when the brand has as many usable keys as it may
   */
  start(id: string, by?: Acting): Promise<KeyRecord> {
    return this.verbs.run('keys.start', {
      by,
      find: requireKey(id),
      allow: requireKeyOrWebhookOfBrand,
      apply({ registry, before, now, put, commit }) {
        if (before.rests === undefined) return before;
        const { rests: _, ...started } = before;
        if (isUsable(started, now)) requireRoom(registry.keys, before.brand, now);
        put('keys', started);
        commit(`Start key ${id} "${before.name}"`);
        return started;
      },
    });
  }

  /**
   * Idempotent.
   *
   * @throws `not_found`, `KeyInUse`
   */
  async revoke(
    id: string,
    { by, sparesUsed }: KeyRevocation = {},
  ): Promise<{ readonly key: ListedKey; readonly wasRevoked: boolean }> {
    const requireUnused = await this.#useCheck(sparesUsed);
    const { record, wasRevoked } = await this.verbs.run('keys.revoke', {
      by,
      find: requireKey(id),
      allow: requireKeyOrWebhookOfBrand,
      apply({ before, now, put, commit }) {
        if (before.revoked_at !== null) return { record: before, wasRevoked: true };
        requireUnused(id, now);
        const revoked: KeyRecord = { ...before, revoked_at: isoSeconds(now) };
        put('keys', revoked);
        commit(`Revoke key ${id} "${before.name}"`);
        return { record: revoked, wasRevoked: false };
      },
    });
    const [key] = await this.#withLastUse([record]);
    return { key: key as ListedKey, wasRevoked };
  }

  /** @returns a function that throws `KeyInUse` for a key that was used lately, if such keys are spared */
  async #useCheck(sparesUsed = false): Promise<(id: string, now: Date) => void> {
    const uses = sparesUsed ? await this.lastUsed.all() : new Map<string, number>();
    return (id, now) => {
      if (isRecentUse(uses.get(id), now)) throw new KeyInUse('conflict', say`Key ${id} was used lately.`);
    };
  }
}

/** Whether a key works once it is started. */
export const isResting = ({ rests, ...key }: Parameters<typeof isUsable>[0], now: Date): boolean =>
  rests !== undefined && isUsable(key, now);

/** Keys of a brand. An earlier brand with the same slug has left revoked ones, which are not its own. */
export function keysOf({ brands, keys }: Registry, slug: string): KeyRecord[] {
  const since = brands.get(slug)?.created_at ?? '';
  const isOwn = (key: KeyRecord): boolean => key.revoked_at === null || key.created_at >= since;
  return [...keys.values()].filter((key) => key.brand === slug && isOwn(key));
}

/** @throws `invalid` when the brand has as many usable keys as it may */
function requireRoom(keys: Registry['keys'], brand: string, now: Date): void {
  let count = 0;
  for (const key of keys.values()) if (key.brand === brand && isUsable(key, now)) count += 1;
  if (count < maxKeys) return;
  throw new PortalError(
    'invalid',
    say`The brand ${brand} has ${amount(maxKeys)} keys that work, the most it may have: revoke some.`,
  );
}

const requireKey =
  (id: string) =>
  ({ keys }: Registry): KeyRecord => {
    const record = keys.get(id);
    if (record === undefined) throw unknownKey(id);
    return record;
  };

/** Expiry of a key that begins now and lives as long as another was issued for; `null` if that has no end. */
function sameLife({ created_at, expires_at }: KeyRecord, now: Date): string | null {
  if (expires_at === null) return null;
  return isoSeconds(new Date(now.getTime() + Date.parse(expires_at) - Date.parse(created_at)));
}

/** Expiry of a key that is replaced: its own, if that comes before the end of the overlap. */
function endOfOverlap({ expires_at }: KeyRecord, overlapMs: number, now: Date): string {
  const end = isoSeconds(new Date(now.getTime() + overlapMs));
  return expires_at !== null && expires_at < end ? expires_at : end;
}

/** The last of the keys that replaced one another, beginning with the given one. */
function successorOf(keys: Registry['keys'], { id, replaced_by }: KeyRecord): KeyRecord | undefined {
  const seen = new Set([id]);
  let last: KeyRecord | undefined;
  let next = replaced_by;
  while (next !== undefined && !seen.has(next)) {
    seen.add(next);
    last = keys.get(next) ?? last;
    next = keys.get(next)?.replaced_by;
  }
  return last;
}
