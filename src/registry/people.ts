import { isDeepStrictEqual } from 'node:util';
import { isoSeconds } from '../lib/clock.js';
import { invalidField, PortalError } from '../lib/errors.js';
import { sortedBy } from '../lib/order.js';
import { amount, say } from '../lib/say.js';
import { zoneNamed } from '../lib/zone-time.js';
import { frameLanguages } from '../words/languages.js';
import { challengeMinutes, useUpChallenge } from './challenges.js';
import { checkedName, newRecordId } from './commit.js';
import { endBeyondIssuers, endCredentials, endSessions, isRecent, issuersOf } from './credentials.js';
import { checkedRoles, givenRole, requireOtherAdmin } from './given-roles.js';
import { endLostGrants } from './grants.js';
import {
  grantedTo,
  identityOf,
  missingClaim,
  type OidcSettings,
  type ProviderIdentity,
  providerMinutes,
} from './provider-roles.js';
import type { PersonRecord, Role, SessionRecord, UsedChallenge } from './records.js';
import { type Registry, requirePerson } from './registry.js';
import {
  type Acting,
  notGrantable,
  requireAdmin,
  requireChangeable,
  requireGrantable,
  requireReach,
} from './rights.js';
import { beginSession, isOver, type SignedIn } from './sessions.js';
import { putLink, type SignInLink } from './sign-in-links.js';
import { withoutStaleTranslates, withTranslates } from './translators.js';
import type { Change, Verbs } from './verbs.js';

type NewPerson = Pick<PersonRecord, 'name' | 'operator' | 'roles'> & Pick<PersonChanges, 'translates'>;

/** A partial update of a person; a role of `null` is taken away, a role that is not named stays. */
interface PersonChanges {
  readonly name?: string | undefined;
  readonly operator?: boolean | undefined;
  readonly roles?: Readonly<Record<string, Role | null>>;
  /** Languages that a viewer translates, by brand; those of a brand that is not named stay. */
  readonly translates?: Readonly<Record<string, readonly string[]>>;
}

/** Minutes after signing in within which a session may connect its person with a provider. */
const connectMinutes = 10;

const maxPeople = 10_000;

/** The people who may sign in: added, changed, disabled, found. */
export class People {
  constructor(readonly verbs: Verbs) {}

  async list(): Promise<PersonRecord[]> {
    const { people } = (await this.verbs.registry.read()).catalog;
    return sortedBy(people.values(), ({ name, id }) => `${name.toLowerCase()} ${id}`);
  }

  /**
   * The person with this id, or with this name when only one has it.
   *
   * @throws `not_found`, `invalid`
   */
  async find(text: string): Promise<PersonRecord> {
    const { catalog } = await this.verbs.registry.read();
    const named = [...catalog.people.values()].filter(({ name }) => name === text);
    const [only] = named;
    if (catalog.people.has(text) || only === undefined) return requirePerson(catalog, text);
    if (named.length === 1) return only;
    throw new PortalError(
      'invalid',
      say`${named.length} people are called ${JSON.stringify(text)}: name one by the id.`,
    );
  }

  /** The people of a name, also those who are disabled. */
  async named(name: string): Promise<PersonRecord[]> {
    const { people } = (await this.verbs.registry.read()).catalog;
    return [...people.values()].filter((person) => person.name === name.trim());
  }

  /**
   * @param isOnly whether no one else may have the name
   * @throws `not_found` for a role in a brand that there is not, `invalid` for a name that cannot be one, `conflict`
   */
  add(person: NewPerson, isOnly = false): Promise<PersonRecord> {
    return this.verbs.run('people.add', {
      apply(change) {
        const isTaken = isOnly && change.registry.people.some(({ name }) => name === person.name.trim());
        if (isTaken) throw new PortalError('conflict', say`There is a person "${person.name.trim()}" by now.`);
        return addTo(change, person);
      },
    });
  }

  /**
   * Adds a person with a role and a link to sign in, in one commit.
   *
   * @param tags languages that a viewer translates
   * @throws `forbidden`, `invalid`
   */
  async invite(name: string, role: string, by: Acting, tags: readonly string[] = []): Promise<SignInLink> {
    this.verbs.requireLinks();
    const given = givenRole(by.brand, role, tags);
    return this.verbs.run('people.add', {
      by,
      allow: requireAdmin,
      apply(change) {
        const invitation = { at: isoSeconds(change.now), by: by.id };
        return putLink(change, addTo(change, { name, operator: false, ...given }, invitation), by);
      },
    });
  }

  /**
   * Takes an invitation back: its link ends, and the person, who never signed in, is removed unless another brand has invited,
   * too.
   *
   * @throws `not_found`, `forbidden`, `invalid`
   */
  takeBack(id: string, by: Acting): Promise<void> {
    return this.verbs.run('people.take-back', {
      by,
      allow: requireReach,
      isUnconditional: true,
      find: (registry) => requirePerson(registry, id),
      apply(change) {
        const { before, put, remove, commit } = change;
        if (before.invitation === undefined) {
          throw new PortalError('invalid', say`${before.name} has signed in already: remove the role instead.`);
        }
        const { [by.brand]: _, ...roles } = before.roles;
        endCredentials(change, ({ person }) => person === id);
        if (Object.keys(roles).length > 0) put('people', withoutStaleTranslates({ ...before, roles }, before));
        else remove('people', id);
        commit(`Take back the invitation of person ${id} "${before.name}"`);
      },
    });
  }

