import { isDeepStrictEqual } from 'node:util';
import { type Clock, isoSeconds } from '../clock.js';
import { notFound, PortalError } from '../errors.js';
import { encodeJson } from '../json.js';
import type { Repository } from '../store/repository.js';
import type { Draft } from '../store/snapshot.js';
import { type Author, describe } from './commit.js';
import { newKeyId } from './keys.js';
import { checkedName } from './names.js';
import type { PersonRecord, Role } from './person-records.js';
import { type Registry, registryPaths } from './records.js';
import { requirePerson } from './require-person.js';
import { endSessions } from './sessions.js';

/** Brands that one person may have a role in: a record is read at each request. */
export const maxRoles = 1000;

export interface NewPerson {
  readonly name: string;
  readonly operator: boolean;
  readonly roles: Readonly<Record<string, Role>>;
}

/** What to change about a person; a role that is `null` is taken away, one that is not named stays. */
export interface PersonChanges {
  readonly name?: string | undefined;
  readonly operator?: boolean | undefined;
  readonly roles?: Readonly<Record<string, Role | null>>;
}

type Registered = Repository<Registry>;

/** @throws `not_found` for a role in a brand that there is not, `invalid` for a name that cannot be one */
export async function addPerson(registry: Registered, person: NewPerson, clock: Clock, by?: Author) {
  const name = checkedName(person.name, "person's");
  const { answer } = await registry.write((draft) => {
    const now = clock();
    const { operator } = person;
    const roles = checkedRoles(draft, person.roles, {});
    const created_at = isoSeconds(now);
    const record: PersonRecord = { id: newKeyId(), name, operator, roles, created_at, disabled_at: null };
    draft.put(registryPaths.person(record.id), encodeJson(record));
    describe(draft, `Add person ${record.id} "${name}"`, 'people.add', now, by);
    return record;
  });
  return answer;
}

/** What changes holds for the next request of every process. @throws `not_found`, `invalid` */
export async function setPerson(registry: Registered, id: string, changes: PersonChanges, clock: Clock, by?: Author) {
  const name = changes.name === undefined ? undefined : checkedName(changes.name, "person's");
  const { answer } = await registry.write((draft) => {
    const before = requirePerson(draft.snapshot.catalog, id);
    const roles = checkedRoles(draft, changes.roles ?? {}, before.roles);
    const operator = changes.operator ?? before.operator;
    const record: PersonRecord = { ...before, name: name ?? before.name, operator, roles };
    if (isDeepStrictEqual(before, record)) return record;
    draft.put(registryPaths.person(id), encodeJson(record));
    // Who made a link for this person was allowed to open what it opened then.
    const isNew = (slug: string): boolean => !Object.hasOwn(before.roles, slug);
    const opensMore = (operator && !before.operator) || Object.keys(roles).some(isNew);
    if (opensMore) endSessions(draft, (one) => one.person === id && one.made_by !== undefined);
    describe(draft, `Change person ${id} "${record.name}"`, 'people.set', clock(), by);
    return record;
  });
  return answer;
}

/**
 * Ends a person's sessions and links, and those that came of links this person made for others, and lets no one in as this person:
 * from the next request on. The record stays, for the histories that name it.
 *
 * @throws `not_found`
 */
export async function disablePerson(registry: Registered, id: string, clock: Clock, by?: Author) {
  const { answer } = await registry.write((draft) => {
    const before = requirePerson(draft.snapshot.catalog, id);
    if (before.disabled_at !== null) return { record: before, wasDisabled: true };
    const now = clock();
    const record: PersonRecord = { ...before, disabled_at: isoSeconds(now) };
    draft.put(registryPaths.person(id), encodeJson(record));
    endSessions(draft, ({ person, made_by }) => person === id || made_by === id);
    describe(draft, `Disable person ${id} "${record.name}"`, 'people.disable', now, by);
    return { record, wasDisabled: false };
  });
  return answer;
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
  if (roles.length > maxRoles) throw new PortalError('invalid', `A person has a role in at most ${maxRoles} brands.`);
  return Object.fromEntries(roles);
}
