import { useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import type { Editor } from './editor.js';
import { announce, focusNow } from './focus.js';
import { problemsOf } from './pages.js';
import { Dialog } from './popup.js';
import { useEditor } from './use.js';

/** Dialog that sends a write for review, and then leads to its proposal. */
export function ReviewDialog({ offer }: { readonly offer: NonNullable<Editor['offer']> }) {
  const { api } = useEditor();
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    setProblem(null);
    try {
      setSent(await offer.propose());
      announce('Sent for review.');
    } catch (error) {
      setProblem(Object.values(problemsOf(error)).join(' '));
    } finally {
      setSending(false);
    }
  };
  const action =
    sent === null ? (
      <Button class="btn go" aria-busy={isSending} disabled={isSending} onClick={() => void send()}>
        Send for review
      </Button>
    ) : (
      <a class="btn go" href={api.proposalHref(sent)} ref={focusNow}>
        See the proposal
      </a>
    );
  return (
    <Dialog
      name="Send for review"
      title={sent === null ? 'This change needs a review' : 'Sent for review.'}
      head={
        <>
          <p>{sent === null ? 'Send it, and it is live once someone has published it.' : 'It is not live yet.'}</p>
          {problem !== null && (
            <p class="err" role="alert">
              Not sent. {problem}
            </p>
          )}
        </>
      }
      actions={action}
      close={() => offer.close(sent !== null)}
    />
  );
}
