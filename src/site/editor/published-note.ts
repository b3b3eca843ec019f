import { type EmptyPart, emptyParts } from '../../content/blocks/empty.js';
import { counted, words } from '../../words/words.js';
import type { Editor, MessageAction } from './editor.js';
import { blockElement, focusBlock, showTabOf } from './focus.js';
import { walk } from './page-model.js';
import { readersOf } from './pages.js';

interface PublishedNote {
  readonly text: string;
  readonly actions: readonly (MessageAction | undefined)[];
}

/** Message about what was published: who reads it, what has changed, and what is empty. */
export async function publishedNote(editor: Editor, summary: string): Promise<PublishedNote> {
  const { says, action } = await readersOf(editor);
  const empty = emptyNote(editor);
  const sentences = [words().editor.published, says, summary, empty?.text ?? ''];
  return { text: sentences.filter((sentence) => sentence !== '').join(' '), actions: [empty?.show, action] };
}

/** Number of parts that visitors do not see because they are empty, and a way to the first. */
export function emptyNote(editor: Editor): { readonly text: string; readonly show: MessageAction } | null {
  const { unseen, show, ...forms } = words().editor.empty;
  const found = [...walk(editor.blocksToStore())].flatMap(({ block: { id, type, data } }) =>
    emptyParts(type, data).map((part) => ({ id, part })),
  );
  const [first] = found;
  if (first === undefined) return null;
  const kinds: readonly EmptyPart[] = ['picture', 'table', 'placeholder'];
  const counts = kinds.map((kind) => [kind, found.filter(({ part }) => part === kind).length] as const);
  const said = counts.flatMap(([kind, count]) => (count === 0 ? [] : [counted(forms[kind], count)]));
  return {
    text: [...said, counted(unseen, found.length)].join(' '),
    show: { name: show, act: () => lead(editor, first.id) },
  };
}

function lead(editor: Editor, id: string | null): void {
  if (id === null) return;
  const element = blockElement(id);
  showTabOf(element);
  element?.scrollIntoView({ block: 'center' });
  editor.select(id);
  focusBlock(id);
}
