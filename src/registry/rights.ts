import { derived } from '../lib/derived.js';
import { invalidField, PortalError } from '../lib/errors.js';
import { sortedBy } from '../lib/order.js';
import { asSaid, say } from '../lib/say.js';
import type { Author } from './commit.js';
import {
  type BrandRecord,
  type Editing,
  isAtLeast,
  type KeyRecord,
  type PersonRecord,
  type Right,
  type Role,
  roleIn,
  type WebhookRecord,
} from './records.js';
import {
  personIn,
  type Registry,
  recordPath,
  unknownKey,
  unknownPerson,
  type VersionedRecord,
  versionOfRecord,
} from './registry.js';

const rightsOfRoles: Readonly<Record<Role, readonly Right[]>> = {
  viewer: ['read'],
  editor: ['read', 'propose', 'write'],
  admin: ['read', 'propose', 'write'],
};

/** All that people with a role may do in the content of a brand, and give to their agents. */
export const rightsOf = (role: Role): readonly Right[] => rightsOfRoles[role];

/** Exception for an editor from what the brand says; `undefined`: all that it says, as for other roles. */
export const editingIn = ({ operator, roles, editing = {} }: PersonRecord, brand: string): Editing | undefined =>
  !operator && Object.hasOwn(editing, brand) && roles[brand] === 'editor' ? editing[brand] : undefined;

/** Whether an editor, or an admin, approves proposals of others. */
export const mayApprove = (role: Role, editing: Editing | undefined, approvers: BrandRecord['approvers']): boolean =>
  role === 'admin' ||
  (role === 'editor' &&
    (approvers === 'editors' ? editing !== 'publishes' && editing !== 'proposes' : editing === 'approves'));

/** People who approve proposals of a brand, by name. Operators without a role there are not asked. */
export function approversIn(people: Registry['people'], { slug, approvers }: Pick<BrandRecord, 'slug' | 'approvers'>) {
  const known = approversOf(people);
  const key = `${slug} ${approvers}`;
  const found = known.get(key) ?? findApprovers(people, slug, approvers);
  known.set(key, found);
  return found;
}

type Approvers = readonly { readonly id: string; readonly name: string }[];

/** Approvers by the brand and its policy. Every page asks for them. */
const approversOf = derived((_: Registry['people']) => new Map<string, Approvers>());

function findApprovers(people: Registry['people'], slug: string, approvers: BrandRecord['approvers']): Approvers {
  const found = [...people.values()].filter((person) => {
    const role = person.disabled_at === null && Object.hasOwn(person.roles, slug) ? person.roles[slug] : undefined;
    return role !== undefined && mayApprove(role, editingIn(person, slug), approvers);
  });
  return sortedBy(found, ({ name }) => name.toLowerCase()).map(({ id, name }) => ({ id, name }));
}

/** All that a person with a role may do in the content of a brand, and give to agents. */
export const rightsIn = (person: PersonRecord, brand: string, role: Role): readonly Right[] =>
  rightsOf(role).filter((right) => right !== 'write' || editingIn(person, brand) !== 'proposes');

/** Whether rights include one. To write includes to propose. */
export const includesRight = (rights: readonly Right[], right: Right): boolean =>
  rights.includes(right) || (right === 'propose' && rights.includes('write'));

/** A person who changes the registry in the browser. Without one, the operator changes it at the command line and may do everything. */
export interface Acting extends Author {
  readonly brand: string;
  /** Version of the record that this person saw. */
  readonly version?: string | undefined;
  /** One form as it was filled in: sent again within a minute, it has the same answer and makes nothing twice. */
  readonly form?: string | undefined;
}

/** Whether an admin is an admin of every brand of another person: a link for this person opens nothing more. */
export function isWithin(admin: PersonRecord, { operator, roles }: PersonRecord): boolean {
  return !operator && Object.keys(roles).every((slug) => roleIn(admin, slug) === 'admin');
}

