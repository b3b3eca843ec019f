import { isObject } from '../../lib/json.js';
import { isSaveConflict, type Refusal, type SaveConflict, withIds } from './api.js';
import type { Editor } from './editor.js';
import { elementOf, focusBlock } from './focus.js';
import type { Blocks } from './page-model.js';

export interface Person {
  readonly id: string;
  readonly name: string;
}

interface SaveOutcome {
  readonly status: 'session' | 'person' | 'conflict' | 'refused';
  readonly conflict: SaveConflict | null;
  readonly signedInAs: Person | null;
}

/** Whether the same save may succeed later: the server did not answer, or is overloaded. */
export const isTransient = ({ status }: Refusal): boolean => status === 0 || status === 429 || status >= 500;

export function outcomeOf({ status, problem }: Refusal): SaveOutcome {
  const refused: SaveOutcome = { status: 'refused', conflict: null, signedInAs: null };
  if (status === 401) return { ...refused, status: 'session' };
  if (status === 409 && isPerson(problem.person)) return { ...refused, status: 'person', signedInAs: problem.person };
  if (status !== 412 || !isSaveConflict(problem)) return refused;
  const conflict = { ...problem, page: withIds(problem.page), merged: withIds(problem.merged) };
  return { ...refused, status: 'conflict', conflict };
}

const isPerson = (value: unknown): value is Person =>
  isObject(value) && typeof value.id === 'string' && typeof value.name === 'string';

/** Moves the focus to the block that the first error names, as `blocks.<index>`. */
export function focusRefusedBlock(editor: Editor, { problem }: Refusal, sent: Blocks): void {
  const [field = ''] = Object.keys(isObject(problem.errors) ? problem.errors : {});
  const index = /^blocks\.(\d+)/.exec(field)?.[1];
  const id = index === undefined ? null : sent[Number(index)]?.id;
  if (!id) return;
  elementOf(id)?.scrollIntoView({ block: 'center' });
  editor.select(id);
  focusBlock(id);
}
