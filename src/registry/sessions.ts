import { randomBytes } from 'node:crypto';
import { isoSeconds } from '../lib/clock.js';
import { PortalError } from '../lib/errors.js';
import { compare } from '../lib/order.js';
import { say } from '../lib/say.js';
import {
  endCredentials,
  endSessions,
  evictOldest,
  type Issuers,
  isCurrent,
  issuersOf,
  issuersRecord,
  removeSelected,
} from './credentials.js';
import { type BrandRecord, isArchived, type PersonRecord, type SessionRecord } from './records.js';
import { requirePerson } from './registry.js';
import { type Acting, requireReach } from './rights.js';
import { hashSecret } from './secrets.js';
import { putLink, type SignInLink, useUpLink } from './sign-in-links.js';
import type { Change, Verbs } from './verbs.js';

const sessionDays = 30;
/** Lifetime of a session of an operator, or of a person for whom an identity provider vouches, whichever way it began. */
const shortSessionHours = 12;

const sessionHours = ({ operator, identity }: PersonRecord): number =>
  operator || identity !== undefined ? shortSessionHours : sessionDays * 24;

/** Whether a session is past its end, or older than its person's sessions may get. */
export function isOver(
  session: Pick<SessionRecord, 'created_at' | 'expires_at'>,
  person: PersonRecord,
  now: Date,
): boolean {
  const isOld = now.getTime() >= Date.parse(session.created_at) + sessionHours(person) * 3_600_000;
  return isOld || !isCurrent(session, now);
}

export interface SignedIn {
  /** The session's token: nowhere stored. 256 random bits. */
  readonly token: string;
  readonly person: PersonRecord;
  readonly session: SessionRecord;
}

/** A person who is signed in, as the registry is now. */
export interface Principal {
  readonly person: PersonRecord;
  readonly session: SessionRecord;
  /** The brands that this person may see, by slug; none that is archived. */
  readonly brands: readonly BrandRecord[];
}

/** Links to sign in, and the sessions that begin with them. */
export class Sessions {
  constructor(private readonly verbs: Verbs) {}

  /**
   * Issues a link. An invited person is invited again: the new link replaces the former ones.
   * A link ends when it is used, expires, has too many newer ones, or when its person is disabled.
   *
   * @throws `not_found`, `invalid` for a person who is disabled, `forbidden`
   */
  async issueLink(id: string, by?: Acting): Promise<SignInLink> {
    if (by !== undefined) this.verbs.requireLinks();
    return this.verbs.run('sign-ins.issue', {
      by,
      allow: requireReach,
      isUnconditional: true,
      find: (registry) => requirePerson(registry, id),
      apply(change) {
        const { before: person, now, put, commit } = change;
        if (person.disabled_at !== null) throw new PortalError('invalid', say`Person ${id} is disabled.`);
        if (by === undefined || person.invitation === undefined) {
          commit(`Issue a sign-in link for person ${id} "${person.name}"`);
          return putLink(change, person, by);
        }
        const invited: PersonRecord = { ...person, invitation: { at: isoSeconds(now), by: by.id } };
        removeSelected(change, 'signIns', (link) => link.person === id);
        put('people', invited);
        commit(`Invite person ${id} "${person.name}" again`);
        return putLink(change, invited, by);
      },
    });
  }

  /**
   * Uses up a link and begins a session, in one commit.
   *
   * @param mustBeOperators whether to accept only links that the command line has issued
   * @returns `null` where `useUpLink` does
   */
  async signIn(secret: string, mustBeOperators = false): Promise<SignedIn | null> {
    const hash = hashSecret(secret);
    const link = (await this.verbs.registry.read()).catalog.signIns.get(hash);
    if (link === undefined || (mustBeOperators && link.made_by !== undefined)) return null;
    return this.verbs.write('sessions.begin', {
      apply(change) {
        const used = useUpLink(change, hash);
        return used === null ? null : beginSession(change, used.person, used.link);
      },
    });
  }

