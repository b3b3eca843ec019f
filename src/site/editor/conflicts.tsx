import { useRef, useState } from 'preact/hooks';
import { capitalised } from '../../lib/capitalised.js';
import { counted, fill, formFor, words } from '../../words/words.js';
import { ConflictChoices, choicesIn, type ReferenceNames } from '../compare/parts/conflict-choices.js';
import { Button } from '../parts/button.js';
import type { Editor } from './editor.js';
import { wordsOf } from './move-choice.js';
import { find } from './page-model.js';
import { Dialog } from './popup.js';
import { isSaveConflict, type OpenConflicts } from './save-conflicts.js';
import type { Saver } from './saver.js';
import { useEditor } from './use.js';

interface ConflictsProps {
  readonly conflict: OpenConflicts;
  readonly saver: Saver;
}

/** Dialog of conflicts, with a choice for each: theirs, yours, or both together. */
export function Conflicts({ conflict, saver }: ConflictsProps) {
  const { conflicts } = conflict;
  const editor = useEditor();
  const { otherAuthor, api } = editor;
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState('');
  const texts = words().editorNotes;
  const save = (): void => {
    if (!form.current?.reportValidity()) return;
    const places = choicesIn(Object.fromEntries(new FormData(form.current)), conflicts);
    if ('problem' in places) setProblem(places.problem);
    else void saver.settle(places);
  };
  const block = (id: string) => {
    const merged = isSaveConflict(conflict) ? conflict.merged.blocks : [];
    const found = editor.block(id) ?? find(merged, id)?.block;
    return found && { name: capitalised(wordsOf(found)), type: found.type };
  };
  return (
    <Dialog
      name={texts.conflict}
      title={counted(texts.conflictTitle, conflicts.length, { name: otherAuthor?.name ?? texts.someoneElse })}
      head={<p>{formFor(texts.conflictText, conflicts.length)}</p>}
      actions={
        <Button class="btn go" onClick={save}>
          {texts.saveWithThis}
        </Button>
      }
      close={() => saver.dismiss()}
    >
      <form ref={form} class="body" onInput={chooseTyped}>
        <ConflictChoices
          conflicts={conflicts}
          theirs={{
            title: otherAuthor === null ? texts.theirs : fill(texts.ofName, { name: otherAuthor.name }),
            author: otherAuthor,
          }}
          mine={{ title: texts.yours, author: { name: api.place.person.name } }}
          names={namesIn(editor)}
          block={block}
        />
        {problem !== '' && <p role="alert">{problem}</p>}
      </form>
    </Dialog>
  );
}

/** Words that are typed for both together are chosen. */
function chooseTyped({ target }: Event): void {
  const side = target instanceof HTMLTextAreaElement && target.name.replace('text', 'side');
  const radio = side && document.querySelector(`dialog [name="${side}"][value=together]`);
  if (radio instanceof HTMLInputElement) radio.checked = true;
}

const namesIn = ({ media, collections, colors }: Editor): ReferenceNames => ({
  medium: (id) => media.get(Number(id))?.title ?? fill(words().references.medium, { id: String(id) }),
  color: (id) => colors.get(Number(id))?.name ?? fill(words().references.goneColor, { id: String(id) }),
  collection: (id) => collections.get(Number(id))?.title ?? fill(words().references.goneCollection, { id: String(id) }),
  page: (id) => (id === null ? words().references.topLevel : fill(words().references.page, { id: String(id) })),
});
