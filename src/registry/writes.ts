import { customAlphabet } from 'nanoid';
import { type Clock, isoSeconds } from '../clock.js';
import type { Module } from '../content/brand.js';
import { notFound, PortalError } from '../errors.js';
import { encodeJson } from '../json.js';
import type { Repository } from '../store/repository.js';
import type { Draft } from '../store/snapshot.js';
import { generateApiKey, hashApiKey, holdsApiKey } from './api-key.js';
import { type BrandRecord, isUsable, type KeyRecord, type Registry, type Right, registryPaths } from './records.js';

const newKeyId = customAlphabet('0123456789abcdefghjkmnpqrstvwxyz', 10);

const operator = { name: 'Operator', email: 'operator@brand-portal.invalid' };

export interface IssueKey {
  readonly brand: string;
  readonly name: string;
  readonly rights: readonly Right[];
  readonly expiresAt: Date | null;
}

export interface IssuedKey {
  readonly record: KeyRecord;
  /** The key itself: nowhere stored, never to be had again. */
  readonly key: string;
}

export function describe(draft: Draft<Registry>, subject: string, operation: string, now: Date): void {
  draft.describe({ author: operator, time: now, message: { subject, trailers: [['Operation', operation]] } });
}

/** The first commit: which format the registry has. */
export function startRegistry(draft: Draft<Registry>, clock: Clock): void {
  draft.put(registryPaths.format, encodeJson({ format: 1 }));
  describe(draft, 'Start the registry', 'registry.start', clock());
}

/** @throws `invalid` when the slug is registered already */
export async function registerBrand(
  registry: Repository<Registry>,
  brand: { readonly slug: string; readonly modules: readonly Module[]; readonly api_enabled: boolean },
  clock: Clock,
): Promise<BrandRecord> {
  const { answer } = await registry.write((draft) => {
    if (draft.snapshot.catalog.brands.has(brand.slug)) throw brandExists(brand.slug);
    const now = clock();
    const { slug, modules, api_enabled } = brand;
    const record: BrandRecord = { slug, modules, api_enabled, created_at: isoSeconds(now) };
    draft.put(registryPaths.brand(slug), encodeJson(record));
    describe(draft, `Register brand ${slug}`, 'brands.create', now);
    return record;
  });
  return answer;
}

export interface BrandSettings {
  readonly modules?: readonly Module[];
  readonly api_enabled?: boolean;
}

/** Sets what a brand may use; it holds for the next request. @throws `not_found` */
export async function setBrandSettings(
  registry: Repository<Registry>,
  slug: string,
  settings: BrandSettings,
  clock: Clock,
): Promise<BrandRecord> {
  const { answer } = await registry.write((draft) => {
    const before = draft.snapshot.catalog.brands.get(slug);
    if (before === undefined) throw notFound(`Brand ${slug}`);
    const record: BrandRecord = { ...before, ...settings };
    draft.put(registryPaths.brand(slug), encodeJson(record));
    describe(draft, `Change the settings of brand ${slug}`, 'brands.settings', clock());
    return record;
  });
  return answer;
}

export function brandExists(slug: string): PortalError {
  return new PortalError('invalid', `The brand ${slug} exists already.`);
}

/** @throws `not_found` when there is no such brand, `invalid` when the name or the rights are unusable */
export async function issueKey(registry: Repository<Registry>, issue: IssueKey, clock: Clock): Promise<IssuedKey> {
  const name = issue.name.trim();
  if (name === '' || [...name].length > 100 || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)) {
    throw new PortalError('invalid', 'A key name has 1 to 100 characters on one line.');
  }
  if (holdsApiKey(name)) throw new PortalError('invalid', 'A key name is public: it must not hold a key.');
  const key = generateApiKey();
  const { answer } = await registry.write((draft) => {
    if (!draft.snapshot.catalog.brands.has(issue.brand)) throw notFound(`Brand ${issue.brand}`);
    const now = clock();
    if (issue.expiresAt !== null && issue.expiresAt <= now) {
      throw new PortalError('invalid', 'The key would be expired already.');
    }
    const record: KeyRecord = {
      id: newKeyId(),
      brand: issue.brand,
      name,
      rights: issue.rights,
      sha256: hashApiKey(key),
      created_at: isoSeconds(now),
      expires_at: issue.expiresAt === null ? null : isoSeconds(issue.expiresAt),
      revoked_at: null,
    };
    draft.put(registryPaths.key(record.id), encodeJson(record));
    describe(draft, `Issue key ${record.id} "${name}" for ${issue.brand}`, 'keys.issue', now);
    return record;
  });
  return { record: answer, key };
}

