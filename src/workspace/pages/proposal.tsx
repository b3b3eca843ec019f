import { draftDays } from '../../content/proposals/draft-end.js';
import type { Operation } from '../../operations/engine/contract.js';
import { authorOf, whyNotApprover } from '../../operations/engine/proposal-access.js';
import { addComment, listComments, resolveComment } from '../../operations/proposals/comments.js';
import { compareProposal } from '../../operations/proposals/compare.js';
import {
  approveProposal,
  declineProposal,
  dropChange,
  reopenProposal,
  requestChanges,
  scheduleProposal,
  settleConflicts,
  timeIn,
} from '../../operations/proposals/decide.js';
import { mergeProposal } from '../../operations/proposals/merge.js';
import {
  showProposal,
  submitProposal,
  updateProposal,
  withdrawProposal,
} from '../../operations/proposals/proposals.js';
import { authorText } from '../../portal/parts/avatar.js';
import { reviewOf } from '../../registry/records.js';
import { namesIn } from '../content/reference-names.js';
import { requiredField, sentField } from '../context.js';
import { readableTitle } from '../parts/change-subject.js';
import { countFindings } from '../parts/findings.js';
import { type Action, formsPage } from '../parts/forms-page.js';
import { Note } from '../parts/note.js';
import { previewLinksOf } from '../parts/preview-links.js';
import { Comments } from '../parts/proposal-comments.js';
import { placesIn } from '../parts/proposal-conflicts.js';
import { Decisions, Facts } from '../parts/proposal-facts.js';
import { changesQuery, daysLeftFor, inDays, namedAuthor, StateTag, stageOf } from '../parts/proposal-state.js';
import { ProposedChanges } from '../parts/proposed-changes.js';
import { Crumb, Name, Time } from '../parts/text.js';

const said = {
  approved: 'Approved.',
  asked: 'Sent back. Its author sees what to change.',
  declined: 'Declined. Nothing of it is published.',
  reopened: 'Opened again.',
  withdrawn: 'Withdrawn. It can be opened again.',
  sent: 'Sent for review.',
  stored: 'Saved.',
  scheduled: 'Scheduled. It goes live at that time, if it still fits then.',
  unscheduled: 'The time is removed.',
  settled: 'Settled.',
  dropped: 'Declined. The rest stays in the proposal.',
  commented: 'Comment added.',
  resolved: 'Resolved.',
  revoked: 'Link revoked. It no longer works.',
} as const;

