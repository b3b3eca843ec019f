import { type ChangedThing, undoable } from '../../operations/history.js';
import { isAtLeast } from '../access.js';
import type { BrandVisit } from '../visit.js';

/**
 * Where what a commit did can be taken back, on a page that shows what that would do; `null`: nowhere, or not by this person.
 *
 * @param commit of the brand's history
 */
export async function undoAddress(visit: BrandVisit, commit: string): Promise<string | null> {
  const found = await undoable(await visit.service.openBrand(visit.slug), commit);
  if (found === null || !isAtLeast(visit.role, 'editor')) return null;
  const { parent, things } = found;
  const [only, ...others] = things;
  if (only !== undefined && others.length === 0 && only.kind !== 'other') return undoOne(visit, only, parent);
  const isPurge = things.every(({ is }) => is === null);
  return !isPurge && isAtLeast(visit.role, 'admin') ? visit.at('/restore', { to: parent }) : null;
}

function undoOne(visit: BrandVisit, { kind, id, was, is }: ChangedThing, parent: string): string | null {
  if (is === 'trash') return visit.at(`/trash/${id}`);
  if (is === null) return null;
  const address = kind === 'page' ? `/pages/${id}` : `/language/${id}`;
  if (was === 'active') return visit.at(`${address}/restore`, { to: parent });
  return was === 'trash' ? visit.at(`${address}/edit`) : null;
}
