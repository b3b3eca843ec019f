import { useEffect, useState } from 'preact/hooks';
import { Filled } from '../../words/filled.js';
import { words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { SentForReview } from './refusal.js';
import type { RemoteChanges } from './remote-changes.js';
import type { Saver } from './saver.js';
import { useEditor, useSelected } from './use.js';

interface SaverProps {
  readonly saver: Saver;
}

interface RefusedNoteProps extends SaverProps {
  readonly problem: string;
  /** Address of the proposal, if the draft is closed. */
  readonly proposalHref?: string;
  readonly trashHref?: string;
  readonly needsReview?: boolean;
}

/** Note of a save that the server refused. */
export function RefusedNote({ saver, problem, proposalHref, trashHref, needsReview = false }: RefusedNoteProps) {
  const { common, editor: buttons, editorNotes: texts } = words();
  const mark = trashHref === undefined ? texts.notSavedMark : texts.notSentMark;
  return (
    <div class="note bad refused" role="alert">
      <Icon name="octagon-alert" />
      <span>
        <Filled text={texts.notSaved} values={{ notSaved: <b>{mark}</b>, problem }} />
      </span>
      {proposalHref !== undefined && (
        <a class="btn sm" href={proposalHref} target="_blank" rel="noopener">
          {buttons.seeProposal}
        </a>
      )}
      {trashHref !== undefined && (
        <a class="btn sm" href={trashHref} target="_blank" rel="noopener">
          {common.restore}
        </a>
      )}
      {needsReview && (
        <Button class="btn sm" onClick={() => void saver.save('review')}>
          {common.sendForReview}
        </Button>
      )}
      <Button class="btn sm" onClick={() => saver.dismiss()}>
        {buttons.backToWriting}
      </Button>
    </div>
  );
}

/** Note that others moved or deleted the page, or that the person may not edit it any more. */
export function RemoteNote({ remote, saver }: SaverProps & { readonly remote: RemoteChanges }) {
  const { common, editor: buttons, editorNotes: texts } = words();
  const editor = useEditor();
  const notice = useSelected(() => remote.notice);
  if (notice === null || saver.status === 'refused') return null;
  const { text, action } = notice;
  const failed = (error: unknown): void => {
    if (!(error instanceof SentForReview)) editor.showMessage(texts.failed);
  };
  return (
    <div class="note warn refused" role="status">
      <Icon name="triangle-alert" />
      <span>
        <Filled text={texts.stillHere} values={{ notice: <b>{text}</b> }} />
      </span>
      {action === 'restore' && (
        <Button class="btn sm" onClick={() => void remote.restore().catch(failed)}>
          {common.restore}
        </Button>
      )}
      {action === 'new-page' && (
        <Button class="btn sm" onClick={() => void saver.saveAsNew().catch(failed)}>
          {buttons.saveAsNewPage}
        </Button>
      )}
      {action === 'sign-in' && (
        <a class="btn sm" href={editor.api.place.signIn} target="_blank" rel="noopener">
          {common.signIn}
        </a>
      )}
    </div>
  );
}

/** Time for which a message is shown, in ms. */
const messageMs = 10_000;

/** Toast about the last action, with Undo. */
export function Message() {
  const editor = useEditor();
  const message = useSelected((editor) => editor.message);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (message === null || isHeld) return;
    const timer = setTimeout(() => {
      editor.message = null;
      editor.notify();
    }, messageMs);
    return () => clearTimeout(timer);
  }, [message, isHeld]);
  if (message === null) return null;
  const { text, actions } = message;
  return (
    <div
      class="toast"
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <Icon name="check" />
      <span>{text}</span>
      {actions.map(({ name, act }) =>
        typeof act === 'string' ? (
          <a href={act}>{name}</a>
        ) : (
          <Button
            onClick={() => {
              editor.message = null;
              act();
            }}
          >
            {name}
          </Button>
        ),
      )}
    </div>
  );
}
