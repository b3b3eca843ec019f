import { isDeepStrictEqual } from 'node:util';
import { type Clock, isoSeconds } from '../lib/clock.js';
import { notFound, PortalError } from '../lib/errors.js';
import { encodeJson } from '../lib/json.js';
import type { Repository } from '../store/repository.js';
import type { Draft } from '../store/snapshot.js';
import { challengeMinutes, useUpChallenge } from './challenges.js';
import { type Author, checkedName, describe, idFor, newRecordId, type Writer } from './commit.js';
import { grantedTo, identityOf, type OidcSettings, type ProviderIdentity, providerMinutes } from './provider-roles.js';
import {
  boundedRoles,
  type PersonRecord,
  type Registry,
  type Role,
  registryPaths,
  requirePerson,
  type SessionRecord,
  type UsedChallenge,
} from './records.js';
import { beginSession, isOver, type SignedIn } from './sessions.js';
import { putLink, type SignInLink } from './sign-in-links.js';
import { endSessions, endWaysIn, isRecent, makersOf } from './ways-in.js';

interface NewPerson {
  readonly name: string;
  readonly operator: boolean;
  readonly roles: Readonly<Record<string, Role>>;
}

/** A partial update of a person; a role of `null` is taken away, a role that is not named stays. */
interface PersonChanges {
  readonly name?: string | undefined;
  readonly operator?: boolean | undefined;
  readonly roles?: Readonly<Record<string, Role | null>>;
}

/** Upper bound on the people who may sign in. */
const maxPeople = 10_000;

/** The people who may sign in: added, changed, disabled, found. */
export class People {
  constructor(
    private readonly registry: Repository<Registry>,
    private readonly clock: Clock,
  ) {}

