import { plural } from '../../lib/plural.js';
import { isAtLeast, type PersonRecord, type Role, roles } from '../../registry/records.js';
import type { Service } from '../../service/service.js';
import { roleNames } from '../words.js';
import { Name } from './text.js';

const maxNamed = 5;

export interface Colleague {
  readonly name: string;
  readonly role: Role;
}

/** People of a brand who may more than this role, whoever may the least of it first. */
export async function peopleAbove(service: Service, slug: string, role: Role): Promise<readonly Colleague[]> {
  if (role === 'admin') return [];
  const roleOf = ({ roles: given, disabled_at }: PersonRecord): Role | undefined =>
    disabled_at === null && Object.hasOwn(given, slug) ? given[slug] : undefined;
  const found = (await service.people.list()).flatMap((person) => {
    const theirs = roleOf(person);
    return theirs !== undefined && theirs !== role && isAtLeast(theirs, role)
      ? [{ name: person.name, role: theirs }]
      : [];
  });
  return found.sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role));
}

interface RightsProps {
  readonly role: Role;
  readonly above: readonly Colleague[];
}

/** Rights of a person in a brand, and the people with more. */
export function Rights({ role, above }: RightsProps) {
  if (role === 'admin') return null;
  const named = above.slice(0, maxNamed);
  return (
    <footer class="hint">
      {role === 'viewer'
        ? 'You can look at everything here, and change nothing. To have something changed, ask '
        : 'You can write everything here. People, keys, settings and removing for good are for admins: ask '}
      {named.length === 0 && 'the operator of this portal'}
      {named.map(({ name, role: theirs }, at) => (
        <>
          {at > 0 && ', '}
          <Name text={name} /> ({roleNames[theirs].toLowerCase()})
        </>
      ))}
      {above.length > maxNamed && ` or ${plural(above.length - maxNamed, 'other')}`}.
    </footer>
  );
}