  /** Number of people whom views show without a name. */
  get formerCount(): number {
    return this.verbs.registry.latest.catalog.formerPeople.size;
  }

  /** Number of a person whom views show without a name, as the registry was read last. */
  formerNumber(id: string): number | undefined {
    return this.verbs.registry.latest.catalog.formerPeople.get(id)?.number;
  }

  /**
   * A partial update. It takes effect with the next request to any process.
   *
   * @throws `not_found`, `invalid`
   */
  set(id: string, changes: PersonChanges, by?: Acting): Promise<PersonRecord> {
    return this.verbs.run('people.set', {
      by,
      find: (registry) => requirePerson(registry, id),
      isUnconditional: true,
      apply: (change) => setIn(change, changes, by),
    });
  }

  /**
   * Changes how a person's own pages are written.
   *
   * @param chosen empty for what the browser says
   * @throws `invalid`
   */
  setReading(chosen: { readonly language: string; readonly time_zone: string }, by: Acting): Promise<PersonRecord> {
    const language = frameLanguages.find((one) => one === chosen.language);
    if (chosen.language !== '' && language === undefined) {
      throw invalidField('language', say`A language is one of ${frameLanguages.join(', ')}.`);
    }
    const zone = zoneNamed(chosen.time_zone);
    if (chosen.time_zone !== '' && zone === null) {
      throw invalidField('time_zone', 'Use a time zone of IANA, such as Europe/Berlin.');
    }
    return this.verbs.run('people.set', {
      by,
      find: (registry) => requirePerson(registry, by.id),
      allow: () => {},
      isUnconditional: true,
      apply({ before, put, commit }) {
        const { language: _, time_zone: __, ...rest } = before;
        const record = { ...rest, ...(language && { language }), ...(zone !== null && { time_zone: zone }) };
        if (isDeepStrictEqual(before, record)) return record;
        put('people', record);
        commit(`Change person ${before.id} "${before.name}"`);
        return record;
      },
    });
  }

  /**
   * Changes or removes a role in the brand.
   *
   * @param role `null` to remove it
   * @param tags languages that a viewer translates
   * @throws `not_found`, `invalid`
   */
  async setRole(id: string, role: string | null, by: Acting, tags: readonly string[] = []): Promise<PersonRecord> {
    const given = role === null ? { roles: { [by.brand]: null } } : givenRole(by.brand, role, tags);
    return this.verbs.run('people.set', {
      by,
      find: (registry) => requirePerson(registry, id),
      allow: requireChangeable,
      apply(change) {
        if (role !== 'admin' && by.id === id) requireOtherAdmin(change.registry, by);
        return setIn(change, given, by);
      },
    });
  }

  /**
   * Gives a role to a person who has none in the brand, and whose other roles are in brands of the admin.
   *
   * @param tags languages that a viewer translates
   * @throws `invalid`
   */
  async addRole(id: string, role: string, by: Acting, tags: readonly string[] = []): Promise<PersonRecord> {
    const given = givenRole(by.brand, role, tags);
    return this.verbs.run('people.set', {
      by,
      allow: requireGrantable,
      isUnconditional: true,
      find({ people }) {
        const person = people.get(id);
        if (person === undefined) throw notGrantable();
        return person;
      },
      apply: (change) => setIn(change, given, by),
    });
  }

  /**
   * Guard of connecting with a provider: the issuer of a link must not be let in as its person for good.
   *
   * @param more minutes since it was asked for
   * @throws `forbidden`
   */
  requireConnectable(session: SessionRecord, more = 0): void {
    if (session.made_by === undefined && isRecent(session, this.verbs.clock(), connectMinutes + more)) return;
    throw new PortalError('forbidden', 'Sign in by a link made at the command line, and connect right after it.');
  }

