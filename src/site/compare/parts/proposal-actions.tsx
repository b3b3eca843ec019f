import type { Operation } from '../../operations/engine/contract.js';
import { addComment, resolveComment } from '../../operations/proposals/comments.js';
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
import type { ProposalDetails } from '../../operations/proposals/present.js';
import { submitProposal, updateProposal, withdrawProposal } from '../../operations/proposals/proposals.js';
import { type BrandContext, requiredField, sentField } from '../context.js';
import type { Action, SentForm } from './forms-page.js';
import { placesIn } from './proposal-conflicts.js';
import { stageOf } from './proposal-state.js';

/** Notices by the value of `said` in the address. */
export const proposalNotices = {
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

/** Action that runs one operation on the proposal. */
interface ProposalAction extends Omit<Action, 'run' | 'said'> {
  readonly said: keyof typeof proposalNotices;
  readonly operation: Operation;
  /** Body of the operation, from the form. Default: none. */
  readonly body?: () => object;
}

/** Forms of the page of a proposal. The operations decide who may do what. */
export function proposalActions(context: BrandContext, proposal: ProposalDetails): readonly Action[] {
  const { params } = context;
  const { number, state, title, note, result, changes, publish_at } = proposal;
  const { isApproved } = stageOf(state);

  const perform = async (operation: Operation, guard: SentForm['guard'], body?: object): Promise<undefined> => {
    await context.perform(operation, body === undefined ? guard : { ...guard, body });
    return undefined;
  };
  const action = ({ operation, body, ...form }: ProposalAction): Action => ({
    ...form,
    run: ({ guard }) => perform(operation, guard, body?.()),
  });
  /** @param about part of the proposal, or comment, from the form */
  const commentAction = (form: Pick<Action, 'name' | 'look' | 'inputs'>, about: () => object): Action =>
    action({
      ...form,
      button: 'Add comment',
      said: 'commented',
      guards: ['once'],
      operation: addComment,
      body: () => ({ text: requiredField(context, 'words'), ...about() }),
    });
  /**
   * Sends a draft for review, and approves what is in review.
   *
   * @returns the guard of what follows
   */
  const approve = async (guard: SentForm['guard']): Promise<SentForm['guard']> => {
    if (isApproved) return guard;
    if (state === 'draft') await perform(submitProposal, guard);
    await perform(approveProposal, state === 'draft' ? {} : guard, { result: context.form.result });
    return {};
  };

  const changeSent = () => {
    const id = sentField(context.form, 'id');
    const kind = requiredField(context, 'kind');
    return id === '' ? { kind } : { kind, id: /^\d+$/.test(id) ? Number(id) : id };
  };
  const placesSent = () => {
    const { kind, id = '' } = changeSent();
    const change = changes.find((part) => part.kind === kind && String(part.id ?? '') === String(id));
    return placesIn(context.form, change?.conflicts ?? []);
  };
  /** Action of the author's note on a page of the portal, which follows. A second click changes nothing. */
  const ofNote = (name: string, button: string, from: typeof state, operation: Operation): Action => ({
    name,
    button,
    look: 'sm quiet',
    guards: [],
    async run() {
      const page = Number(requiredField(context, 'page'));
      if (state === from) await perform(operation, {});
      const discarded = name === 'discard' ? String(number) : null;
      return { to: context.href(`/-/page/${page}`, { discarded }) };
    },
  });

  const resultShown = <input type="hidden" name="result" value={result} />;

  return [
    {
      name: 'publish',
      button: isApproved ? 'Publish' : 'Approve and publish',
      look: 'go',
      text: resultShown,
      async run({ guard }) {
        await approve(guard);
        return context.perform(mergeProposal, { body: {} });
      },
    },
    action({
      name: 'approve',
      button: 'Approve',
      look: 'plain',
      text: resultShown,
      said: 'approved',
      operation: approveProposal,
      body: () => ({ result: context.form.result }),
    }),
    action({
      name: 'ask',
      button: 'Ask for changes',
      look: 'plain',
      inputs: (inputs) =>
        inputs.textarea({ name: 'note', label: 'What to change', value: '', isRequired: true, maxLength: 5000 }),
      said: 'asked',
      operation: requestChanges,
      body: () => ({ note: context.form.note ?? '' }),
    }),
    action({
      name: 'decline',
      button: 'Decline',
      look: 'bad',
      inputs: (inputs) => inputs.textarea({ name: 'note', label: 'Why (optional)', value: '', maxLength: 5000 }),
      said: 'declined',
      operation: declineProposal,
      body: () => ({ note: sentField(context.form, 'note') }),
    }),
    {
      name: 'schedule',
      button: 'Schedule',
      look: 'plain',
      said: 'scheduled',
      inputs: (inputs) => [
        inputs.input({
          name: 'at',
          label: 'Date and time in UTC',
          hint: 'Such as 2026-12-13 08:00',
          isRequired: true,
          value: publish_at?.at.slice(0, 16).replace('T', ' '),
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
        const at = timeIn(sentField(context.form, 'at'), zone, context.service.clock());
        return perform(scheduleProposal, await approve(guard), { at, zone });
      },
    },
    action({
      name: 'unschedule',
      button: 'Remove the time',
      look: 'plain',
      said: 'unscheduled',
      operation: scheduleProposal,
      body: () => ({}),
    }),
    action({ name: 'send', button: 'Send for review', look: 'go', said: 'sent', operation: submitProposal }),
    ofNote('discard', 'Discard', 'draft', withdrawProposal),
    ofNote('undiscard', 'Undo', 'withdrawn', reopenProposal),
    action({ name: 'withdraw', button: 'Withdraw', look: 'quiet', said: 'withdrawn', operation: withdrawProposal }),
    action({
      name: 'reopen',
      button: 'Reopen',
      look: 'plain',
      said: 'reopened',
      operation: reopenProposal,
      body: () => ({}),
    }),
    action({
      name: 'describe',
      button: 'Save',
      look: 'plain',
      inputs: (inputs) => [
        inputs.input({ name: 'title', label: 'Title', value: title, isRequired: true, maxLength: 200 }),
        inputs.textarea({ name: 'note', label: 'What for', value: note, maxLength: 5000 }),
      ],
      said: 'stored',
      operation: updateProposal,
      body: () => ({ title: sentField(context.form, 'title'), note: sentField(context.form, 'note') }),
    }),
    action({ name: 'drop', button: 'Decline', said: 'dropped', operation: dropChange, body: changeSent }),
    action({
      name: 'drop_block',
      button: 'Decline',
      said: 'dropped',
      operation: dropChange,
      body: () => ({ ...changeSent(), block: requiredField(context, 'block') }),
    }),
    action({
      name: 'settle',
      button: 'Settle',
      said: 'settled',
      operation: settleConflicts,
      body: () => ({ ...changeSent(), places: placesSent() }),
    }),
    commentAction(
      {
        name: 'comment',
        look: 'sm',
        inputs: (inputs) =>
          inputs.textarea({ name: 'words', label: 'Comment', value: '', isRequired: true, maxLength: 5000, rows: 2 }),
      },
      () => ({}),
    ),
    commentAction({ name: 'comment_block' }, () => ({
      page: Number(requiredField(context, 'page')),
      block: requiredField(context, 'block'),
    })),
    commentAction({ name: 'reply' }, () => ({ reply_to: Number(requiredField(context, 'reply_to')) })),
    {
      name: 'resolve',
      button: 'Resolve',
      said: 'resolved',
      guards: [],
      async run() {
        const comment = requiredField(context, 'comment');
        await context.perform(resolveComment, { params: { ...params, comment }, body: { resolved: true } });
        return undefined;
      },
    },
  ];
}
