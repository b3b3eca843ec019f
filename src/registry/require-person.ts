import { PortalError } from '../errors.js';
import type { PersonRecord } from './person-records.js';
import type { Registry } from './records.js';

/** @throws `not_found` */
export function requirePerson({ people }: Registry, id: string): PersonRecord {
  const record = people.get(id);
  if (record === undefined) {
    throw new PortalError('not_found', `Person ${id} not found: a person is named by the id that "person list" shows.`);
  }
  return record;
}
