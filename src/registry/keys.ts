import { timingSafeEqual } from 'node:crypto';
import { type Clock, dayMs, isoSeconds } from '../lib/clock.js';
import { notFound, PortalError } from '../lib/errors.js';
import { encodeJson } from '../lib/json.js';
import type { Repository } from '../store/repository.js';
import type { Draft } from '../store/snapshot.js';
import { checkedName, describe, idFor, newRecordId, type Writer } from './commit.js';
import type { LastUsed } from './last-used.js';
import {
  type KeyBudgets,
  type KeyRecord,
  type Registry,
  type Right,
  registryPaths,
  versionOfRecord,
} from './records.js';
import { hashSecret, newSecret } from './secrets.js';

interface NewKey {
  readonly brand: string;
  readonly name: string;
  readonly rights: readonly Right[];
  readonly expiresAt: Date | null;
  readonly budgets?: KeyBudgets;
}

export interface IssuedKey {
  readonly record: KeyRecord;
  /** The key itself, which is not stored and shown once. */
  readonly key: string;
}

interface KeyRotation {
  readonly id: string;
  /** Time for which the old key goes on working, unless it expires before. */
  readonly overlapMs: number;
  /** Expiry of the new key; `undefined`: after as long a life as the old one was given at first. */
  readonly expiresAt?: Date | undefined;
}

export interface RotatedKey extends IssuedKey {
  readonly old: KeyRecord;
}

export interface ListedKey extends Omit<KeyRecord, 'replaced_by' | keyof KeyBudgets> {
  /** `null`: the configuration's. */
  readonly requests_per_minute: number | null;
  readonly writes_per_minute: number | null;
  readonly replaced_by: string | null;
  /** Last use, up to a minute late for requests to other processes, and in no backup; `null`: none is known. */
  readonly last_used_at: string | null;
  readonly version: string;
}

/** Time after its last use for which a key counts as in use: ending it takes a confirmation. */
const recentUseMs = 7 * dayMs;

export function isInUse({ last_used_at }: ListedKey, now: Date): boolean {
  return last_used_at !== null && now.getTime() - Date.parse(last_used_at) < recentUseMs;
}

/** Upper bound on the usable keys of a brand. */
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

export function isUsable(key: Pick<KeyRecord, 'revoked_at' | 'expires_at'>, now: Date): boolean {
  return key.revoked_at === null && (key.expires_at === null || now.getTime() < Date.parse(key.expires_at));
}

/** The API keys of all brands: issued, rotated, revoked, listed, recognised. */
export class Keys {
  constructor(
    private readonly registry: Repository<Registry>,
    private readonly lastUsed: LastUsed,
    private readonly clock: Clock,
  ) {}

  /** Looks up a valid key and notes its use. @returns `null` when there is none */
  recognise(registry: Registry, presented: string): KeyRecord | null {
    const now = this.clock();
    const key = authenticate(registry, presented, now);
    if (key !== null) this.lastUsed.note(key.id, now);
    return key;
  }

  /** @param brand whose keys; left out: those of all brands */
  async list(brand?: string): Promise<ListedKey[]> {
    const { catalog } = await this.registry.read();
    const order = (key: KeyRecord): string => `${key.brand} ${key.created_at} ${key.id}`;
    const keys = brand === undefined ? [...catalog.keys.values()] : keysOf(catalog, brand);
    return this.#withLastUse(keys.sort((a, b) => (order(a) < order(b) ? -1 : 1)));
  }

