import { invalidField } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { roles as allRoles, boundedRoles, type PersonRecord, type Role } from './records.js';
import { type Registry, requireBrand } from './registry.js';
import type { Acting } from './rights.js';
import { checkedTags, onlyViewers } from './translators.js';

/**
 * A role in a brand, with the languages that come with it.
 *
 * @throws `invalid`, also for languages of who may write
 */
export function givenRole(brand: string, text: string, sent: readonly string[]) {
  const [role, tags] = [checkedRole(text), checkedTags('translates', sent)];
  if (role === 'viewer') return { roles: { [brand]: role }, translates: { [brand]: tags } };
  if (tags.length > 0) throw onlyViewers();
  return { roles: { [brand]: role } };
}

/** @throws `invalid` */
function checkedRole(text: string): Role {
  const role = allRoles.find((known) => known === text);
  if (role === undefined) throw invalidField('role', say`A role is one of ${allRoles.join(', ')}.`);
  return role;
}

/**
 * A brand keeps an admin who can sign in.
 *
 * @throws `invalid` when who acts is the last
 */
export function requireOtherAdmin({ people }: Registry, { id, brand }: Acting): void {
  const isOther = (person: PersonRecord): boolean => person.id !== id && person.roles[brand] === 'admin';
  if ([...people.values()].some((person) => isOther(person) && person.disabled_at === null)) return;
  throw invalidField('role', 'You are the last admin of this brand. Make someone else an admin first.');
}

/** @throws `not_found` for a role in a brand that there is not */
export function checkedRoles(
  registry: Registry,
  sent: Readonly<Record<string, Role | null>>,
  before: PersonRecord['roles'],
): PersonRecord['roles'] {
  for (const [slug, role] of Object.entries(sent)) {
    if (role !== null) requireBrand(registry, slug);
  }
  const roles = Object.entries({ ...before, ...sent }).flatMap(([slug, role]): [string, Role][] =>
    role === null ? [] : [[slug, role]],
  );
  return boundedRoles(roles);
}
