import type { ComponentChild } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { fill, words } from '../../words/words.js';
import { reviewersIn, type SendInputs, sendFields } from '../parts/send-fields.js';
import { reviewedText } from '../parts/sent-for-review.js';
import { suggestedTitle } from '../parts/suggested-title.js';
import type { Offer, SentReview } from './api-types.js';
import { announce, focusNow } from './focus.js';
import { problemsOf } from './pages.js';
import { Dialog } from './popup.js';
import { useEditor } from './use.js';

const formId = 'send-for-review';

/** Dialog that asks with what a write, or the draft, is sent for review. After a write it leads to its proposal. */
export function ReviewDialog({ offer }: { readonly offer: Offer }) {
  const { common, conflicts, editor: texts, editorPage } = words();
  const { api, review } = useEditor();
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const suggested = offer.change === null ? suggestedTitle(offer.title) : offer.title;
  const send = async (asked: SentReview): Promise<void> => {
    setSending(true);
    setProblem(null);
    try {
      const number = await offer.propose(asked);
      if (offer.change === null) return offer.close();
      setSent(number);
      announce(conflicts.sentForReview);
    } catch (error) {
      setProblem(Object.values(problemsOf(error)).join(' '));
    } finally {
      setSending(false);
    }
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (form.current === null || isSending) return;
    const fields = new FormData(form.current);
    const title = String(fields.get('title')).trim();
    const reviewers = reviewersIn(review.approvers, (name) => fields.get(name));
    void send({ ...(title !== suggested && { title }), note: String(fields.get('note')), reviewers });
  };
  const action =
    sent === null ? (
      <button type="submit" form={formId} class="btn go" aria-busy={isSending} disabled={isSending}>
        {common.sendForReview}
      </button>
    ) : (
      <a class="btn go" href={api.proposalHref(sent)} ref={focusNow}>
        {texts.seeProposal}
      </a>
    );
  const asking = offer.change === null ? common.sendForReview : reviewedText(offer.change);
  return (
    <Dialog
      name={common.sendForReview}
      title={sent === null ? asking : conflicts.sentForReview}
      head={
        <>
          <p>{sent === null ? editorPage.reviewText : editorPage.sentText}</p>
          {problem !== null && (
            <p class="err" role="alert">
              {fill(editorPage.notSent, { problem })}
            </p>
          )}
        </>
      }
      actions={action}
      close={() => !isSending && offer.close()}
    >
      {sent === null && (
        <form id={formId} class="body stack" ref={form} onSubmit={submit}>
          {sendFields(inputs, { ...offer, title: suggested, approvers: review.approvers })}
        </form>
      )}
    </Dialog>
  );
}

const labelled = (name: string, label: ComponentChild, field: ComponentChild): ComponentChild => (
  <div class="field" key={name}>
    <label for={`${formId}-${name}`}>{label}</label>
    {field}
  </div>
);

/** Fields of the dialog: the person has what was typed, so they have no state. */
const inputs: SendInputs = {
  input: ({ name, label, value, maxLength }) =>
    labelled(
      name,
      label,
      <input class="in" id={`${formId}-${name}`} name={name} defaultValue={value} maxLength={maxLength} required />,
    ),
  textarea: ({ name, label, value, maxLength }) =>
    labelled(
      name,
      label,
      <textarea class="in" id={`${formId}-${name}`} name={name} rows={3} maxLength={maxLength} defaultValue={value} />,
    ),
  checkbox: ({ name, label, isChecked }) => (
    <label class="check" key={name}>
      <input type="checkbox" name={name} value="yes" defaultChecked={isChecked} /> {label}
    </label>
  ),
};
