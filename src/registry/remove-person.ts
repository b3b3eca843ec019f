import { PortalError } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { endCredentials, issuersOf } from './credentials.js';
import { requireOtherAdmin } from './given-roles.js';
import type { FormerPerson, PersonRecord } from './records.js';
import { type Registry, requirePerson } from './registry.js';
import { type Acting, requireReach } from './rights.js';
import type { Verbs } from './verbs.js';

interface Removed {
  readonly record: PersonRecord;
  /** Number that views show in place of the name; `null` if they show the name. */
  readonly number: number | null;
}

/**
 * Removes the record of a person, and ends all that let in as this person or came of this person's links. Histories keep what they have.
 *
 * @param isFormer whether views show a number in place of the name from now on
 * @throws `not_found`, `forbidden`, `invalid` for a person with roles elsewhere, or from a provider
 */
export function removePerson(verbs: Verbs, id: string, isFormer: boolean, by?: Acting): Promise<Removed> {
  return verbs.run('people.remove', {
    by,
    find: (registry) => requirePerson(registry, id),
    allow: requireOnlyHere,
    apply(change) {
      const { registry, before, put, remove, commit } = change;
      if (by?.id === id) requireOtherAdmin(registry, by);
      endCredentials(change, (credential) => [credential.person, ...issuersOf(credential)].includes(id));
      remove('people', id);
      const former = isFormer ? nextFormer(registry, id) : null;
      if (former !== null) put('formerPeople', former);
      commit(`Remove person ${id}`);
      return { record: before, number: former?.number ?? null };
    },
  });
}

/** Whether an admin of a brand may remove a person: one who has a role only there, given by hand. */
export const isOnlyOf = ({ operator, roles, identity }: PersonRecord, brand: string): boolean =>
  !operator && identity === undefined && Object.keys(roles).every((slug) => slug === brand);

/** @throws `forbidden`, `not_found`, `invalid` */
function requireOnlyHere(registry: Registry, by: Acting, person: PersonRecord): void {
  requireReach(registry, by, person);
  if (isOnlyOf(person, by.brand)) return;
  throw new PortalError(
    'invalid',
    say`An operator removes ${person.name}: other brands or a provider give roles, too.`,
  );
}

/** Numbers never become free: no record of a former person is removed. */
function nextFormer({ formerPeople }: Registry, id: string): FormerPerson {
  return { id, number: Math.max(0, ...[...formerPeople.values()].map(({ number }) => number)) + 1 };
}
