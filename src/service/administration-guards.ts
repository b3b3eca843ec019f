import { dayMs } from '../lib/clock.js';
import { invalidField, PortalError } from '../lib/errors.js';
import type { Author, Writer } from '../registry/commit.js';
import { unknownKey } from '../registry/keys.js';
import { isAdminOf, isWithin } from '../registry/people.js';
import {
  type BrandRecord,
  type KeyRecord,
  type PersonRecord,
  personIn,
  type Registry,
  type Role,
  registryPaths,
  roles,
  unknownPerson,
  versionOfRecord,
  type WebhookRecord,
} from '../registry/records.js';

/** An admin, and the brand in which this admin acts. */
export interface AdminContext {
  readonly by: PersonRecord & Author;
  readonly brand: string;
}

/** @returns the admin as the registry has this person now @throws `forbidden` */
export function requireAdmin({ people }: Registry, by: PersonRecord, brand: string): PersonRecord {
  const admin = people.get(by.id);
  if (admin !== undefined && admin.disabled_at === null && isAdminOf(admin, brand)) return admin;
  throw new PortalError('forbidden', 'This takes the role of an admin.');
}

/** @throws `forbidden` */
export function requireOperator({ people }: Registry, by: PersonRecord): void {
  const person = people.get(by.id);
  if (person?.operator && person.disabled_at === null) return;
  throw new PortalError('forbidden', 'This takes an operator.');
}

/** @throws `not_found` for a person without a role in the brand, as for one who is not there */
export function requireMember({ id, roles: held }: PersonRecord, brand: string): void {
  if (!Object.hasOwn(held, brand)) throw unknownPerson(id);
}

/** A link opens everything that its person may, so its maker must be an admin of all of that. @throws `forbidden`, `not_found` */
export function requireReach(registry: Registry, { by, brand }: AdminContext, person: PersonRecord): void {
  const admin = requireAdmin(registry, by, brand);
  requireMember(person, brand);
  if (person.disabled_at === null && isWithin(admin, person)) return;
  throw new PortalError('forbidden', 'This person is disabled, or has more rights than you: an operator can do this.');
}

/** One refusal for who is unknown and who is another's: it tells of neither. */
export const notGrantable = (): PortalError =>
  invalidField('person', 'There is no such person, or only an operator gives this person a role.');

/** A person gets a first role in the brand from an admin of all brands in which the person has one. @throws `forbidden`, `invalid` */
export function requireGrantable(registry: Registry, { by, brand }: AdminContext, person: PersonRecord): void {
  const admin = requireAdmin(registry, by, brand);
  if (Object.hasOwn(person.roles, brand)) {
    throw invalidField('person', 'This person has a role here already: change it in the list.');
  }
  if (person.disabled_at !== null || !isWithin(admin, person)) throw notGrantable();
}

/** A brand keeps an admin who can sign in. @throws `invalid` when `id` is the last */
export function requireOtherAdmin({ people }: Registry, brand: string, id: string): void {
  const isOther = (person: PersonRecord): boolean => person.id !== id && person.roles[brand] === 'admin';
  if ([...people.values()].some((person) => isOther(person) && person.disabled_at === null)) return;
  throw invalidField('role', 'You are the last admin of this brand. Make someone else an admin first.');
}

/** Refusal of a change of a record that has another version than the person saw. */
export class StaleRecord extends PortalError {
  constructor(
    readonly path: string,
    readonly version: string,
  ) {
    super('precondition_failed', 'It was changed meanwhile.');
  }
}

type GuardedRecord = BrandRecord | KeyRecord | PersonRecord | WebhookRecord;

export const versionInBrand = (brand: string, record: GuardedRecord): string =>
  versionOfRecord('roles' in record ? personIn(brand, record) : record);

export function requireRecordVersion(record: GuardedRecord, path: string, version: string, brand: string): void {
  if (versionInBrand(brand, record) !== version) throw new StaleRecord(path, version);
}

/** The admin as the author of a new record in the brand. */
export function adminWriter({ by, brand }: AdminContext, newId: string): Writer {
  return { ...by, newId, check: (registry) => void requireAdmin(registry, by, brand) };
}

/** The admin as the author of a change of one of the brand's keys or webhooks, of which this admin saw a version. */
export function writerOf({ by, brand }: AdminContext, version: string): Writer<KeyRecord | WebhookRecord> {
  return {
    ...by,
    check(registry, record) {
      requireAdmin(registry, by, brand);
      if (record.brand !== brand) throw unknownKey(record.id);
      const path = 'rights' in record ? registryPaths.key(record.id) : registryPaths.webhook(record.id);
      requireRecordVersion(record, path, version, brand);
    },
  };
}

/** @throws `invalid` */
export function checkedRole(text: string): Role {
  const role = roles.find((one) => one === text);
  if (role === undefined) throw invalidField('role', `A role is one of ${roles.join(', ')}.`);
  return role;
}

/** @param field named in the refusal @returns milliseconds @throws `invalid` */
export function termMs(days: number, field: string): number {
  if (Number.isInteger(days) && days >= 0 && days <= 3650) return days * dayMs;
  throw invalidField(field, 'A time is 0 to 3650 whole days.');
}
