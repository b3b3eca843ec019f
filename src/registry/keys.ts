import { customAlphabet } from 'nanoid';
import { type Clock, isoSeconds } from '../clock.js';
import { notFound, PortalError } from '../errors.js';
import { encodeJson } from '../json.js';
import type { Repository } from '../store/repository.js';
import { generateApiKey, hashApiKey } from './api-key.js';
import { type Author, describe } from './commit.js';
import { checkedName } from './names.js';
import { type KeyRecord, type Registry, type Right, registryPaths } from './records.js';

export const newKeyId = customAlphabet('0123456789abcdefghjkmnpqrstvwxyz', 10);

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

/** @throws `not_found` when there is no such brand, `invalid` when the name or the rights are unusable */
export async function issueKey(
  registry: Repository<Registry>,
  issue: IssueKey,
  clock: Clock,
  by?: Author,
): Promise<IssuedKey> {
  const name = checkedName(issue.name, 'key');
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
    describe(draft, `Issue key ${record.id} "${name}" for ${issue.brand}`, 'keys.issue', now, by);
    return record;
  });
  return { record: answer, key };
}

export interface RevokedKey {
  readonly record: KeyRecord;
  readonly wasRevoked: boolean;
}

/** Revoking again changes nothing. @throws `not_found` */
export async function revokeKey(
  registry: Repository<Registry>,
  id: string,
  clock: Clock,
  by?: Author,
): Promise<RevokedKey> {
  const { answer } = await registry.write((draft) => {
    const record = draft.snapshot.catalog.keys.get(id);
    if (record === undefined) throw keyNotFound(id);
    if (record.revoked_at !== null) return { record, wasRevoked: true };
    const now = clock();
    const revoked: KeyRecord = { ...record, revoked_at: isoSeconds(now) };
    draft.put(registryPaths.key(id), encodeJson(revoked));
    describe(draft, `Revoke key ${id} "${record.name}"`, 'keys.revoke', now, by);
    return { record: revoked, wasRevoked: false };
  });
  return answer;
}

export function keyNotFound(id: string): PortalError {
  return new PortalError('not_found', `Key ${id} not found: a key is named by the id that "key list" shows.`);
}