/** The current record of a person; `undefined` without at least this role in the brand. */
export function memberAtLeast(
  { people }: Registry,
  wanted: Role,
  { id, brand }: Pick<Acting, 'id' | 'brand'>,
): PersonRecord | undefined {
  const person = people.get(id);
  const role = person === undefined || person.disabled_at !== null ? null : roleIn(person, brand);
  return role !== null && isAtLeast(role, wanted) ? person : undefined;
}

/** @throws `forbidden` */
export function requireMemberAtLeast(registry: Registry, wanted: Role, by: Acting): PersonRecord {
  const person = memberAtLeast(registry, wanted, by);
  if (person !== undefined) return person;
  throw new PortalError('forbidden', say`This requires the ${asSaid(wanted)} role.`);
}

/**
 * @returns the admin as the registry has this person now
 * @throws `forbidden`
 */
export const requireAdmin = (registry: Registry, by: Acting): PersonRecord =>
  requireMemberAtLeast(registry, 'admin', by);

/** @throws `forbidden` */
export function requireOperator({ people }: Registry, { id }: Acting): void {
  const person = people.get(id);
  if (person?.operator && person.disabled_at === null) return;
  throw new PortalError('forbidden', 'Only an operator can do this.');
}

/**
 * Only the brand's admins can change its keys and webhooks.
 *
 * @throws `forbidden`, `not_found` alike for a record that is missing and for one of another brand
 */
export function requireKeyOrWebhookOfBrand(
  registry: Registry,
  by: Acting,
  { id, brand }: KeyRecord | WebhookRecord,
): void {
  requireAdmin(registry, by);
  if (brand !== by.brand) throw unknownKey(id);
}

/** @throws `not_found` alike for a person without a role in the brand and for one who does not exist */
function requireMember({ id, roles }: PersonRecord, { brand }: Acting): void {
  if (!Object.hasOwn(roles, brand)) throw unknownPerson(id);
}

/**
 * Only the brand's admins can change the role of a person who has one.
 *
 * @throws `forbidden`, `not_found`
 */
export function requireChangeable(registry: Registry, by: Acting, person: PersonRecord): void {
  requireAdmin(registry, by);
  requireMember(person, by);
  if (person.operator) throw new PortalError('forbidden', "An operator's rights are changed at the command line.");
}

/**
 * Only an admin of every brand of a person can issue a link, because the link opens all of these brands.
 *
 * @throws `forbidden`, `not_found`
 */
export function requireReach(registry: Registry, by: Acting, person: PersonRecord): void {
  const admin = requireAdmin(registry, by);
  requireMember(person, by);
  if (person.disabled_at === null && isWithin(admin, person)) return;
  throw new PortalError('forbidden', 'This person is disabled, or has more rights than you: an operator can do this.');
}

/** One refusal for unknown people and those of other brands: it reveals neither. */
export const notGrantable = (): PortalError =>
  invalidField('person', 'There is no such person, or only an operator gives this person a role.');

/**
 * Only an admin of all brands in which a person has a role can give the first role in another one.
 *
 * @throws `forbidden`, `invalid`
 */
export function requireGrantable(registry: Registry, by: Acting, person: PersonRecord): void {
  const admin = requireAdmin(registry, by);
  if (Object.hasOwn(person.roles, by.brand)) {
    throw invalidField('person', 'This person has a role here already: change it in the list.');
  }
  if (person.disabled_at !== null || !isWithin(admin, person)) throw notGrantable();
}

/** Refusal of a change of a record that has another version than the person saw. */
export class StaleRecord extends PortalError {
  constructor(
    readonly path: string,
    readonly by: Acting,
  ) {
    super('precondition_failed', 'It was changed meanwhile.');
  }
}

/** Version of a record as the admins of a brand see it. */
export const versionInBrand = (brand: string, record: VersionedRecord): string =>
  versionOfRecord('roles' in record ? personIn(brand, record) : record);

/** @throws `StaleRecord` */
export function requireVersion(record: VersionedRecord, by: Acting): void {
  if (versionInBrand(by.brand, record) !== by.version) throw new StaleRecord(recordPath(record), by);
}
