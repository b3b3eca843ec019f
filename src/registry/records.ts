import { timingSafeEqual } from 'node:crypto';
import { Map as PersistentMap } from 'immutable';
import { type FeedKind, feedKinds } from '../content/diff/feed.js';
import type { FileChange, Projection } from '../projection.js';
import { fits, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { hashApiKey } from './api-key.js';
import { instant, recordId, slugPattern } from './fields.js';
import { PersonRecord, SessionRecord, SignInRecord } from './person-records.js';

export { slugPattern };

export const rights = ['read', 'write'] as const;
export type Right = (typeof rights)[number];

/** A slug, or one with a number behind it, of a brand whose slug an earlier one had. */
const logPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[1-9][0-9]{0,5})?$/;

/** `brands/<slug>.json`: what the operator, not the brand's editors, decides about a brand. */
export const BrandRecord = Type.Object({
  slug: Type.String({ pattern: slugPattern.source }),
  modules: Type.Unsafe<readonly string[]>(Type.Array(Type.String())),
  api_enabled: Type.Boolean(),
  created_at: instant,
  /** On many machines: the name of its log in the store, where that is not its slug. */
  log: Type.Optional(Type.String({ pattern: logPattern.source })),
});

export type BrandRecord = Static<typeof BrandRecord>;

/** The name of its log, on many machines. No two brands have the same. */
export const logOf = ({ slug, log = slug }: Pick<BrandRecord, 'slug' | 'log'>): string => log;

/** `keys/<id>.json`: everything about an API key but the key. */
export const KeyRecord = Type.Object({
  id: recordId,
  brand: Type.String(),
  name: Type.String(),
  rights: Type.Unsafe<readonly Right[]>(Type.Array(OneOf(rights))),
  /** SHA-256 of the key, hex. */
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  created_at: instant,
  expires_at: Nullable(instant),
  revoked_at: Nullable(instant),
  /** The id of the key that was issued in its place. */
  replaced_by: Type.Optional(recordId),
});
export type KeyRecord = Static<typeof KeyRecord>;

const version = Type.String({ pattern: '^[0-9a-f]{40}$' });

/** `webhooks/<id>.json`: everything about a webhook but what it signs with and how far it is. */
export const WebhookRecord = Type.Object({
  id: recordId,
  brand: Type.String(),
  url: Type.String(),
  /** Kinds of things whose changes are sent; `null`: all. */
  events: Nullable(Type.Unsafe<readonly FeedKind[]>(Type.Array(OneOf(feedKinds)))),
  created_at: instant,
  /** From where it sends, set anew with the next serial number; `null`: from the beginning. */
  start: Type.Object({ serial: Type.Integer({ minimum: 0 }), version: Nullable(version) }),
  /** SHA-256 of the one valid secret, hex. Left out by version 1.0 until the next rotation: any secret is valid then. */
  secret_sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
});
export type WebhookRecord = Static<typeof WebhookRecord>;

export interface Registry {
  readonly brands: PersistentMap<string, BrandRecord>;
  readonly keys: PersistentMap<string, KeyRecord>;
  readonly webhooks: PersistentMap<string, WebhookRecord>;
  /** Key ids by the SHA-256 of the key. */
  readonly byHash: PersistentMap<string, string>;
  readonly people: PersistentMap<string, PersonRecord>;
  /** Links to sign in, by the SHA-256 of their secret. */
  readonly signIns: PersistentMap<string, SignInRecord>;
  /** By the SHA-256 of the token. */
  readonly sessions: PersistentMap<string, SessionRecord>;
  readonly problems: PersistentMap<string, string>;
}

export const registryPaths = {
  format: 'format.json',
  brand: (slug: string) => `brands/${slug}.json`,
  key: (id: string) => `keys/${id}.json`,
  webhook: (id: string) => `webhooks/${id}.json`,
  person: (id: string) => `people/${id}.json`,
  signIn: (sha256: string) => `sign-ins/${sha256}.json`,
  session: (sha256: string) => `sessions/${sha256}.json`,
} as const;

export const registryProjection: Projection<Registry> = {
  empty: {
    brands: PersistentMap(),
    keys: PersistentMap(),
    webhooks: PersistentMap(),
    byHash: PersistentMap(),
    people: PersistentMap(),
    signIns: PersistentMap(),
    sessions: PersistentMap(),
    problems: PersistentMap(),
  },
  apply: (registry, changes) => [...changes].reduce(applyFile, registry),
};

function applyFile(before: Registry, { path, content }: FileChange): Registry {
  if (path === registryPaths.format) return before;
  const [, folder = '', name = ''] = /^([a-z-]+)\/([a-z0-9-]+)\.json$/.exec(path) ?? [];
  const registry = { ...without(before, folder, name), problems: before.problems.delete(path) };
  if (content === null) return registry;
  const value = parse(content.bytes);
  if (folder === 'brands' && fits(BrandRecord, value) && value.slug === name) {
    return { ...registry, brands: registry.brands.set(name, value) };
  }
  if (folder === 'keys' && fits(KeyRecord, value) && value.id === name) {
    return { ...registry, keys: registry.keys.set(name, value), byHash: registry.byHash.set(value.sha256, name) };
  }
  if (folder === 'webhooks' && fits(WebhookRecord, value) && value.id === name) {
    return { ...registry, webhooks: registry.webhooks.set(name, value) };
  }
  if (folder === 'people' && fits(PersonRecord, value) && value.id === name) {
    return { ...registry, people: registry.people.set(name, value) };
  }
  if (folder === 'sign-ins' && fits(SignInRecord, value) && value.sha256 === name) {
    return { ...registry, signIns: registry.signIns.set(name, value) };
  }
  if (folder === 'sessions' && fits(SessionRecord, value) && value.sha256 === name) {
    return { ...registry, sessions: registry.sessions.set(name, value) };
  }
  return { ...registry, problems: registry.problems.set(path, 'no record of the registry format') };
}

/** The registry without one record. */
function without(registry: Registry, folder: string, name: string): Registry {
  switch (folder) {
    case 'brands':
      return { ...registry, brands: registry.brands.delete(name) };
    case 'keys': {
      const old = registry.keys.get(name);
      const byHash = old === undefined ? registry.byHash : registry.byHash.delete(old.sha256);
      return { ...registry, keys: registry.keys.delete(name), byHash };
    }
    case 'webhooks':
      return { ...registry, webhooks: registry.webhooks.delete(name) };
    case 'people':
      return { ...registry, people: registry.people.delete(name) };
    case 'sign-ins':
      return { ...registry, signIns: registry.signIns.delete(name) };
    case 'sessions':
      return { ...registry, sessions: registry.sessions.delete(name) };
    default:
      return registry;
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Dummy hash: comparing an unknown key takes the same path as a known one, and so the same time. */
const dummyHash = '0'.repeat(64);

/** The valid key that `presented` is, or `null`: malformed, unknown, expired and revoked ones are the same everywhere. */
export function authenticate(registry: Registry, presented: string, now: Date): KeyRecord | null {
  const hash = hashApiKey(presented);
  const key = registry.keys.get(registry.byHash.get(hash) ?? '');
  const same = timingSafeEqual(Buffer.from(key?.sha256 ?? dummyHash, 'hex'), Buffer.from(hash, 'hex'));
  return key !== undefined && same && isUsable(key, now) ? key : null;
}

export function isUsable(key: KeyRecord, now: Date): boolean {
  return key.revoked_at === null && (key.expires_at === null || now.getTime() < Date.parse(key.expires_at));
}
