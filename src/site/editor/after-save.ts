import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { Saved } from './api.js';
import type { Editor, PageState } from './editor.js';
import { kindName } from './kinds.js';
import type { Blocks } from './page-model.js';
import { afterStored, bothBlocks, idsBySent, rebaseBlocks } from './rebase-blocks.js';

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
  // The stored page may differ from the sent one: others' changes, and HTML that was cleaned.
  if (contentOf(stored) !== contentOf(sent)) {
    const opened = await editor.api.open().catch(() => null);
    if (opened !== null) editor.texts.add(opened.texts);
  }
  editor.flush();
  const isUnchanged = editor.state === state;
  const both = saved.merged > 0 ? bothBlocks : (mine: StoredBlock) => [mine];
  const title = editor.state.title === state.title ? saved.page.title : editor.state.title;
  const now = editor.blocksToStore();
  const next = isUnchanged ? saved.page : { title, blocks: rebaseBlocks({ sent, now, stored, both }) };
  const ids = idsBySent(sent, stored);
  const past = (former: PageState) => (keepsUndo ? [afterStored(former, ids, saved.page)] : []);
  editor.rebase({ version: saved.version, stored: saved.page, sent, next, past });
  return isUnchanged;
}

/** Blocks as they are compared: without the ids that the server gives. */
function contentOf(blocks: Blocks): string {
  return JSON.stringify(blocks, (name, value: unknown) => (name === 'id' ? undefined : value));
}

/** Summary of a save, such as `1 text changed.` */
export function summaryOf(editor: Editor, { touched, removed }: PageState): string {
  const ids = [...touched].filter((id) => id !== 'title');
  const [id] = ids;
  if (id === undefined) return 'The title changed.';
  if (ids.length > 1) return `${ids.length} blocks changed.`;
  const name = kindName(editor.block(id)?.type ?? null).toLowerCase();
  if (removed.has(id)) return `1 ${name} removed.`;
  return `1 ${name} ${id.startsWith('new-') ? 'added' : 'changed'}.`;
}
