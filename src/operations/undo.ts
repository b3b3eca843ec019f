import type { Catalog } from '../content/catalog/catalog.js';
import { parsePath, readmePath } from '../content/catalog/paths.js';
import type { Repository } from '../store/repository.js';

type State = 'active' | 'trash';

/** A thing that a commit changed, as people see it: a page in the trash is the same page. */
export interface ChangedThing {
  readonly kind: 'page' | 'section' | 'other';
  /** The page's number or the section's name; of others the path. */
  readonly id: string;
  /** `null`: it was, or is, not there. */
  readonly was: State | null;
  readonly is: State | null;
}

export interface Undoable {
  /** The commit before: what to go back to. */
  readonly parent: string;
  readonly things: readonly ChangedThing[];
}

/** What undoing a commit is about; `null`: there was nothing before it. What every commit moves on is left out. */
export async function undoable({ versions }: Repository<Catalog>, commit: string): Promise<Undoable | null> {
  const parent = await versions.parentOf(commit);
  if (parent === null) return null;
  const found = new Map<string, ChangedThing>();
  for (const { path, was, oid } of await versions.differences(parent, commit)) {
    const at = parsePath(path);
    if (path === readmePath || at?.kind === 'ids' || at?.kind === 'language') continue;
    const named = nameOf(path);
    const key = `${named.kind} ${named.id}`;
    const before = found.get(key);
    const state = at?.kind === 'trash' ? 'trash' : 'active';
    found.set(key, {
      ...named,
      was: was === null ? (before?.was ?? null) : state,
      is: oid === null ? (before?.is ?? null) : state,
    });
  }
  return { parent, things: [...found.values()] };
}

function nameOf(path: string): Pick<ChangedThing, 'kind' | 'id'> {
  const at = parsePath(path);
  if (at?.kind === 'page' || at?.kind === 'trash') return { kind: 'page', id: String(at.id) };
  return at?.kind === 'section' ? { kind: 'section', id: at.name } : { kind: 'other', id: path };
}
