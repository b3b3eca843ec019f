import { Conflicts } from './conflicts.js';
import { KeyList } from './key-list.js';
import { LanguageCard } from './language-card.js';
import { MediaChoice } from './media-choice.js';
import { MoveChoice } from './move-choice.js';
import { movePage } from './navigation.js';
import { PagePanel } from './page-panel.js';
import { SettingsPanel } from './panel.js';
import type { PanelsProps } from './panels-props.js';
import { MovePage } from './place-fields.js';
import { ReviewDialog } from './review-dialog.js';
import { PersonDialog, SessionDialog } from './session-dialogs.js';
import { useEditor, useSelected } from './use.js';

export { startTranslating } from './translating/translate.js';

/** Panels and dialogs that are not opened in most sessions; they are a file of their own. */
export function Panels({ open, saver, language, close }: PanelsProps) {
  const editor = useEditor();
  const offer = useSelected((editor) => editor.offer);
  const { state } = saver;
  return (
    <>
      {open?.kind === 'settings' && (
        <SettingsPanel
          key={`${editor.keyOf(open.id)} ${open.field ?? ''}`}
          id={open.id}
          field={open.field}
          close={close}
        />
      )}
      {open?.kind === 'page' && <PagePanel saver={saver} close={close} />}
      {open?.kind === 'move' && <MoveChoice id={open.id} close={close} />}
      {open?.kind === 'page-move' && (
        <MovePage
          page={open.page}
          move={(move) => void movePage(editor, open.page.id, move)}
          close={() => editor.show(null)}
        />
      )}
      {open?.kind === 'media' && <MediaChoice id={open.id} field={open.field} close={close} />}
      {open?.kind === 'keys' && <KeyList close={close} />}
      {offer !== null && <ReviewDialog offer={offer} />}
      {open?.kind === 'language' && <LanguageCard check={language} />}
      {state.status === 'session' && <SessionDialog saver={saver} />}
      {state.status === 'person' && <PersonDialog saver={saver} name={state.signedInAs.name} />}
      {state.status === 'conflict' && <Conflicts conflict={state.conflict} saver={saver} />}
    </>
  );
}
