import { parsePath, readmePath } from '../../content/catalog/paths.js';
import { isAtLeast } from '../access.js';
import type { BrandVisit } from '../visit.js';

/**
 * Where what a commit did can be taken back, on a page that shows what that would do; `null`: nowhere, or not by this person.
 *
 * @param commit of the brand's history
 */
export async function undoAddress(visit: BrandVisit, commit: string): Promise<string | null> {
  const { versions } = await visit.service.openBrand(visit.slug);
  const parent = await versions.parentOf(commit);
  if (parent === null || !isAtLeast(visit.role, 'editor')) return null;
  const changed = things(await versions.differences(parent, commit));
  const [only, ...others] = changed;
  if (only !== undefined && others.length === 0) return undoOne(visit, only, parent);
  const isPurge = changed.every(({ is }) => is === null);
  return changed.length > 0 && !isPurge && isAtLeast(visit.role, 'admin') ? visit.at('/restore', { to: parent }) : null;
}

type State = 'active' | 'trash';

interface Thing {
  readonly address: string | null;
  /** `null`: not there. */
  readonly was: State | null;
  readonly is: State | null;
}

/** A file that a commit changed; the ids are of its content before and after, `null` where it was or is not. */
interface Difference {
  readonly path: string;
  readonly was: string | null;
  readonly oid: string | null;
}

/** What people see of the files that a commit changed: a page in the trash is the same page. */
function things(differences: readonly Difference[]): readonly Thing[] {
  const found = new Map<string, Thing>();
  for (const { path, was, oid } of differences) {
    const at = parsePath(path);
    if (path === readmePath || at?.kind === 'ids' || at?.kind === 'language') continue;
    const isPage = at?.kind === 'page' || at?.kind === 'trash';
    const address = isPage ? `/pages/${at.id}` : at?.kind === 'section' ? `/language/${at.name}` : null;
    const state = at?.kind === 'trash' ? 'trash' : 'active';
    const before = found.get(address ?? path);
    found.set(address ?? path, {
      address,
      was: was === null ? (before?.was ?? null) : state,
      is: oid === null ? (before?.is ?? null) : state,
    });
  }
  return [...found.values()];
}

function undoOne(visit: BrandVisit, { address, was, is }: Thing, parent: string): string | null {
  if (address === null) return isAtLeast(visit.role, 'admin') ? visit.at('/restore', { to: parent }) : null;
  if (is === 'trash') return visit.at(address.replace('/pages/', '/trash/'));
  if (is === null) return null;
  if (was === 'active') return visit.at(`${address}/restore`, { to: parent });
  return was === 'trash' ? visit.at(`${address}/edit`) : null;
}
