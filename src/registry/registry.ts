import { hash } from 'node:crypto';
import { Map as PersistentMap } from 'immutable';
import { PortalError } from '../lib/errors.js';
import { formatNumbered, formatPath, newestFormat, parseFormat } from '../lib/format.js';
import { encodeJson, isObject, parseJson } from '../lib/json.js';
import type { FileChange, Projection } from '../lib/projection.js';
import { asSaid, say } from '../lib/say.js';
import { formatOfJson, withoutUnusedMembers } from '../validation/new-members.js';
import { fitsStored, type Static } from '../validation/schema.js';
import {
  BrandRecord,
  FormerPerson,
  GrantRecord,
  KeyRecord,
  logOf,
  PasskeyRecord,
  PersonRecord,
  type Right,
  rights,
  SessionRecord,
  ShareRecord,
  SignInRecord,
  UsedChallenge,
  WebhookRecord,
} from './records.js';

/** Kinds of records, by the member of the registry that holds them: folder and schema of their files, and the field that names a file. */
const kinds = {
  brands: { folder: 'brands', schema: BrandRecord, key: 'slug' },
  keys: { folder: 'keys', schema: KeyRecord, key: 'id' },
  webhooks: { folder: 'webhooks', schema: WebhookRecord, key: 'id' },
  people: { folder: 'people', schema: PersonRecord, key: 'id' },
  formerPeople: { folder: 'former-people', schema: FormerPerson, key: 'id' },
  shareLinks: { folder: 'share-links', schema: ShareRecord, key: 'sha256' },
  signIns: { folder: 'sign-ins', schema: SignInRecord, key: 'sha256' },
  sessions: { folder: 'sessions', schema: SessionRecord, key: 'sha256' },
  passkeys: { folder: 'passkeys', schema: PasskeyRecord, key: 'sha256' },
  grants: { folder: 'grants', schema: GrantRecord, key: 'id' },
  usedChallenges: { folder: 'used-challenges', schema: UsedChallenge, key: 'sha256' },
} as const;

type Kinds = typeof kinds;
export type Kind = keyof Kinds;
const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);
export type RecordOf<K extends Kind> = Static<Kinds[K]['schema']>;
type Records = { readonly [K in Kind]: PersistentMap<string, RecordOf<K>> };

const rightsLists = ['rights', 'scopes'];

/**
 * A record that rests as in its file: a member that earlier programs obey stops it, and `rests` has its value. A key is over, anything
 * else is of no brand.
 */
function restingFileOf(record: object): object {
  const { rests: since, created_at, brand, expires_at } = record as Partial<KeyRecord>;
  if (since === undefined) return record;
  return 'rights' in record
    ? { ...record, expires_at: created_at, rests: { since, expires_at } }
    : { ...record, brand: '', rests: { since, brand } };
}

function restingIn({ rests, ...record }: Record<string, unknown>): object {
  const { since, ...earlier } = Object(rests);
  return { ...record, ...earlier, rests: since };
}

/** Members that earlier programs may have changed, closed as long as the brand is archived. */
function archivedIn({ files: _, ...record }: Record<string, unknown>): object {
  return { ...record, api_enabled: false, portal: 'off' };
}

/**
 * A record as in its file. Versions that do not know `propose` would skip a record that lists it, and not revoke it with its brand. They
 * preserve a member that they do not know.
 */
function fileOf(given: object): object {
  const record = restingFileOf(given);
  const [list, listed] = Object.entries(record).find(([name]) => rightsLists.includes(name)) ?? [];
  if (list === undefined || !listed.includes('propose')) return record;
  return { ...record, [list]: listed.filter((right: Right) => right !== 'propose'), proposes: true };
}

function recordIn(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  if (stored.archived !== undefined) return archivedIn(stored);
  const value = stored.rests === undefined ? stored : (restingIn(stored) as Record<string, unknown>);
  if (value.proposes !== true) return value;
  const { proposes: _, ...record } = value;
  const lists = Object.entries(record).map(([name, listed]) => {
    const isList = rightsLists.includes(name) && Array.isArray(listed);
    return [name, isList ? rights.filter((right) => right === 'propose' || listed.includes(right)) : listed];
  });
  return Object.fromEntries(lists);
}

export const nameOf = <K extends Kind>(kind: K, record: RecordOf<K>): string => Object(record)[kinds[kind].key];

/** Path of a record's file. Grants, of which there are many, are in folders by the beginnings of their ids: each commit writes a whole folder. */
export function pathOf(kind: Kind, name: string): string {
  const folder = kind === 'grants' ? `${name.slice(0, 2)}/` : '';
  return `${kinds[kind].folder}/${folder}${name}.json`;
}

/** A record that a change can have a precondition on: the version that was seen. */
export type VersionedRecord = BrandRecord | KeyRecord | PersonRecord | ShareRecord | WebhookRecord;

/** Path of a record's file. Each kind is known by a member that no other has. */
export function recordPath(record: VersionedRecord): string {
  if ('slug' in record) return pathOf('brands', record.slug);
  if ('internal' in record) return pathOf('shareLinks', record.sha256);
  if ('roles' in record) return pathOf('people', record.id);
  return pathOf('rights' in record ? 'keys' : 'webhooks', record.id);
}

export interface Registry extends Records {
  /** Key ids by the SHA-256 of the key. */
  readonly byHash: PersistentMap<string, string>;
  readonly problems: PersistentMap<string, string>;
}