export interface RotateKey {
  readonly id: string;
  /** How long the old key goes on working, unless it expires before. */
  readonly overlapMs: number;
  /** When the new key expires; `undefined`: after as long a life as the old one was given at first. */
  readonly expiresAt?: Date | undefined;
}

export interface RotatedKey extends IssuedKey {
  readonly old: KeyRecord;
}

/**
 * Issues a key with the brand, name and rights of another, which works for a while yet: one commit.
 *
 * @throws `not_found`, `invalid` when the key was revoked, has expired or is being replaced already
 */
export async function rotateKey(registry: Repository<Registry>, rotate: RotateKey, clock: Clock): Promise<RotatedKey> {
  const key = generateApiKey();
  const { answer } = await registry.write((draft) => {
    const { keys } = draft.snapshot.catalog;
    const before = keys.get(rotate.id);
    if (before === undefined) throw keyNotFound(rotate.id);
    const now = clock();
    if (!isUsable(before, now)) {
      throw new PortalError('invalid', `Key ${rotate.id} was revoked or has expired: issue a new one.`);
    }
    const successor = successorOf(keys, before);
    if (successor !== undefined && isUsable(successor, now)) {
      const ways = `rotate that one, or revoke it to replace ${before.id} anew`;
      throw new PortalError('invalid', `Key ${before.id} is already being replaced by ${successor.id}: ${ways}.`);
    }
    // The life of a key that was replaced before was cut short then: what came after it has the one it was given.
    const given = successor ?? before;
    const lifeMs = given.expires_at === null ? null : Date.parse(given.expires_at) - Date.parse(given.created_at);
    const expires = rotate.expiresAt ?? (lifeMs === null ? null : new Date(now.getTime() + lifeMs));
    const end = isoSeconds(new Date(now.getTime() + rotate.overlapMs));
    const { replaced_by: _, ...like } = before;
    const id = newKeyId();
    const old: KeyRecord = {
      ...like,
      expires_at: before.expires_at !== null && before.expires_at < end ? before.expires_at : end,
      replaced_by: id,
    };
    const record: KeyRecord = {
      ...like,
      id,
      sha256: hashApiKey(key),
      created_at: isoSeconds(now),
      expires_at: expires === null ? null : isoSeconds(expires),
    };
    draft.put(registryPaths.key(old.id), encodeJson(old));
    draft.put(registryPaths.key(record.id), encodeJson(record));
    describe(draft, `Rotate key ${old.id} "${old.name}" to ${record.id}`, 'keys.rotate', now);
    return { record, old };
  });
  return { ...answer, key };
}

/** The last of the keys that came in the place of one. */
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

function keyNotFound(id: string): PortalError {
  return new PortalError('not_found', `Key ${id} not found: a key is named by the id that "key list" shows.`);
}

export interface RevokedKey {
  readonly record: KeyRecord;
  readonly wasRevoked: boolean;
}

/** Revoking again changes nothing. @throws `not_found` */
export async function revokeKey(registry: Repository<Registry>, id: string, clock: Clock): Promise<RevokedKey> {
  const { answer } = await registry.write((draft) => {
    const record = draft.snapshot.catalog.keys.get(id);
    if (record === undefined) throw keyNotFound(id);
    if (record.revoked_at !== null) return { record, wasRevoked: true };
    const now = clock();
    const revoked: KeyRecord = { ...record, revoked_at: isoSeconds(now) };
    draft.put(registryPaths.key(id), encodeJson(revoked));
    describe(draft, `Revoke key ${id} "${record.name}"`, 'keys.revoke', now);
    return { record: revoked, wasRevoked: false };
  });
  return answer;
}