/** Page of one proposal: what it changes, what was said about it, and what the reader may do. */
export const proposalPage = formsPage(async (context) => {
  const { actor, brand, form: sent, href, params } = context;
  const { value: proposal, version } = await context.perform(showProposal);
  const { number, title, note, state, author, result, changes } = proposal;
  const path = `/proposals/${number}`;
  const { isApproved, isReviewed, isOpen } = stageOf(state);
  const perform = async <Value,>(operation: Operation<Value>, guard: object, body?: object): Promise<undefined> => {
    await context.perform(operation, { ...guard, ...(body && { body }) });
    return undefined;
  };
  const partSent = () => {
    const id = sentField(sent, 'id');
    return { kind: requiredField(context, 'kind'), ...(id !== '' && { id: idIn(id) }) };
  };
  const conflictsSent = () => {
    const { kind, id } = partSent();
    return changes.find((part) => part.kind === kind && String(part.id ?? '') === String(id ?? ''))?.conflicts ?? [];
  };
  const comment = (guard: object, about: object) =>
    perform(addComment, guard, { text: requiredField(context, 'words'), ...about });
  /** Sends a draft for review, and approves what is in review. @returns the guard of what follows */
  const approve = async (guard: object): Promise<object> => {
    if (isApproved) return guard;
    if (state === 'draft') await perform(submitProposal, guard);
    await perform(approveProposal, state === 'draft' ? {} : guard, { result: sent.result });
    return {};
  };
  const resultShown = <input type="hidden" name="result" value={result} />;
  const previews = await previewLinksOf(context, proposal);
  const actions: readonly Action[] = [
    {
      ...{ name: 'publish', button: isApproved ? 'Publish' : 'Approve and publish', look: 'go', text: resultShown },
      async run({ guard }) {
        await approve(guard);
        return context.perform(mergeProposal, { body: {} });
      },
    },
    {
      ...{ name: 'approve', button: 'Approve', look: 'plain', said: 'approved', text: resultShown },
      run: ({ guard }) => perform(approveProposal, guard, { result: sent.result }),
    },
    {
      ...{ name: 'ask', button: 'Ask for changes', look: 'plain', said: 'asked' },
      inputs: (inputs) =>
        inputs.textarea({ name: 'note', label: 'What to change', value: '', isRequired: true, maxLength: 5000 }),
      run: ({ guard }) => perform(requestChanges, guard, { note: sent.note ?? '' }),
    },
    {
      ...{ name: 'decline', button: 'Decline', look: 'bad', said: 'declined' },
      inputs: (inputs) => inputs.textarea({ name: 'note', label: 'Why (optional)', value: '', maxLength: 5000 }),
      run: ({ guard }) => perform(declineProposal, guard, { note: sentField(sent, 'note') }),
    },
    {
      ...{ name: 'schedule', button: 'Schedule', look: 'plain', said: 'scheduled' },
      inputs: (inputs) => [
        inputs.input({
          ...{ name: 'at', label: 'Date and time in UTC', hint: 'Such as 2026-12-13 08:00', isRequired: true },
          value: proposal.publish_at?.at.slice(0, 16).replace('T', ' '),
        }),
        <input type="hidden" name="zone" value={inputs.sent.zone ?? 'UTC'} data-zone />,
        resultShown,
      ],
      text: (
        <p class="hint">
          It is {isApproved ? '' : 'approved now, and '}published at that time. If it no longer fits then, nothing
          changes and you see why here.
        </p>
      ),
      async run({ guard }) {
        const zone = requiredField(context, 'zone');
        const at = timeIn(sentField(sent, 'at'), zone, context.service.clock());
        return perform(scheduleProposal, await approve(guard), { at, zone });
      },
    },
    {
      ...{ name: 'unschedule', button: 'Remove the time', look: 'plain', said: 'unscheduled' },
      run: ({ guard }) => perform(scheduleProposal, guard, {}),
    },
    {
      ...{ name: 'send', button: 'Send for review', look: 'go', said: 'sent' },
      run: ({ guard }) => perform(submitProposal, guard),
    },
    {
      ...{ name: 'withdraw', button: 'Withdraw', look: 'quiet', said: 'withdrawn' },
      run: ({ guard }) => perform(withdrawProposal, guard),
    },
    {
      ...{ name: 'reopen', button: 'Reopen', look: 'plain', said: 'reopened' },
      run: ({ guard }) => perform(reopenProposal, guard, {}),
    },
    {
      ...{ name: 'describe', button: 'Save', look: 'plain', said: 'stored' },
      inputs: (inputs) => [
        inputs.input({ name: 'title', label: 'Title', value: title, isRequired: true, maxLength: 200 }),
        inputs.textarea({ name: 'note', label: 'What for', value: note, maxLength: 5000 }),
      ],
      run: ({ guard }) =>
        perform(updateProposal, guard, { title: sentField(sent, 'title'), note: sentField(sent, 'note') }),
    },
    {
      ...{ name: 'drop', button: 'Decline', said: 'dropped' },
      run: ({ guard }) => perform(dropChange, guard, partSent()),
    },
    {
      ...{ name: 'drop_block', button: 'Decline', said: 'dropped' },
      run: ({ guard }) => perform(dropChange, guard, { ...partSent(), block: requiredField(context, 'block') }),
    },
    {
      ...{ name: 'settle', button: 'Settle', said: 'settled' },
      run: ({ guard }) => perform(settleConflicts, guard, { ...partSent(), places: placesIn(sent, conflictsSent()) }),
    },
    {
      ...{ name: 'comment', button: 'Add comment', look: 'sm', said: 'commented', guards: ['once'] },
      inputs: (inputs) =>
        inputs.textarea({ name: 'words', label: 'Comment', value: '', isRequired: true, maxLength: 5000, rows: 2 }),
      run: ({ guard }) => comment(guard, {}),
    },
    {
      ...{ name: 'comment_block', button: 'Add comment', said: 'commented', guards: ['once'] },
      run: ({ guard }) =>
        comment(guard, { page: Number(requiredField(context, 'page')), block: requiredField(context, 'block') }),
    },
    {
      ...{ name: 'reply', button: 'Add comment', said: 'commented', guards: ['once'] },
      run: ({ guard }) => comment(guard, { reply_to: Number(requiredField(context, 'reply_to')) }),
    },
    {
      ...{ name: 'resolve', button: 'Resolve', said: 'resolved', guards: [] },
      run: () =>
        perform(
          resolveComment,
          { params: { ...params, comment: requiredField(context, 'comment') } },
          { resolved: true },
        ),
    },
    ...previews.actions,
  ];
  return {
    ...{ title: readableTitle(title), heading: false, path, version, actions, said },
    async sections(form) {
      const portal = await context.portal();
      const byAgent = changesQuery(author);
      const left = daysLeftFor(proposal, actor.id, context.service.clock());
      const comments = await context.read(listComments);
      const compared = await context.read(compareProposal);
      const problem = whyNotApprover(proposal, authorOf(actor), reviewOf(brand), actor)?.message ?? null;
      const isBarred = !brand.findings_allowed && countFindings(compared)?.after !== 0;
      const forms = { path: href(path), person: context.principal.person.id, version: version ?? '', isOpen };
      return (
        <>
          <Crumb up={[href('/proposals'), 'Proposals']}>{number}</Crumb>
          <div class="head">
            <h1>
              <Name text={readableTitle(title)} />
            </h1>
            <div class="actions">
              {(isApproved || (state === 'open' && problem === null)) &&
                proposal.conflicts === 0 &&
                !isBarred &&
                form('publish')}
              {state === 'draft' && form('send')}
            </div>
          </div>
          <p class="row wrap gap12">
            <StateTag {...proposal} />
            <span class="dim">
              {byAgent === null ? (
                <bdi>{authorText(author)}</bdi>
              ) : (
                <a href={href('/changes', byAgent)} title="Changes of this author">
                  <bdi>{authorText(author)}</bdi>
                </a>
              )}
              , <Time at={proposal.updated_at} />
            </span>
          </p>
          {left !== null && (
            <Note kind="warn">
              This draft was not changed for {draftDays - left} days. It is withdrawn {inDays(left)}, unless it changes
              before.
            </Note>
          )}
          <div class="cols">
            <div>
              {note !== '' && (
                <p class="lines">
                  <Name text={note} />
                </p>
              )}
              <ProposedChanges
                {...{ changes: compared, comments, ...forms }}
                author={namedAuthor(proposal.author)}
                names={(page) => namesIn(portal, page)}
                mayDecline={isReviewed}
              />
            </div>
            <aside class="stack">
              <Facts {...{ proposal, changes: compared, href, isBarred }} />
              <Decisions {...{ form, proposal, problem, isBarred }} />
              {previews.section(form)}
              <section class="card pad stack">
                <h2>Comments</h2>
                <Comments {...{ comments, ...forms }} />
                {form('comment')}
              </section>
            </aside>
          </div>
        </>
      );
    },
  };
});

const idIn = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);
