import { type FeedKind, feedKinds } from '../content/feed.js';
import { PortalError } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { Oid } from '../store/git/object.js';
import { Nullable, OneOf, type Static, Type } from '../validation/schema.js';

/** One DNS label, since a brand's address is a subdomain of the portal (RFC 1123, section 2.1). */
export const maxBrandSlugLength = 63;
export const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** ISO 8601 in UTC with whole seconds. */
const instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' });

/** The id of a key, a webhook or a person. */
export const recordIdPattern = /^[a-z0-9]{4,40}$/;
const recordId = Type.String({ pattern: recordIdPattern.source });

/** Version of a brand: git's id of a commit. */
export const version = Oid;

const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** Rights of keys and grants. `propose`: to write into proposals of one's own. */
export const rights = ['read', 'propose', 'write'] as const;
export type Right = (typeof rights)[number];

/** Scopes of a grant: rights, and to write texts of some languages. */
export const grantScopes = [...rights, 'translate'] as const;
export type GrantScope = (typeof grantScopes)[number];

/** Tags of the languages of which a key, or a person, may write the texts, without any other write. */
const tags = Type.Array(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]{1,19}$' }), { minItems: 1, maxItems: 30 });

/** Name of a log: a slug, with a number where an earlier brand had the slug. */
const logPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[1-9][0-9]{0,5})?$/;

/** Access to a brand's portal: only editors, everyone with a role in the brand, or everyone. */
export const portalAccess = ['off', 'people', 'public'] as const;
export type PortalAccess = (typeof portalAccess)[number];

/** Whether what visitors and agents read is counted. */
export const countSettings = ['on', 'off'] as const;
export type CountSetting = (typeof countSettings)[number];

/** Readers who may ask the people of the brand about a page: none, people with a role, or also guests. */
export const noteSenders = ['off', 'people', 'everyone'] as const;
export type NoteSenders = (typeof noteSenders)[number];

/** For whom a public portal opens a kind of content. */
const Opened = OneOf(['people', 'public'], { default: 'people' });

/** Review policy: no change needs a review, or those of agents, or all but those of keys, whose rights decide. */
export const reviewPolicies = ['off', 'agents', 'everyone'] as const;
export const approvers = ['editors', 'admins'] as const;

/** Secrets in the addresses of a brand's files, made with the first one. Never shown. */
const Files = Type.Object({
  token: Type.String({ pattern: '^[0-9a-z]{8}$' }),
  salt: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
});

/** State before a brand was archived. Patterns, not lists of values: earlier programs preserve whatever is here. */
const Archived = Type.Object({
  at: instant,
  /** The person who did it; left out: the operator, at the command line. */
  by: Type.Optional(recordId),
  api_enabled: Type.Boolean(),
  portal: Type.Unsafe<PortalAccess>(Type.String({ pattern: `^(?:${portalAccess.join('|')})$` })),
  files: Type.Optional(Files),
  roles: Type.Unsafe<Readonly<Record<string, Role>>>(
    Type.Record(recordId, Type.String({ pattern: '^(?:viewer|editor|admin)$' })),
  ),
  /** Time at which its erasure began. */
  erasing: Type.Optional(instant),
});