  async #withLastUse(keys: readonly KeyRecord[]): Promise<ListedKey[]> {
    const uses = await this.lastUsed.all();
    return keys.map((key) => {
      const lastUse = uses.get(key.id);
      const last_used_at = lastUse === undefined ? null : isoSeconds(new Date(lastUse));
      const { requests_per_minute = null, writes_per_minute = null, replaced_by = null } = key;
      const filled = { requests_per_minute, writes_per_minute, replaced_by };
      return { ...key, ...filled, last_used_at, version: versionOfRecord(key) };
    });
  }

  /** Writes the last uses down, for other processes and the next start. */
  saveLastUsed(): Promise<void> {
    return this.lastUsed.save();
  }

  /** @throws `not_found` when there is no such brand, `invalid` when the name or the rights are unusable */
  async issue({ brand, name: sent, rights, expiresAt, budgets }: NewKey, by?: Writer): Promise<IssuedKey> {
    const name = checkedName(sent, 'key');
    const key = newSecret();
    const { answer } = await this.registry.write((draft) => {
      const { catalog } = draft.snapshot;
      if (!catalog.brands.has(brand)) throw notFound(`Brand ${brand}`);
      by?.check?.(catalog, null);
      const now = this.clock();
      requireRoom(catalog, brand, now);
      if (expiresAt !== null && expiresAt <= now) throw new PortalError('invalid', 'The key would be expired already.');
      const record: KeyRecord = {
        id: idFor(by, catalog.keys),
        brand,
        name,
        rights,
        sha256: hashSecret(key),
        created_at: isoSeconds(now),
        expires_at: expiresAt === null ? null : isoSeconds(expiresAt),
        revoked_at: null,
        ...budgets,
      };
      put(draft, record);
      describe(draft, `Issue key ${record.id} "${name}" for ${brand}`, 'keys.issue', now, by);
      return record;
    });
    return { record: answer, key };
  }

  /**
   * Issues a key with the brand, name, rights and budgets of another, which works for a while yet: one commit.
   *
   * @throws `not_found`, `invalid` when the key was revoked, has expired or is being replaced already
   */
  async rotate({ id, overlapMs, expiresAt }: KeyRotation, by?: Writer<KeyRecord>): Promise<RotatedKey> {
    const key = newSecret();
    const { answer } = await this.registry.write((draft) => {
      const { catalog } = draft.snapshot;
      const before = requireKey(draft, id);
      by?.check?.(catalog, before);
      const now = this.clock();
      if (!isUsable(before, now)) {
        throw new PortalError('invalid', `Key ${id} was revoked or has expired: issue a new one.`);
      }
      const successor = successorOf(catalog.keys, before);
      if (successor !== undefined && isUsable(successor, now)) {
        const ways = `rotate that one, or revoke it to replace ${id} anew`;
        throw new PortalError('invalid', `Key ${id} is already being replaced by ${successor.id}: ${ways}.`);
      }
      if (overlapMs > 0) requireRoom(catalog, before.brand, now);
      // A key that was already rotated keeps its shortened expiry; the life it was issued with is its successor's.
      const original = successor ?? before;
      const lifeMs =
        original.expires_at === null ? null : Date.parse(original.expires_at) - Date.parse(original.created_at);
      const newExpiry = expiresAt ?? (lifeMs === null ? null : new Date(now.getTime() + lifeMs));
      const overlapEnd = isoSeconds(new Date(now.getTime() + overlapMs));
      const { replaced_by: _, ...shared } = before;
      const newId = newRecordId();
      const old: KeyRecord = {
        ...shared,
        expires_at: before.expires_at !== null && before.expires_at < overlapEnd ? before.expires_at : overlapEnd,
        replaced_by: newId,
      };
      const record: KeyRecord = {
        ...shared,
        id: newId,
        sha256: hashSecret(key),
        created_at: isoSeconds(now),
        expires_at: newExpiry === null ? null : isoSeconds(newExpiry),
      };
      put(draft, old);
      put(draft, record);
      describe(draft, `Rotate key ${id} "${old.name}" to ${newId}`, 'keys.rotate', now, by);
      return { record, old };
    });
    return { ...answer, key };
  }

  /** Idempotent. @throws `not_found` */
  async revoke(id: string, by?: Writer<KeyRecord>): Promise<{ readonly key: ListedKey; readonly wasRevoked: boolean }> {
    const { answer } = await this.registry.write((draft) => {
      const record = requireKey(draft, id);
      by?.check?.(draft.snapshot.catalog, record);
      if (record.revoked_at !== null) return { record, wasRevoked: true };
      const now = this.clock();
      const revoked: KeyRecord = { ...record, revoked_at: isoSeconds(now) };
      put(draft, revoked);
      describe(draft, `Revoke key ${id} "${record.name}"`, 'keys.revoke', now, by);
      return { record: revoked, wasRevoked: false };
    });
    const [key] = await this.#withLastUse([answer.record]);
    return { key: key as ListedKey, wasRevoked: answer.wasRevoked };
  }
}

/** Keys of a brand. An earlier brand with the same slug has left revoked ones, which are not its own. */
export function keysOf({ brands, keys }: Registry, slug: string): KeyRecord[] {
  const since = brands.get(slug)?.created_at ?? '';
  const isOwn = (key: KeyRecord): boolean => key.revoked_at === null || key.created_at >= since;
  return [...keys.values()].filter((key) => key.brand === slug && isOwn(key));
}

function put(draft: Draft<Registry>, record: KeyRecord): void {
  draft.put(registryPaths.key(record.id), encodeJson(record));
}

/** @throws `invalid` when the brand has as many usable keys as it may */
function requireRoom({ keys }: Registry, brand: string, now: Date): void {
  let count = 0;
  for (const key of keys.values()) if (key.brand === brand && isUsable(key, now)) count += 1;
  if (count < maxKeys) return;
  throw new PortalError(
    'invalid',
    `The brand ${brand} has ${maxKeys.toLocaleString('en')} keys that work, the most it may have: revoke some.`,
  );
}

function requireKey({ snapshot }: Draft<Registry>, id: string): KeyRecord {
  const record = snapshot.catalog.keys.get(id);
  if (record !== undefined) return record;
  throw unknownKey(id);
}

export function unknownKey(id: string): PortalError {
  return new PortalError('not_found', `Key ${id} not found: a key is named by the id that "key list" shows.`);
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
