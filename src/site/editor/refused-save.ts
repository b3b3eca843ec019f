import type { Author } from '../../content/proposals/format.js';
import { isObject } from '../../lib/json.js';
import type { ProposalDetails } from '../../operations/proposals/present.js';
import { authorText } from '../parts/avatar.js';
import { type Api, withIds } from './api.js';
import type { Editor } from './editor.js';
import { blockElement, focusBlock } from './focus.js';
import type { Blocks } from './page-model.js';
import { isSaveConflict, type Refusal, reviewRequired, type SaveConflict } from './refusal.js';

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Save that only the person can repeat, after what it asks for. */
export type RefusedSave =
  | { readonly status: 'session' }
  | { readonly status: 'person'; readonly signedInAs: Person }
  | {
      readonly status: 'conflict';
      readonly conflict: SaveConflict;
      /** Whether the conflict is between the draft and the brand. */
      readonly isWithBrand?: boolean;
    }
  | {
      readonly status: 'refused';
      readonly problem: string;
      /** Address of the proposal of a draft that is closed. */
      readonly proposalHref?: string;
      readonly needsReview?: boolean;
    };

/**
 * | status     | meaning                                   | next save                                    |
 * |------------|-------------------------------------------|----------------------------------------------|
 * | `idle`     | no request is running                     | by a button, or for a draft by its timer     |
 * | `saving`   | a request is running                      | after it                                     |
 * | `offline`  | the server did not answer                 | after a delay, or when the browser is online |
 * | `session`  | the person is signed out                  | when the window gets the focus               |
 * | `person`   | another person is signed in               | `continueAsSignedIn`                         |
 * | `conflict` | others changed the same place             | `settle`                                     |
 * | `refused`  | the server refused the page, or the draft | by a button                                  |
 *
 * `dismiss` leads back to `idle` without a save.
 */
export type SaverState =
  | { readonly status: 'idle' | 'saving' }
  | { readonly status: 'offline'; readonly problem: string }
  | RefusedSave;

/** Whether the same save may succeed later: the server did not answer, or is overloaded. */
export const isTransient = ({ status }: Refusal): boolean => status === 0 || status === 429 || status >= 500;

export async function outcomeOf(api: Api, { status, title, problem }: Refusal): Promise<RefusedSave> {
  if (status === 401) return { status: 'session' };
  if (status === 409 && isPerson(problem.person)) return { status: 'person', signedInAs: problem.person };
  if (status === 412 && isSaveConflict(problem)) {
    const conflict = { ...problem, page: withIds(problem.page), merged: withIds(problem.merged) };
    return { status: 'conflict', conflict };
  }
  if (problem.code === reviewRequired) {
    return { status: 'refused', problem: 'Changes of this brand need a review now.', needsReview: true };
  }
  const isAboutDraft = api.draft !== null && isObject(problem.errors) && 'proposal' in problem.errors;
  const proposal = isAboutDraft ? await api.proposal().catch(() => null) : null;
  return (proposal && closedDraft(api, proposal)) ?? { status: 'refused', problem: title };
}

/** Refusal of every save into a draft that was withdrawn, declined or published; `null` while it is open. */
export function closedDraft(api: Api, { state, reviews, merged }: ProposalDetails): RefusedSave | null {
  const refused = (problem: string): RefusedSave => ({ status: 'refused', problem, proposalHref: api.proposalHref() });
  const declined = reviews.findLast(({ verdict }) => verdict === 'declined');
  if (state === 'withdrawn') return refused('This draft was withdrawn.');
  if (state === 'declined') return refused(`${nameOf(declined)} declined this draft.`);
  return state === 'merged' ? refused(`${nameOf(merged.at(-1))} published this draft.`) : null;
}

const nameOf = (decision: { readonly by: Author } | undefined): string =>
  decision === undefined ? 'Someone' : authorText(decision.by);

const isPerson = (value: unknown): value is Person =>
  isObject(value) && typeof value.id === 'string' && typeof value.name === 'string';

/** Moves the focus to the block that the first error names, as `blocks.<index>`. */
export function focusRefusedBlock(editor: Editor, { problem }: Refusal, sent: Blocks): void {
  const [field = ''] = Object.keys(isObject(problem.errors) ? problem.errors : {});
  const index = /^blocks\.(\d+)/.exec(field)?.[1];
  const id = index === undefined ? null : sent[Number(index)]?.id;
  if (!id) return;
  blockElement(id)?.scrollIntoView({ block: 'center' });
  editor.select(id);
  focusBlock(id);
}
