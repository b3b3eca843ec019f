import type { Conflict } from '../../content/merge/values.js';
import type { Page } from '../../content/page.js';
import { isObject } from '../../lib/json.js';
import type { SettledPlaces } from '../../operations/settle.js';
import type { PageContent } from './page-model.js';
import { isSame } from './rebase-blocks.js';

/** Place in the page that others have changed, too. It stays as it is here; with the next save, the person chooses. */
export interface Collision {
  /** `null` for the title. */
  readonly block: string | null;
  /** Member of the block's data; `null` for all of it. */
  readonly field: string | null;
  /** Version of the page in which neither has changed it. Absent in copies that an older program wrote. */
  readonly version?: string;
}

/** Places that both sides have changed, for the person to choose. */
export interface OpenConflicts {
  /** Version of the page, or of the proposal, that has the other sides. */
  readonly version: string;
  readonly conflicts: readonly Conflict[];
}

/** Both sides of a save that was refused. */
export interface SaveConflict extends OpenConflicts {
  readonly page: Pick<Page, 'title' | 'blocks'>;
  readonly merged: PageContent;
}

/** Choices of the person, and the conflicts that they are for. */
export interface Choices extends OpenConflicts {
  readonly places: SettledPlaces;
}

export const isSaveConflict = (problem: unknown): problem is SaveConflict =>
  isObject(problem) && Array.isArray(problem.conflicts) && isObject(problem.merged);

export const isForSame = (choices: Choices, { conflicts }: OpenConflicts): boolean =>
  isSame(choices.conflicts, conflicts);

/** The choices for a newer version, if its conflicts are the same; `null` if the person has to be asked. */
export function renewed(choices: Choices | null, conflict: OpenConflicts): Choices | null {
  const { version } = conflict;
  const isRenewed = choices !== null && choices.version !== version && isForSame(choices, conflict);
  return isRenewed ? { ...choices, version } : null;
}

/** The places to choose for, each with the oldest version that it was changed from. */
export function withPlaces(known: readonly Collision[], places: readonly Collision[], version: string): Collision[] {
  const isNew = ({ block, field }: Collision, at: number): boolean => {
    const isSamePlace = (other: Collision): boolean => other.block === block && other.field === field;
    return !known.some(isSamePlace) && places.findIndex(isSamePlace) === at;
  };
  return [...known, ...places.filter(isNew).map((place) => ({ ...place, version }))];
}

/** The place of a conflict as it is still found when rows were added or removed. */
export function placeOf({ block, field }: Conflict): Collision[] {
  const [member = null] = field?.split('.') ?? [];
  return block === null && field === null ? [] : [{ block, field: member }];
}
