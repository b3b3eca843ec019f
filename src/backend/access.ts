import type { Actor } from '../operations/actor.js';
import { type PersonRecord, type Role, roles } from '../registry/records.js';

/** Of a person in a brand; an operator is an admin everywhere. `null`: this brand is not shown at all. */
export function roleIn({ operator, roles: given }: PersonRecord, slug: string): Role | null {
  return operator ? 'admin' : Object.hasOwn(given, slug) ? (given[slug] ?? null) : null;
}

export function isAtLeast(role: Role, wanted: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(wanted);
}

/** As operations know a person. */
export function actorOf({ id, name }: PersonRecord, role: Role): Actor {
  return { kind: 'person', id, name, rights: role === 'viewer' ? ['read'] : ['read', 'write'] };
}
