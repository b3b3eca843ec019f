import { isAtLeast, type PersonRecord, type Role, roles } from '../../registry/records.js';
import type { Service } from '../../service/service.js';
import { Filled } from '../../words/filled.js';
import { counted, words } from '../../words/words.js';
import { Name } from '../manage/parts/text.js';

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

/** Footer that says what an editor may not do in a brand, and whom to ask; `null` for others. */
export function Rights({ role, people }: RightsProps) {
  if (role !== 'editor') return null;
  const texts = words().rights;
  const named = people.slice(0, maxNamed).map(({ name, role: theirRole }, index) => (
    <>
      {index > 0 && ', '}
      <Name text={name} /> ({words().people.roleNouns[theirRole]})
    </>
  ));
  const others = people.length - maxNamed;
  const text = others > 0 ? counted(texts.askOrOthers, others, { people: '{people}' }) : texts.ask;
  return (
    <footer class="hint">
      <Filled text={text} values={{ people: named.length === 0 ? texts.operator : named }} />
    </footer>
  );
}
