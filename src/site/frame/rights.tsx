import { plural } from '../../lib/plural.js';
import { roleNames } from '../../portal/labels.js';
import { isAtLeast, type PersonRecord, type Role, roles } from '../../registry/records.js';
import type { Service } from '../../service/service.js';
import { Name } from './text.js';

/** Limit on the people that are named. */
const maxNamed = 5;

export interface Colleague {
  readonly name: string;
  readonly role: Role;
}

/** People of a brand with a higher role than this one, the lowest of these first. */
export async function peopleToAsk(service: Service, slug: string, role: Role): Promise<readonly Colleague[]> {
  if (role === 'admin') return [];
  const roleOf = ({ roles: byBrand, disabled_at }: PersonRecord): Role | undefined =>
    disabled_at === null && Object.hasOwn(byBrand, slug) ? byBrand[slug] : undefined;
  const colleagues = (await service.people.list()).flatMap((person) => {
    const theirRole = roleOf(person);
    const isHigher = theirRole !== undefined && theirRole !== role && isAtLeast(theirRole, role);
    return isHigher ? [{ name: person.name, role: theirRole }] : [];
  });
  return colleagues.sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role));
}

interface RightsProps {
  readonly role: Role;
  /** People with a higher role, whom this person may ask. */
  readonly people: readonly Colleague[];
}

/** Footer that says what a person may not do in a brand, and whom to ask. */
export function Rights({ role, people }: RightsProps) {
  if (role === 'admin') return null;
  const named = people.slice(0, maxNamed);
  return (
    <footer class="hint">
      You can write everything here. People, keys, settings and removing for good are for admins: ask{' '}
      {named.length === 0 && 'the operator of this portal'}
      {named.map(({ name, role: theirRole }, index) => (
        <>
          {index > 0 && ', '}
          <Name text={name} /> ({roleNames[theirRole].toLowerCase()})
        </>
      ))}
      {people.length > maxNamed && ` or ${plural(people.length - maxNamed, 'other')}`}.
    </footer>
  );
}