/** `brands/<slug>.json`: the settings of a brand that the operator decides, not its editors. */
export const BrandRecord = Type.Object({
  slug: Type.String({ pattern: slugPattern.source }),
  modules: Type.Unsafe<readonly string[]>(Type.Array(Type.String())),
  api_enabled: Type.Boolean(),
  portal: OneOf(portalAccess, { default: 'people' }),
  /** Whether the start page of the server names it; only a public one is named. */
  portal_listed: Type.Boolean({ default: false }),
  portal_opens: Type.Object({ facts: Opened, language: Opened }, { default: { facts: 'people', language: 'people' } }),
  review: OneOf(reviewPolicies, { default: 'off' }),
  /** Whether texts of those who only translate need a review. */
  translations_reviewed: Type.Boolean({ default: true }),
  approvers: OneOf(approvers, { default: 'editors' }),
  /** Whether people may approve a proposal that they contributed to. Default: unless everyone needs a review. */
  own_approval: Type.Optional(Type.Boolean()),
  /** Whether a proposal with findings of the language check may be merged. */
  findings_allowed: Type.Boolean({ default: true }),
  /** A pattern, not a list of values: a program that knows fewer keeps it. Default: off. */
  notes: Type.Optional(Type.Unsafe<NoteSenders>(Type.String({ pattern: '^[a-z]{1,20}$' }))),
  /** A pattern, as of `notes`. Default: on. */
  counts: Type.Optional(Type.Unsafe<CountSetting>(Type.String({ pattern: '^[a-z]{1,20}$' }))),
  created_at: instant,
  /** Name of the brand's log, where it is not the slug; only on many machines. */
  log: Type.Optional(Type.String({ pattern: logPattern.source })),
  /** Name of the log of its proposals, on many machines; missing until there is one. */
  proposals: Type.Optional(Type.String({ pattern: logPattern.source })),
  files: Type.Optional(Files),
  archived: Type.Optional(Archived),
});

export type BrandRecord = Static<typeof BrandRecord>;

/** Whether a brand is archived: nothing of it is served, sent or published. Every door asks this. */
export const isArchived = ({ archived }: Pick<BrandRecord, 'archived'>): boolean => archived !== undefined;

/** Whether what is read of a brand is counted. */
export const isCounted = (brand: Pick<BrandRecord, 'counts' | 'archived'>): boolean =>
  brand.counts !== 'off' && !isErasing(brand);

/** Whether the erasure of a brand has begun: its content may be gone. */
export const isErasing = ({ archived }: Pick<BrandRecord, 'archived'>): boolean => archived?.erasing !== undefined;

/** Time since when a key, a share link or a grant does not work, until it is started. */
const rests = Type.Optional(instant);

/** Review policy of a brand, with its defaults. */
export const reviewOf = ({ review, approvers, own_approval, findings_allowed }: BrandRecord) => ({
  review,
  approvers,
  findings_allowed,
  own_approval: own_approval ?? review !== 'everyone',
});

/** Name of a brand's log in the store, on many machines. No two brands have the same. */
export const logOf = ({ slug, log = slug }: Pick<BrandRecord, 'slug' | 'log'>): string => log;

/** `keys/<id>.json`: everything about an API key but the key. */
export const KeyRecord = Type.Object({
  id: recordId,
  brand: Type.String(),
  name: Type.String(),
  rights: Type.Unsafe<readonly Right[]>(Type.Array(OneOf(rights))),
  translates: Type.Optional(tags),
  sha256,
  created_at: instant,
  expires_at: Nullable(instant),
  revoked_at: Nullable(instant),
  /** Budgets of this key; 0 for no limit. Default: the configured ones. */
  requests_per_minute: Type.Optional(Type.Integer({ minimum: 0 })),
  writes_per_minute: Type.Optional(Type.Integer({ minimum: 0 })),
  /** The id of the key that was issued in its place. */
  replaced_by: Type.Optional(recordId),
  rests,
});
export type KeyRecord = Static<typeof KeyRecord>;
export type KeyBudgets = Pick<KeyRecord, 'requests_per_minute' | 'writes_per_minute'>;

/** Formats of messages that a chat shows as they come. */
export const chatFormats = ['slack', 'teams', 'text'] as const;
export type ChatFormat = (typeof chatFormats)[number];