  /**
   * Signs in whom an identity provider vouches for: a person who is known by it, or a new one. The roles are those of the person's groups.
   *
   * @param connected session of a person whom it names from now on
   * @returns `null` when the groups give no role
   * @throws `forbidden` for a person who is disabled, or a session that has ended or may not connect, `conflict` for an answer that was used, `invalid`
   */
  signIn(
    identity: ProviderIdentity,
    settings: OidcSettings,
    used: UsedChallenge,
    connected?: string,
  ): Promise<SignedIn | null> {
    const stored = identityOf(identity);
    const apply = (change: Change): SignedIn | null => {
      const { registry: catalog, now, commit } = change;
      const granted = grantedTo(identity, settings, catalog.brands.values());
      const hasRole = granted.operator || Object.keys(granted.roles).length > 0;
      const owner = [...catalog.people.values()].find((person) => person.identity?.sha256 === stored.sha256);
      const session = connected === undefined ? null : catalog.sessions.get(connected);
      if (session === undefined) throw new PortalError('forbidden', 'This session has ended. Sign in again.');
      if (session !== null) this.requireConnectable(session, challengeMinutes + providerMinutes);
      const before = session === null ? owner : requirePerson(catalog, session.person);
      if ((owner ?? before) !== before || (before?.identity ?? stored).sha256 !== stored.sha256) {
        throw new PortalError('invalid', say`Another person is connected with this one of ${stored.issuer}.`);
      }
      if ((before?.disabled_at ?? null) !== null) throw new PortalError('forbidden', 'This person is disabled.');
      if (!hasRole && owner === undefined) return null;
      if (before === undefined) {
        if (identity.name === '') throw new PortalError('invalid', missingClaim(settings, 'name'));
        requireRoom(catalog);
      }
      if (!useUpChallenge(change, used)) throw new PortalError('conflict', 'This address was used already.');
      const created = { id: newRecordId(), created_at: isoSeconds(now), disabled_at: null, all_brands: undefined };
      const { all_brands: _, ...kept } = before ?? { ...created, name: checkedName(identity.name, "person's") };
      const signedIn: PersonRecord = { ...kept, ...granted, identity: stored };
      const record = withoutStaleTranslates(signedIn, before ?? signedIn);
      storePerson(change, before ?? record, record);
      if (hasRole) return beginSession(change, record, {});
      commit(`Take the roles of person ${record.id} "${record.name}"`, record, 'people.set');
      return null;
    };
    return this.verbs.write('sessions.begin', { apply });
  }

  /** Roles that the groups of a person would give, without storing them. */
  async wouldHave(identity: ProviderIdentity, settings: OidcSettings): Promise<ReturnType<typeof grantedTo>> {
    const { brands } = (await this.verbs.registry.read()).catalog;
    return grantedTo(identity, settings, brands.values());
  }

  /**
   * Ends a person's sessions, links and passkeys, and those that came of links this person made for others, and lets no one in as this
   * person: from the next request on. The record stays, for the histories that name it.
   *
   * @throws `not_found`
   */
  disable(id: string): Promise<{ readonly record: PersonRecord; readonly wasDisabled: boolean }> {
    return this.verbs.run('people.disable', {
      find: (registry) => requirePerson(registry, id),
      apply(change) {
        const { before, now, put, commit } = change;
        if (before.disabled_at !== null) return { record: before, wasDisabled: true };
        const record: PersonRecord = { ...before, disabled_at: isoSeconds(now) };
        put('people', record);
        endCredentials(change, (credential) => [credential.person, ...issuersOf(credential)].includes(id));
        commit(`Disable person ${id} "${record.name}"`);
        return { record, wasDisabled: false };
      },
    });
  }
}

function addTo(
  { registry, now, newId, put, commit }: Change<null>,
  { name: sent, operator, roles: given, translates }: NewPerson,
  invitation?: PersonRecord['invitation'],
): PersonRecord {
  const name = checkedName(sent, "person's");
  const roles = checkedRoles(registry, given, {});
  requireRoom(registry);
  const id = newId(registry.people);
  const times = { created_at: isoSeconds(now), disabled_at: null };
  const person: PersonRecord = { id, name, operator, roles, ...times, ...(invitation && { invitation }) };
  const record = withLanguages(person, translates);
  put('people', record);
  commit(`Add person ${id} "${name}"`);
  return record;
}

export function setIn(
  change: Change<PersonRecord>,
  { name, operator, roles, translates }: PersonChanges,
  by: Acting | undefined,
): PersonRecord {
  const { registry, before } = change;
  if (by !== undefined && before.identity !== undefined) {
    throw new PortalError('invalid', say`The roles of this person come from ${before.identity.issuer}.`);
  }
  const changed: PersonRecord = {
    ...before,
    name: name === undefined ? before.name : checkedName(name, "person's"),
    operator: operator ?? before.operator,
    roles: checkedRoles(registry, roles ?? {}, before.roles),
  };
  const record = withLanguages(withoutStaleTranslates(changed, before), translates);
  if (isDeepStrictEqual(before, record)) return record;
  storePerson(change, before, record);
  change.commit(`Change person ${before.id} "${record.name}"`);
  return record;
}

const withLanguages = (person: PersonRecord, translates: PersonChanges['translates'] = {}): PersonRecord =>
  Object.entries(translates).reduce((record, [brand, tags]) => withTranslates(record, brand, tags), person);

/** Stores a changed person, and ends the links, sessions and passkeys whose issuers could not make them now. */
function storePerson(change: Change, before: PersonRecord, record: PersonRecord): void {
  const { id } = record;
  change.put('people', record);
  endLostGrants(change, record);
  // A session that is over stays so, also where sessions of this person last longer from now on.
  endSessions(change, (session) => session.person === id && isOver(session, before, change.now));
  endBeyondIssuers(change, [record]);
}

/** @throws `invalid` when the portal has as many people as it may */
function requireRoom({ people }: Registry): void {
  if (people.count((person) => person.disabled_at === null) < maxPeople) return;
  throw new PortalError(
    'invalid',
    say`The portal has ${amount(maxPeople)} people, the most it may have. An operator disables some.`,
  );
}
