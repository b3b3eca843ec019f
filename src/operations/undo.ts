import type { Catalog } from '../content/catalog/catalog.js';
import { parsePath, readmePath } from '../content/catalog/paths.js';
import { groupBySubject, type SubjectFiles } from '../content/subjects.js';
import type { TreeDifference } from '../store/git/tree.js';
import type { Repository } from '../store/repository.js';
import { inScope } from './history-scope.js';

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

/** @returns `null`: there was nothing before the commit. What every commit moves on is left out. */
export async function undoable({ versions }: Repository<Catalog>, commit: string): Promise<Undoable | null> {
  const parent = await versions.parentOf(commit);
  if (parent === null) return null;
  const groups = groupBySubject(inScope(await versions.differences(parent, commit)));
  const isUndone = ({ subject: { kind }, files }: (typeof groups)[number]): boolean =>
    kind !== 'ids' && kind !== 'language' && files[0]?.path !== readmePath;
  return { parent, things: groups.filter(isUndone).map(changedThing) };
}

function changedThing({ subject: { kind, id }, files }: SubjectFiles<TreeDifference>): ChangedThing {
  const state = (side: 'was' | 'oid'): State | null => {
    const file = files.findLast((one) => one[side] !== null);
    if (file === undefined) return null;
    return parsePath(file.path)?.kind === 'trash' ? 'trash' : 'active';
  };
  const isNamed = kind === 'page' || kind === 'section';
  const named = isNamed ? { kind, id: String(id) } : { kind: 'other' as const, id: files[0]?.path ?? '' };
  return { ...named, was: state('was'), is: state('oid') };
}