/** `webhooks/<id>.json`: everything about a webhook but its secret and its position. */
export const WebhookRecord = Type.Object({
  id: recordId,
  brand: Type.String(),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  /** Address; of a chat, only its host and last characters: the rest is in the secret's file. */
  url: Type.String(),
  /** Omitted for signed messages. The others are sentences for people, and their address is the secret. */
  format: Type.Optional(OneOf(chatFormats)),
  /** Kinds of resources whose changes are sent; `null` for all. */
  events: Nullable(Type.Unsafe<readonly FeedKind[]>(Type.Array(OneOf(feedKinds)))),
  /** Commit of the proposals after which they are sent; `null` for the first. If omitted, they are not sent. */
  proposals: Type.Optional(Nullable(version)),
  created_at: instant,
  /** The point from which it sends, set again with the next serial number; `null` for the beginning. */
  start: Type.Object({ serial: Type.Integer({ minimum: 0 }), version: Nullable(version) }),
  /** SHA-256 of the one valid secret, hex. Left out by version 1.0 until the next rotation: any secret is valid then. */
  secret_sha256: Type.Optional(sha256),
});
export type WebhookRecord = Static<typeof WebhookRecord>;

/** A person's roles in one brand, each with more rights than the one before. */
export const roles = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

export function isAtLeast(role: Role, wanted: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(wanted);
}

/** Exception for an editor from what the brand says: approve, also where admins do; publish, and not approve; only propose. */
export const editings = ['approves', 'publishes', 'proposes'] as const;
export type Editing = (typeof editings)[number];

/** `people/<id>.json`. No address: histories can be cloned, and never forget. Addresses are private texts. */
export const PersonRecord = Type.Object({
  id: recordId,
  name: Type.String({ minLength: 1, maxLength: 100 }),
  operator: Type.Boolean(),
  roles: Type.Unsafe<Readonly<Record<string, Role>>>(
    Type.Record(Type.String({ pattern: slugPattern.source }), OneOf(roles)),
  ),
  /** Languages that a viewer translates, by brand. */
  translates: Type.Optional(
    Type.Unsafe<Readonly<Record<string, readonly string[]>>>(
      Type.Record(Type.String({ pattern: slugPattern.source }), tags),
    ),
  ),
  /** Exceptions for an editor from what the brand says, by brand. A pattern, not a list of values: earlier programs preserve whatever is here. */
  editing: Type.Optional(
    Type.Unsafe<Readonly<Record<string, Editing>>>(
      Type.Record(
        Type.String({ pattern: slugPattern.source }),
        Type.String({ pattern: `^(?:${editings.join('|')})$` }),
      ),
    ),
  ),
  created_at: instant,
  disabled_at: Nullable(instant),
  /** The invitation, until the person has signed in. */
  invitation: Type.Optional(Type.Object({ at: instant, by: recordId })),
  /** The provider at which this person signs in, and the hash of who that is there. Its groups give the roles. */
  identity: Type.Optional(Type.Object({ issuer: Type.String(), sha256 })),
  /** Groups with a rule of the configuration that the provider stated last. */
  groups: Type.Optional(Type.Array(Type.String())),
  /** Role in brands made from now on, until the provider next states the groups. */
  all_brands: Type.Optional(OneOf(roles)),
  /** Language and time zone of the pages that this person gets. Default: those of the browser. */
  language: Type.Optional(Type.String()),
  time_zone: Type.Optional(Type.String()),
  /** Whether this person has confirmed a mail address. */
  mailed: Type.Optional(Type.Boolean()),
});
export type PersonRecord = Static<typeof PersonRecord>;

/** `former-people/<id>.json`: a person whose name views do not show. The record of the person is gone; this one stays, so that no number is given twice. */
export const FormerPerson = Type.Object({ id: recordId, number: Type.Integer({ minimum: 1 }) });
export type FormerPerson = Static<typeof FormerPerson>;

/** Role of a person in a brand; an operator is an admin everywhere. `null` if the brand is not shown. */
export function roleIn({ operator, roles }: PersonRecord, slug: string): Role | null {
  if (operator) return 'admin';
  return Object.hasOwn(roles, slug) ? (roles[slug] ?? null) : null;
}

/** Upper bound on a person's roles: the record is read at each request. */
export const maxRoles = 1000;

/** @throws `invalid` for too many */
export function boundedRoles(given: readonly (readonly [slug: string, role: Role])[]): PersonRecord['roles'] {
  if (given.length <= maxRoles) return Object.fromEntries(given);
  throw new PortalError('invalid', say`A person has a role in at most ${maxRoles} brands.`);
}

