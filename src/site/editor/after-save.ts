import type { StoredBlock } from '../../content/blocks/block-type.js';
import { fill, words } from '../../words/words.js';
import { blockName } from '../labels.js';
import type { Saved } from './api.js';
import type { Editor, PageState } from './editor.js';
import type { Blocks } from './page-model.js';
import { afterStored, bothBlocks, type GivenIds, rebaseBlocks } from './rebase-blocks.js';
import type { SaveConflict } from './save-conflicts.js';
import { detailNames, detailsOver, detailsSince } from './written-details.js';

/** The page when a save began. */
export interface SentState {
  readonly state: PageState;
  /** Blocks of the state, without the removed ones. */
  readonly blocks: Blocks;
}

/**
 * Replaces the page by the stored one, with what was typed since it was sent.
 * @param options `keepsUndo`: undoing leads back to states before the save
 * @returns whether nothing was typed since it was sent
 */
export async function afterSave(
  editor: Editor,
  { state, blocks: sent }: SentState,
  saved: Saved,
  { keepsUndo } = { keepsUndo: false },
): Promise<boolean> {
  const { blocks: stored } = saved.page;
  const ids: GivenIds = new Map(Object.entries(saved.given ?? {}));
  // The stored page may differ from the sent one: others' changes, and HTML that was cleaned.
  const before = editor.details;
  if (contentOf(stored) !== contentOf(sent) || Object.keys(state.details).length > 0) {
    const opened = await editor.api.open().catch(() => null);
    if (opened !== null) editor.texts.add(opened.texts);
    editor.details = opened?.details ?? { ...before, ...state.details };
  }
  editor.flush();
  const isUnchanged = editor.state === state;
  const both = saved.merged > 0 ? bothBlocks : (mine: StoredBlock) => [mine];
  const title = editor.state.title === state.title ? saved.page.title : editor.state.title;
  const now = editor.blocksToStore();
  const next = isUnchanged ? saved.page : { title, blocks: rebaseBlocks({ sent, now, stored, both, ids }) };
  const details = detailsSince(state.details, editor.state.details);
  const past = (former: PageState) => {
    if (!keepsUndo) return [];
    const again = detailsOver({ ...before, ...former.details }, editor.details);
    const { touched, ...stored } = afterStored(former, ids, saved.page);
    return [{ ...stored, details: again, touched: new Set([...touched, ...Object.keys(again)]) }];
  };
  if (editor.api.draft !== null) editor.draftSavedAt = new Date();
  editor.rebase({ version: saved.version, stored: saved.page, ids, next, details, past });
  return isUnchanged;
}

/** Goes on with all that both sides have added, of which the person removes some. */
export async function takeMerged(editor: Editor, { version, page, merged }: SaveConflict): Promise<void> {
  const opened = await editor.api.open().catch(() => null);
  if (opened !== null) editor.texts.add(opened.texts);
  editor.rebase({ version, stored: page, next: merged });
}

/** Blocks as they are compared: without their ids, of which the server may give others. */
export function contentOf(blocks: Blocks): string {
  return JSON.stringify(blocks, (name, value: unknown) => (name === 'id' ? undefined : value));
}

/** Summary of a save, such as `1 text changed.` */
export function summaryOf(editor: Editor, { touched, removed }: PageState): string {
  const ofPage = new Set<string>(['title', ...detailNames]);
  const ids = [...touched].filter((id) => !ofPage.has(id));
  const [id] = ids;
  const texts = words().editor.saved;
  if (id === undefined) return texts[(['title', ...detailNames] as const).find((name) => touched.has(name)) ?? 'title'];
  if (ids.length > 1) return fill(texts.blocks, { n: ids.length });
  const block = blockName(editor.block(id)?.type ?? null);
  if (removed.has(id)) return fill(texts.removed, { block });
  return fill(editor.isAdded(id) ? texts.added : texts.changed, { block });
}