  /** The person of a token's session; `null` for a token that is unknown or expired, or of a disabled person. */
  async recognise(token: string): Promise<Principal | null> {
    const { catalog } = await this.verbs.registry.read();
    const now = this.verbs.clock();
    const session = catalog.sessions.get(hashSecret(token));
    const person = catalog.people.get(session?.person ?? '');
    if (session === undefined || person === undefined || person.disabled_at !== null) return null;
    const { operator, roles } = person;
    // A person who has become an operator since, or is vouched for, has a short session from now on.
    if (isOver(session, person, now)) return null;
    const slugs = [...(operator ? catalog.brands.keys() : Object.keys(roles))].sort();
    const brands = slugs.flatMap((slug) => catalog.brands.get(slug) ?? []);
    return { person, session, brands: brands.filter((brand) => !isArchived(brand)) };
  }

  async list(person: string): Promise<SessionRecord[]> {
    const { people, sessions } = (await this.verbs.registry.read()).catalog;
    const owner = people.get(person);
    if (owner === undefined) return [];
    const now = this.verbs.clock();
    const current = [...sessions.values()].filter(
      (session) => session.person === person && !isOver(session, owner, now),
    );
    return current.sort((a, b) => compare(b.created_at, a.created_at));
  }

  /**
   * Ends one session of a person.
   *
   * @param by default: the person
   * @returns the number ended
   */
  endSession(person: PersonRecord, sha256: string, by?: Acting): Promise<number> {
    return this.#end(person, by, (change) =>
      endSessions(change, (session) => session.person === person.id && session.sha256 === sha256),
    );
  }

  /**
   * Ends all sessions of a person, and the links to sign in.
   *
   * @param by default: the person. Another person also ends passkeys and grants, which would let the person in again.
   * @returns the number ended
   */
  signOut(person: PersonRecord, by?: Acting): Promise<number> {
    const end = by === undefined ? endSessions : endCredentials;
    return this.#end(person, by, (change) => end(change, (credential) => credential.person === person.id));
  }

  #end(person: PersonRecord, by: Acting | undefined, end: (change: Change) => number): Promise<number> {
    return this.verbs.run('sessions.end', {
      by,
      allow: requireReach,
      isUnconditional: true,
      find: ({ people }) => people.get(person.id) ?? person,
      apply(change) {
        const ended = end(change);
        if (ended > 0) change.commit(`Sign out person ${person.id} "${change.before.name}"`, by ?? person);
        return ended;
      },
    });
  }

  /** Removes the links, share links, sessions, grants and used challenges that have expired. */
  async removeExpired(): Promise<void> {
    const hasExpired = (record: { readonly expires_at: string }): boolean => !isCurrent(record, this.verbs.clock());
    const { catalog } = await this.verbs.registry.read();
    const expirable = [...expiringKinds, 'sessions', 'signIns'] as const;
    if (!expirable.some((kind) => catalog[kind].some(hasExpired))) return;
    await this.verbs.write('sessions.sweep', {
      apply(change) {
        const removed = expiringKinds.map((kind) => removeSelected(change, kind, hasExpired));
        const total = removed.reduce((sum, count) => sum + count, endSessions(change, hasExpired));
        if (total > 0) change.commit('Remove links and sessions that are over');
      },
    });
  }
}

/** Records with an end, other than sessions and links to sign in. */
const expiringKinds = ['usedChallenges', 'shareLinks', 'grants'] as const;

/**
 * Begins a session of a person, in the commit that uses up the person's credential.
 *
 * @param issuers the issuers of the link behind it
 */
export function beginSession(change: Change, person: PersonRecord, issuers: Issuers): SignedIn {
  const { now, put, commit } = change;
  const token = randomBytes(32).toString('base64url');
  const session: SessionRecord = {
    sha256: hashSecret(token),
    person: person.id,
    created_at: isoSeconds(now),
    expires_at: isoSeconds(new Date(now.getTime() + sessionHours(person) * 3_600_000)),
    ...issuersRecord(issuersOf(issuers)),
  };
  const { invitation, ...known } = person;
  if (invitation !== undefined) put('people', known);
  evictOldest(change, person.id, 'sessions');
  put('sessions', session);
  commit(`Sign in person ${person.id} "${person.name}"`, person);
  return { token, person, session };
}
