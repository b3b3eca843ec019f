import type { Author } from '../../content/proposals/format.js';
import { isObject } from '../../lib/json.js';
import type { ProposalDetails } from '../../operations/proposals/present.js';
import { fill, words } from '../../words/words.js';
import { authorText } from '../parts/avatar.js';
import type { Api, Saved } from './api.js';
import type { Editor } from './editor.js';
import { blockElement, focusBlock } from './focus.js';
import { type Blocks, withIds } from './page-model.js';
import { Refusal, reviewRequired } from './refusal.js';
import { type Choices, isSaveConflict, type OpenConflicts, type SaveConflict } from './save-conflicts.js';

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Save that only the person can repeat, after what it asks for. */
export type RefusedSave =
  | { readonly status: 'session' }
  | { readonly status: 'person'; readonly signedInAs: Person }
  /** With a save, or of the draft with the brand. */
  | { readonly status: 'conflict'; readonly conflict: SaveConflict | OpenConflicts }
  | {
      readonly status: 'refused';
      readonly problem: string;
      /** Address of the proposal of a draft that is closed. */
      readonly proposalHref?: string;
      /** Address at which the page is restored. */
      readonly trashHref?: string;
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

/** Delay before an unanswered save is sent again, in ms. */
export const retryMs = 3000;

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
    return { status: 'refused', problem: words().editor.needsReviewNow, needsReview: true };
  }
  const isAboutDraft = api.draft !== null && isObject(problem.errors) && 'proposal' in problem.errors;
  const proposal = isAboutDraft ? await api.proposal().catch(() => null) : null;
  return (proposal && closedDraft(api, proposal)) ?? { status: 'refused', problem: title };
}

/**
 * Refusal of every save into a draft that was withdrawn, declined or published, or whose page is in the trash; `null`
 * while it can be sent.
 */
export function closedDraft(api: Api, { state, reviews, merged, changes }: ProposalDetails): RefusedSave | null {
  const texts = words().editorNotes;
  const { pageId, onlyIn } = api.place;
  const isGone = changes.some(({ kind, id, change }) => kind === 'page' && id === pageId && change === 'added');
  const refused = (problem: string): RefusedSave => ({ status: 'refused', problem, proposalHref: api.proposalHref() });
  const declined = reviews.findLast(({ verdict }) => verdict === 'declined');
  if (state === 'withdrawn') return refused(texts.draftWithdrawn);
  if (state === 'declined') return refused(fill(texts.draftDeclined, { name: nameOf(declined) }));
  if (isGone && onlyIn === null) {
    const trashHref = api.place.api.replace(/api$/, `trash/${pageId}`);
    return { status: 'refused', problem: texts.draftPageInTrash, trashHref };
  }
  return state === 'merged' ? refused(fill(texts.draftPublished, { name: nameOf(merged.at(-1)) })) : null;
}

const nameOf = (decision: { readonly by: Author } | undefined): string =>
  decision === undefined ? words().editorNotes.someone : authorText(decision.by);

const isPerson = (value: unknown): value is Person =>
  isObject(value) && typeof value.id === 'string' && typeof value.name === 'string';

/** Finds out who else stored the page, if the stream did not say it. */
export async function findAuthor(editor: Editor): Promise<void> {
  if (editor.otherAuthor !== null) return;
  const merged = await editor.api.merge(editor.base, editor.state).catch(() => null);
  if (merged === null || !('by' in merged)) return;
  editor.otherAuthor = merged.by.find(({ name }) => name !== editor.api.place.person.name) ?? null;
  editor.notify();
}

/**
 * Settles the conflicts of the draft with the brand.
 *
 * @returns the draft after that; `null` if one of the two has changed since the choices were made
 */
export async function settledDraft(api: Api, choices: Choices): Promise<Saved | null> {
  const problem = await api.settle(choices).catch((error: unknown) => error);
  if (problem === undefined) return { ...(await api.open()), merged: 1 };
  if (problem instanceof Refusal && problem.status === 412) return null;
  throw problem;
}

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