  /** Everyone, by name. */
  async list(): Promise<PersonRecord[]> {
    const { people } = (await this.registry.read()).catalog;
    const order = (one: PersonRecord): string => `${one.name.toLowerCase()} ${one.id}`;
    return [...people.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  }

  /** The person with this id, or, when one alone has it, this name. @throws `not_found`, `invalid` */
  async find(text: string): Promise<PersonRecord> {
    const { catalog } = await this.registry.read();
    const named = [...catalog.people.values()].filter(({ name }) => name === text);
    const [only] = named;
    if (catalog.people.has(text) || only === undefined) return requirePerson(catalog, text);
    if (named.length === 1) return only;
    throw new PortalError('invalid', `${named.length} people are called ${JSON.stringify(text)}: name one by the id.`);
  }

  /** @throws `not_found` for a role in a brand that there is not, `invalid` for a name that cannot be one */
  async add(person: NewPerson, by?: Writer): Promise<PersonRecord> {
    const { answer } = await this.registry.write((draft) => this.#put(draft, person, by));
    return answer;
  }

  /** Adds a person and issues a link to sign in, in one commit. @throws `not_found`, `invalid`, as `add` does */
  async invite(person: NewPerson, by: Writer): Promise<SignInLink> {
    const { answer } = await this.registry.write((draft) =>
      putLink(draft, this.#put(draft, person, by), this.clock(), by),
    );
    return answer;
  }

  #put(draft: Draft<Registry>, person: NewPerson, by: Writer | undefined): PersonRecord {
    const { catalog } = draft.snapshot;
    by?.check?.(catalog, null);
    const name = checkedName(person.name, "person's");
    const now = this.clock();
    const { operator } = person;
    const roles = checkedRoles(draft, person.roles, {});
    requireRoom(catalog);
    const [id, created_at] = [idFor(by, catalog.people), isoSeconds(now)];
    const record: PersonRecord = { id, name, operator, roles, created_at, disabled_at: null };
    draft.put(registryPaths.person(id), encodeJson(record));
    describe(draft, `Add person ${id} "${name}"`, 'people.add', now, by);
    return record;
  }

  /** Takes effect with the next request to any process. @throws `not_found`, `invalid` */
  async set(id: string, changes: PersonChanges, by?: Writer<PersonRecord>): Promise<PersonRecord> {
    const name = changes.name === undefined ? undefined : checkedName(changes.name, "person's");
    const { answer } = await this.registry.write((draft) => {
      const { catalog } = draft.snapshot;
      const before = requirePerson(catalog, id);
      by?.check?.(catalog, before);
      if (by !== undefined && before.identity !== undefined && (changes.roles ?? changes.operator) !== undefined) {
        throw new PortalError('invalid', `The roles of this person come from ${before.identity.issuer}.`);
      }
      const roles = checkedRoles(draft, changes.roles ?? {}, before.roles);
      const operator = changes.operator ?? before.operator;
      const record: PersonRecord = { ...before, name: name ?? before.name, operator, roles };
      if (isDeepStrictEqual(before, record)) return record;
      const now = this.clock();
      storePerson(draft, before, record, now);
      describe(draft, `Change person ${id} "${record.name}"`, 'people.set', now, by);
      return record;
    });
    return answer;
  }

  /**
   * Guard of connecting with a provider: the maker of a link must not be let in as its person for good.
   *
   * @param more minutes since it was asked for
   * @throws `forbidden`
   */
  requireConnectable(session: SessionRecord, more = 0): void {
    if (session.made_by === undefined && isRecent(session, this.clock(), more)) return;
    throw new PortalError('forbidden', 'Sign in by a link made at the command line, and connect right after it.');
  }

  /**
   * Signs in whom an identity provider vouches for: a person who is known by it, or a new one. The roles become what its groups give.
   *
   * @param connected session of a person whom it names from now on
   * @returns `null` when the groups give no role
   * @throws `forbidden` for a person who is disabled, or a session that has ended or may not connect, `conflict` for an answer that was used, `invalid`
   */
  async signIn(
    identity: ProviderIdentity,
    settings: OidcSettings,
    used: UsedChallenge,
    connected?: string,
  ): Promise<SignedIn | null> {
    const stored = identityOf(identity);
    const { answer } = await this.registry.write((draft): SignedIn | null => {
      const { catalog } = draft.snapshot;
      const granted = grantedTo(identity, settings, catalog.brands.values());
      const hasRole = granted.operator || Object.keys(granted.roles).length > 0;
      const owner = [...catalog.people.values()].find((one) => one.identity?.sha256 === stored.sha256);
      const session = connected === undefined ? null : catalog.sessions.get(connected);
      if (session === undefined) throw new PortalError('forbidden', 'This session has ended. Sign in again.');
      if (session !== null) this.requireConnectable(session, challengeMinutes + providerMinutes);
      const before = session === null ? owner : requirePerson(catalog, session.person);
      if ((owner ?? before) !== before || (before?.identity ?? stored).sha256 !== stored.sha256) {
        throw new PortalError('invalid', `Another person is connected with this one of ${stored.issuer}.`);
      }
      if ((before?.disabled_at ?? null) !== null) throw new PortalError('forbidden', 'This person is disabled.');
      if (!hasRole && owner === undefined) return null;
      if (before === undefined) requireRoom(catalog);
      if (!useUpChallenge(draft, used)) throw new PortalError('conflict', 'This address was used already.');
      const now = this.clock();
      const created = { id: newRecordId(), created_at: isoSeconds(now), disabled_at: null };
      const record: PersonRecord = {
        ...(before ?? { ...created, name: checkedName(identity.name, "person's") }),
        ...granted,
        identity: stored,
      };
      storePerson(draft, before ?? record, record, now);
      if (hasRole) return beginSession(draft, record, {}, now);
      describe(draft, `Take the roles of person ${record.id} "${record.name}"`, 'people.set', now, record);
      return null;
    });
    return answer;
  }

  /**
   * Ends a person's sessions, links and passkeys, and those that came of links this person made for others, and lets no one in as this
   * person: from the next request on. The record stays, for the histories that name it.
   *
   * @throws `not_found`
   */
  async disable(id: string, by?: Author): Promise<{ readonly record: PersonRecord; readonly wasDisabled: boolean }> {
    const { answer } = await this.registry.write((draft) => {
      const before = requirePerson(draft.snapshot.catalog, id);
      if (before.disabled_at !== null) return { record: before, wasDisabled: true };
      const now = this.clock();
      const record: PersonRecord = { ...before, disabled_at: isoSeconds(now) };
      draft.put(registryPaths.person(id), encodeJson(record));
      endWaysIn(draft, (one) => [one.person, ...makersOf(one)].includes(id));
      describe(draft, `Disable person ${id} "${record.name}"`, 'people.disable', now, by);
      return { record, wasDisabled: false };
    });
    return answer;
  }
}

export function isAdminOf({ operator, roles }: PersonRecord, slug: string): boolean {
  return operator || (Object.hasOwn(roles, slug) && roles[slug] === 'admin');
}

/** Whether an admin is an admin of every brand of another person: a link for this person opens nothing more. */
export function isWithin(admin: PersonRecord, { operator, roles }: PersonRecord): boolean {
  return !operator && Object.keys(roles).every((slug) => isAdminOf(admin, slug));
}

/** Stores a changed person, and ends the links, sessions and passkeys whose makers could not make them now. */
function storePerson(draft: Draft<Registry>, before: PersonRecord, record: PersonRecord, now: Date): void {
  const { id } = record;
  draft.put(registryPaths.person(id), encodeJson(record));
  // A session that is over stays so, also where sessions of this person last longer from now on.
  endSessions(draft, (session) => session.person === id && isOver(session, before, now));
  const people = draft.snapshot.catalog.people.set(id, record);
  // Links, and the sessions and passkeys that came of them, stay while their makers are admins of all that they open.
  endWaysIn(draft, (one) => {
    const [makers, owner] = [makersOf(one), people.get(one.person)];
    const isLost = (maker: PersonRecord | undefined) =>
      maker === undefined || owner === undefined || !isWithin(maker, owner);
    return [one.person, ...makers].includes(id) && makers.some((maker) => isLost(people.get(maker)));
  });
}

/** @throws `invalid` when the portal has as many people as it may */
function requireRoom({ people }: Registry): void {
  if (people.count((one) => one.disabled_at === null) < maxPeople) return;
  throw new PortalError(
    'invalid',
    `The portal has ${maxPeople.toLocaleString('en')} people, the most it may have. An operator disables some.`,
  );
}

function checkedRoles(
  { snapshot }: Draft<Registry>,
  sent: Readonly<Record<string, Role | null>>,
  before: PersonRecord['roles'],
): PersonRecord['roles'] {
  for (const [slug, role] of Object.entries(sent)) {
    if (role !== null && !snapshot.catalog.brands.has(slug)) throw notFound(`Brand ${slug}`);
  }
  const roles = Object.entries({ ...before, ...sent }).flatMap(([slug, role]): [string, Role][] =>
    role === null ? [] : [[slug, role]],
  );
  return boundedRoles(roles);
}
