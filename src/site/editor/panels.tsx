import { Conflicts } from './conflicts.js';
import type { Open } from './editor.js';
import { KeyList } from './key-list.js';
import { MediaChoice } from './media-choice.js';
import { MoveChoice } from './move-choice.js';
import { movePage } from './navigation.js';
import { PagePanel } from './page-panel.js';
import { SettingsPanel } from './panel.js';
import { MovePage } from './place-fields.js';
import { ReviewDialog } from './review-dialog.js';
import type { Saver } from './saver.js';
import { useEditor, useSelected } from './use.js';

export interface PanelsProps {
  readonly open: Open | null;
  readonly saver: Saver;
  close(): void;
}

/** Panels and dialogs that are not opened in most sessions; they are a file of their own. */
export function Panels({ open, saver, close }: PanelsProps) {
  const editor = useEditor();
  const offer = useSelected((editor) => editor.offer);
  return (
    <>
      {open?.kind === 'settings' && <SettingsPanel key={open.id} id={open.id} close={close} />}
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
      {saver.state.status === 'conflict' && <Conflicts conflict={saver.state.conflict} saver={saver} />}
    </>
  );
}
