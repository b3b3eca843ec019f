import type { SentState } from './after-save.js';
import type { Editor } from './editor.js';

/** The page as it is sent. A chapter is sent without blocks. */
export const pageOf = ({ base, isChapter }: Editor, { state, blocks }: SentState) => ({
  base,
  title: state.title,
  ...(!isChapter && { blocks }),
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