const times = { created_at: instant, expires_at: instant };

/** Upper bound on the people behind a link. */
export const maxIssuers = 20;

/** The person who made the link, then those behind the session in which it was made; left out when that was the operator, at the command line. */
const issuers = {
  made_by: Type.Optional(recordId),
  made_through: Type.Optional(Type.Array(recordId, { minItems: 1, maxItems: maxIssuers - 1 })),
};

/** `sign-ins/<sha256>.json`: a link that signs in once; the hash is that of its secret. */
export const SignInRecord = Type.Object({ sha256, person: recordId, ...times, ...issuers });
export type SignInRecord = Static<typeof SignInRecord>;

/** `sessions/<sha256>.json`: a browser that is signed in; the hash is that of its token. */
export const SessionRecord = Type.Object({ sha256, person: recordId, ...times, ...issuers });
export type SessionRecord = Static<typeof SessionRecord>;

/** `passkeys/<sha256>.json`; the hash is that of the credential's id. */
export const PasskeyRecord = Type.Object({
  sha256,
  /** Base64url of at most 1023 bytes (Web Authentication, section 7.1). */
  credential_id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,1364}$' }),
  person: recordId,
  name: Type.String({ minLength: 1, maxLength: 100 }),
  /** COSE key, base64url. */
  public_key: Type.String({ pattern: '^[A-Za-z0-9_-]{1,3000}$' }),
  /** Signatures so far, as the authenticator counts them; those that are synced stay at 0. */
  counter: Type.Integer({ minimum: 0 }),
  backed_up: Type.Boolean(),
  created_at: instant,
  used_at: Nullable(instant),
  /** Time at which the counter went back: there is a copy, so it no longer admits anyone. */
  refused_at: Nullable(instant),
  /** Issuers of the link behind the session in which it was added. */
  ...issuers,
});
export type PasskeyRecord = Static<typeof PasskeyRecord>;

/** `share-links/<sha256>.json`: a link by which guests read the portal of a brand; the hash is that of its secret. */
export const ShareRecord = Type.Object({
  sha256,
  id: recordId,
  brand: Type.String(),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  /** Whether it shows internal pages, too. */
  internal: Type.Boolean(),
  /** Proposal that it previews, the pages that it shows whatever their visibility, and the person who made it. */
  preview: Type.Optional(
    Type.Object({
      proposal: Type.Integer({ minimum: 1 }),
      pages: Type.Unsafe<readonly number[]>(Type.Array(Type.Integer())),
      made_by: Type.Optional(recordId),
    }),
  ),
  ...times,
  rests,
});
export type ShareRecord = Static<typeof ShareRecord>;

/** `grants/<first two characters>/<id>.json`: an agent that acts as a person in one brand. Its tokens are derived, and not stored. */
export const GrantRecord = Type.Object({
  id: recordId,
  person: recordId,
  brand: Type.String(),
  /** Address of the MCP endpoint that takes its tokens. */
  resource: Type.String(),
  scopes: Type.Unsafe<readonly Right[]>(Type.Array(OneOf(rights))),
  /** Languages of the scope `translate`; without it, the grant does not have that scope. */
  translates: Type.Optional(tags),
  /** Host of the client's metadata document; of a registered client, host or scheme of the redirect. */
  client: Type.String({ minLength: 1, maxLength: 255 }),
  client_sha256: sha256,
  /** Name that the client gives itself; empty: none. */
  name: Type.String({ maxLength: 60 }),
  ...times,
  /** Number and time of the newest refresh token. */
  generation: Type.Integer({ minimum: 0 }),
  refreshed_at: instant,
  rests,
});
export type GrantRecord = Static<typeof GrantRecord>;

/** `used-challenges/<sha256>.json`: a challenge that was answered, kept until it has expired. */
export const UsedChallenge = Type.Object({ sha256, expires_at: instant });
export type UsedChallenge = Static<typeof UsedChallenge>;
