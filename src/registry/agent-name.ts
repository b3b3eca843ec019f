import { derived } from '../lib/derived.js';
import { visible } from '../lib/display-safety.js';
import { foldedName } from '../lib/folded.js';
import { clientHost } from '../lib/loopback.js';
import type { GrantRecord } from './records.js';
import type { Registry } from './registry.js';

const product = 'Brand Portal';

const peopleNames = derived(
  (people: Registry['people']) => new Set([...people.values()].map(({ name }) => foldedName(name))),
);

/** Whether an agent's name could be taken for a person, a brand or the product. Of brands, the registry has the slugs. */
export function isTaken({ people, brands }: Pick<Registry, 'people' | 'brands'>, name: string): boolean {
  const form = foldedName(name);
  if (form === '' || form === foldedName(product) || peopleNames(people).has(form)) return true;
  return [...brands.keys()].some((slug) => foldedName(slug) === form);
}

/** `claude.ai “Claude” (not verified)`: the client's host, and the name that the client gives itself, unless it is taken. */
export function agentName(registry: Pick<Registry, 'people' | 'brands'>, grant: Pick<GrantRecord, 'client' | 'name'>) {
  const host = clientHost(grant.client);
  const name = visible(grant.name).replace(/["“”„«»]/g, "'");
  return name === '' || isTaken(registry, name) ? host : `${host} “${name}” (not verified)`;
}
