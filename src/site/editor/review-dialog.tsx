import { useState } from 'preact/hooks';
import { fill, words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import { reviewedText } from '../parts/sent-for-review.js';
import type { Editor } from './editor.js';
import { announce, focusNow } from './focus.js';
import { problemsOf } from './pages.js';
import { Dialog } from './popup.js';
import { useEditor } from './use.js';

/** Dialog that sends a write for review, and then leads to its proposal. */
export function ReviewDialog({ offer }: { readonly offer: NonNullable<Editor['offer']> }) {
  const { common, conflicts, editor, editorPage: texts } = words();
  const { api } = useEditor();
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    setProblem(null);
    try {
      setSent(await offer.propose());
      announce(conflicts.sentForReview);
    } catch (error) {
      setProblem(Object.values(problemsOf(error)).join(' '));
    } finally {
      setSending(false);
    }
  };
  const action =
    sent === null ? (
      <Button class="btn go" aria-busy={isSending} disabled={isSending} onClick={() => void send()}>
        {common.sendForReview}
      </Button>
    ) : (
      <a class="btn go" href={api.proposalHref(sent)} ref={focusNow}>
        {editor.seeProposal}
      </a>
    );
  return (
    <Dialog
      name={common.sendForReview}
      title={sent === null ? reviewedText(offer.change) : conflicts.sentForReview}
      head={
        <>
          <p>{sent === null ? texts.reviewText : texts.sentText}</p>
          {problem !== null && (
            <p class="err" role="alert">
              {fill(texts.notSent, { problem })}
            </p>
          )}
        </>
      }
      actions={action}
      close={() => !isSending && offer.close()}
    />
  );
}