export const allLogs = ({ brands }: Registry): string[] => [...brands.values()].map(logOf);

/** Logs of the brands whose records or keys differ in `after`. New brands and keys do not count. */
export function logsOfCallers(before: Registry, after: Registry): string[] {
  const keys = before.keys === after.keys ? [] : [...before.keys.values()];
  const slugs = keys.filter((key) => after.keys.get(key.id) !== key).map(({ brand }) => brand);
  const isChanged = (brand: BrandRecord): boolean =>
    after.brands.get(brand.slug) !== brand || slugs.includes(brand.slug);
  return [...before.brands.values()].filter(isChanged).map(logOf);
}

const emptyMaps = [...Object.keys(kinds), 'byHash', 'problems'].map((member) => [member, PersistentMap()]);

export const registryProjection: Projection<Registry> = {
  format: { thing: 'registry', newest: newestFormat, of: (path, bytes) => formatNumbered(formatOfRecord(path, bytes)) },
  empty: Object.fromEntries(emptyMaps),
  apply: (registry, changes) => [...changes].reduce(applyFile, registry),
};

/** The kind and the name of the record in a file; `null` for any other file. */
function recordAt(path: string): { readonly kind: Kind; readonly name: string } | null {
  const [, folder, name = ''] = /^([a-z-]+)\/(?:[a-z0-9]{2}\/)?([a-z0-9-]+)\.json$/.exec(path) ?? [];
  const kind = Object.keys(kinds).find((member) => isKind(member) && kinds[member].folder === folder) ?? '';
  return isKind(kind) && pathOf(kind, name) === path ? { kind, name } : null;
}

function formatOfRecord(path: string, bytes: Buffer): number {
  const at = recordAt(path);
  return at === null ? 1 : formatOfJson(kinds[at.kind].schema, bytes);
}

export const encodeRecord = <K extends Kind>(kind: K, record: RecordOf<K>): Buffer =>
  encodeJson(withoutUnusedMembers(kinds[kind].schema, fileOf(record)));

function applyFile(before: Registry, { path, content }: FileChange): Registry {
  const at = recordAt(path);
  const value = content === null ? undefined : recordIn(parseJson(content.bytes.toString()));
  let isValid = path === formatPath && content !== null && parseFormat(content.bytes) !== null;
  const after: { -readonly [Member in keyof Registry]: Registry[Member] } = { ...before };
  if (at !== null) {
    const { kind, name } = at;
    const { schema, key } = kinds[kind];
    const records: PersistentMap<string, unknown> = before[kind];
    isValid = fitsStored(schema, value) && Object(value)[key] === name;
    Object.assign(after, { [kind]: isValid ? records.set(name, value) : records.delete(name) });
  }
  if (at !== null && after.keys !== before.keys) {
    const { name } = at;
    const keyBefore = before.keys.get(name);
    const keyAfter = after.keys.get(name);
    if (keyBefore !== undefined) after.byHash = after.byHash.delete(keyBefore.sha256);
    if (keyAfter !== undefined) after.byHash = after.byHash.set(keyAfter.sha256, name);
  }
  const isSkipped = content !== null && !isValid;
  after.problems = isSkipped
    ? before.problems.set(path, 'no record of the registry format')
    : before.problems.delete(path);
  return after;
}

/** The version of a record: a hash of its file, which signing in does not change. */
export function versionOfRecord(
  record: KeyRecord | BrandRecord | ShareRecord | WebhookRecord | ReturnType<typeof personIn>,
): string {
  return hash('sha256', encodeJson(fileOf(record)));
}

/** The part of a person that the admins of a brand see: from a hash of the rest, they could guess it. */
export function personIn(brand: string, person: PersonRecord) {
  const { id, name, operator, roles: given, translates, editing, disabled_at } = person;
  const role = Object.hasOwn(given, brand) ? given[brand] : null;
  const ofBrand = {
    ...(translates?.[brand] && { translates: translates[brand] }),
    ...(editing?.[brand] && { editing: editing[brand] }),
  };
  return { id, name, operator, role, disabled_at, ...ofBrand };
}

/** @throws UnknownBrand */
export function requireBrand({ brands }: Pick<Registry, 'brands'>, slug: string): BrandRecord {
  const record = brands.get(slug);
  if (record !== undefined) return record;
  throw new UnknownBrand(slug);
}

/** Refusal of a brand that is not registered. */
export class UnknownBrand extends PortalError {
  constructor(slug: string) {
    super('not_found', say`Brand ${slug} not found.`);
  }
}

export function webhooksOf({ webhooks }: Pick<Registry, 'webhooks'>, slug: string): WebhookRecord[] {
  return [...webhooks.values()].filter(({ brand }) => brand === slug);
}

/** @throws `not_found` */
export function requirePerson({ people }: Registry, id: string): PersonRecord {
  const record = people.get(id);
  if (record !== undefined) return record;
  throw unknownPerson(id);
}

export function unknownPerson(id: string): PortalError {
  const way = 'a person is named by the id that "person list" shows';
  return new PortalError('not_found', say`Person ${id} not found: ${asSaid(way)}.`);
}

export function unknownKey(id: string): PortalError {
  return new PortalError('not_found', say`Key ${id} not found: a key is named by the id that "key list" shows.`);
}
