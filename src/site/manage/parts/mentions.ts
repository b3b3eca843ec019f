import { sortedBy } from '../../../lib/order.js';
import { isAtLeast, type PersonRecord, roleIn } from '../../../registry/records.js';
import type { WorkContext } from '../../context.js';

type Colleague = Pick<PersonRecord, 'id' | 'name'> & { readonly isTold: boolean };

/** Letters from which on people are offered. */
const minLetters = 2;

/** People with a role in the brand. Editors and above are told of what mentions them. */
export async function colleagues({ service, slug }: Pick<WorkContext, 'service' | 'slug'>): Promise<Colleague[]> {
  const people = await service.people.list();
  return people.flatMap((person) => {
    const role = person.disabled_at === null ? roleIn(person, slug) : null;
    if (role === null || !Object.hasOwn(person.roles, slug)) return [];
    return [{ id: person.id, name: person.name, isTold: isAtLeast(role, 'editor') }];
  });
}

/** Names that a text mentions, each as `@Ada Lind`. A longer name comes before one that begins it. */
export function mentionsIn<Person extends Pick<Colleague, 'name'>>(text: string, people: readonly Person[]): Person[] {
  let left = text.toLowerCase();
  const found: Person[] = [];
  for (const person of sortedBy(people, ({ name }) => -name.length)) {
    const mention = `@${person.name.toLowerCase()}`;
    if (!left.includes(mention)) continue;
    found.push(person);
    if (!people.some((other) => other !== person && other.name === person.name)) left = left.replaceAll(mention, '');
  }
  return found;
}

/** People to offer for the first letters of a name. */
export function offered(people: readonly Colleague[], letters: string): string[] {
  const start = letters.trim().toLowerCase();
  if (start.length < minLetters) return [];
  const names = people.filter(({ isTold }) => isTold).map(({ name }) => name);
  return names
    .filter((name) =>
      name
        .toLowerCase()
        .split(/\s+/)
        .some((_, at, words) => words.slice(at).join(' ').startsWith(start)),
    )
    .slice(0, 8);
}
