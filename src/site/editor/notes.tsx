import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { Dialog } from './popup.js';
import { SentForReview } from './refusal.js';
import type { RemoteChanges } from './remote-changes.js';
import type { Saver } from './saver.js';
import { useEditor, useSelected } from './use.js';

interface SaverProps {
  readonly saver: Saver;
}

export function SessionDialog({ saver }: SaverProps) {
  const editor = useEditor();
  return (
    <Dialog
      name="Sign in"
      title="Your session is over"
      head={<p>What you wrote is kept on this device. Sign in in a new tab; the save goes on when you are back.</p>}
      actions={
        <>
          <Button class="btn" onClick={() => void saver.save()}>
            Save again
          </Button>
          <a class="btn go" href={editor.api.place.signIn} target="_blank" rel="noopener">
            Sign in
          </a>
        </>
      }
      close={() => saver.dismiss()}
    />
  );
}

export function PersonDialog({ saver, name }: SaverProps & { readonly name: string }) {
  return (
    <Dialog
      name="Another person"
      title={`You are signed in as ${name} now`}
      head={<p>These changes were written by another person. Nothing was saved.</p>}
      actions={
        <Button class="btn go" onClick={() => saver.continueAsSignedIn()}>
          Save as {name}
        </Button>
      }
      close={() => saver.dismiss()}
    />
  );
}

interface RefusedNoteProps extends SaverProps {
  readonly problem: string;
  /** Address of the proposal, if the draft is closed. */
  readonly proposalHref?: string;
  readonly needsReview?: boolean;
}

/** Note of a save that the server refused. */
export function RefusedNote({ saver, problem, proposalHref, needsReview = false }: RefusedNoteProps) {
  return (
    <div class="note bad refused" role="alert">
      <Icon name="octagon-alert" />
      <span>
        <b>Not saved.</b> {problem} Everything you wrote is still here.
      </span>
      {proposalHref !== undefined && (
        <a class="btn sm" href={proposalHref} target="_blank" rel="noopener">
          See the proposal
        </a>
      )}
      {needsReview && (
        <Button class="btn sm" onClick={() => void saver.save('review')}>
          Send for review
        </Button>
      )}
      <Button class="btn sm" onClick={() => saver.dismiss()}>
        Back to writing
      </Button>
    </div>
  );
}

/** Note that others moved or deleted the page, or that the person may not edit it any more. */
export function RemoteNote({ remote, saver }: SaverProps & { readonly remote: RemoteChanges }) {
  const editor = useEditor();
  const notice = useSelected(() => remote.notice);
  if (notice === null || saver.status === 'refused') return null;
  const { text, action } = notice;
  const failed = (error: unknown): void => {
    if (!(error instanceof SentForReview)) editor.showMessage('That did not work. Try again.');
  };
  return (
    <div class="note warn refused" role="status">
      <Icon name="triangle-alert" />
      <span>
        <b>{text}</b> Everything you wrote is still here.
      </span>
      {action === 'restore' && (
        <Button class="btn sm" onClick={() => void remote.restore().catch(failed)}>
          Restore
        </Button>
      )}
      {action === 'new-page' && (
        <Button class="btn sm" onClick={() => void saver.saveAsNew().catch(failed)}>
          Save as a new page
        </Button>
      )}
      {action === 'sign-in' && (
        <a class="btn sm" href={editor.api.place.signIn} target="_blank" rel="noopener">
          Sign in
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
