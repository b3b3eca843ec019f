import { isDeepStrictEqual } from 'node:util';
import { type Clock, isoSeconds } from '../clock.js';
import { notFound, PortalError } from '../errors.js';
import { encodeJson } from '../json.js';
import type { Repository } from '../store/repository.js';
import type { Draft } from '../store/snapshot.js';
import { type Author, checkedName, describe } from './commit.js';
import { newRecordId } from './keys.js';
import { type PersonRecord, type Registry, type Role, registryPaths, requirePerson } from './records.js';
import { endWaysIn } from './sessions.js';

/** Upper bound on a person's roles: the record is read at each request. */
export const maxRoles = 1000;

export interface NewPerson {
  readonly name: string;
  readonly operator: boolean;
  readonly roles: Readonly<Record<string, Role>>;
}

/** A partial update of a person; a role of `null` is taken away, a role that is not named stays. */
export interface PersonChanges {
  readonly name?: string | undefined;
  readonly operator?: boolean | undefined;
  readonly roles?: Readonly<Record<string, Role | null>>;
}

/** The people who may sign in: added, changed, disabled, found. */
export class People {
  readonly #registry: Repository<Registry>;
  readonly #clock: Clock;

  constructor(registry: Repository<Registry>, clock: Clock) {
    this.#registry = registry;
    this.#clock = clock;
  }

  /** Everyone, by name. */
  async list(): Promise<PersonRecord[]> {
    const { people } = (await this.#registry.read()).catalog;
    const order = (one: PersonRecord): string => `${one.name.toLowerCase()} ${one.id}`;
    return [...people.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  }

  /** The person with this id, or, when one alone has it, this name. @throws `not_found`, `invalid` */
  async find(text: string): Promise<PersonRecord> {
    const { catalog } = await this.#registry.read();
    const named = [...catalog.people.values()].filter(({ name }) => name === text);
    const [only] = named;
    if (catalog.people.has(text) || only === undefined) return requirePerson(catalog, text);
    if (named.length === 1) return only;
    throw new PortalError('invalid', `${named.length} people are called ${JSON.stringify(text)}: name one by the id.`);
  }

  /** @throws `not_found` for a role in a brand that there is not, `invalid` for a name that cannot be one */
  async add(person: NewPerson, by?: Author): Promise<PersonRecord> {
    const name = checkedName(person.name, "person's");
    const { answer } = await this.#registry.write((draft) => {
      const now = this.#clock();
      const { operator } = person;
      const roles = checkedRoles(draft, person.roles, {});
      const created_at = isoSeconds(now);
      const record: PersonRecord = { id: newRecordId(), name, operator, roles, created_at, disabled_at: null };
      draft.put(registryPaths.person(record.id), encodeJson(record));
      describe(draft, `Add person ${record.id} "${name}"`, 'people.add', now, by);
      return record;
    });
    return answer;
  }

  /** Takes effect with the next request to any process. @throws `not_found`, `invalid` */
  async set(id: string, changes: PersonChanges, by?: Author): Promise<PersonRecord> {
    const name = changes.name === undefined ? undefined : checkedName(changes.name, "person's");
    const { answer } = await this.#registry.write((draft) => {
      const before = requirePerson(draft.snapshot.catalog, id);
      const roles = checkedRoles(draft, changes.roles ?? {}, before.roles);
      const operator = changes.operator ?? before.operator;
      const record: PersonRecord = { ...before, name: name ?? before.name, operator, roles };
      if (isDeepStrictEqual(before, record)) return record;
      draft.put(registryPaths.person(id), encodeJson(record));
      // Links, and the sessions and passkeys that came of them, end: their makers were admins of what the person could open before, and no more.
      const isNew = (slug: string): boolean => !Object.hasOwn(before.roles, slug);
      const opensMore = (operator && !before.operator) || Object.keys(roles).some(isNew);
      if (opensMore) endWaysIn(draft, (one) => one.person === id && one.made_by !== undefined);
      // Those that this person made for others end where this person could not make them any more.
      const { people } = draft.snapshot.catalog;
      const isAdmin = (slug: string): boolean => operator || (Object.hasOwn(roles, slug) && roles[slug] === 'admin');
      const opened = (one: string): string[] => Object.keys(people.get(one)?.roles ?? {});
      endWaysIn(draft, ({ person, made_by }) => made_by === id && !opened(person).every(isAdmin));
      describe(draft, `Change person ${id} "${record.name}"`, 'people.set', this.#clock(), by);
      return record;
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
    const { answer } = await this.#registry.write((draft) => {
      const before = requirePerson(draft.snapshot.catalog, id);
      if (before.disabled_at !== null) return { record: before, wasDisabled: true };
      const now = this.#clock();
      const record: PersonRecord = { ...before, disabled_at: isoSeconds(now) };
      draft.put(registryPaths.person(id), encodeJson(record));
      endWaysIn(draft, ({ person, made_by }) => person === id || made_by === id);
      describe(draft, `Disable person ${id} "${record.name}"`, 'people.disable', now, by);
      return { record, wasDisabled: false };
    });
    return answer;
  }
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
