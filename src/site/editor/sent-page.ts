import type { SentState } from './after-save.js';
import type { SentPage } from './api.js';
import type { Editor } from './editor.js';
import type { Choices } from './save-conflicts.js';

/** The page as it is sent. A chapter is sent without blocks. */
export const pageOf = (
  { base, isChapter, collisions }: Editor,
  { state, blocks }: SentState,
  choices: Choices | null = null,
): SentPage => ({
  base,
  title: state.title,
  ...state.details,
  ...(!isChapter && { blocks }),
  ...(collisions.length > 0 && { since: collisions.map(({ version = '', ...place }) => ({ ...place, version })) }),
  ...(choices && { choices: { version: choices.version, places: choices.places } }),
});

/** The page as it is sent to be a new one. */
export const newPageOf = (editor: Editor) => ({
  title: editor.state.title,
  ...editor.details,
  ...editor.state.details,
  blocks: editor.blocksToStore(),
});

/**
 * Has the server read source that was typed in texts that are still open.
 *
 * @returns why some of it cannot be stored
 */
export async function readSources({ texts }: Editor): Promise<string | null> {
  for (const { read } of texts.open) {
    const problem = await read?.();
    if (typeof problem === 'string') return problem;
  }
  return null;
}
