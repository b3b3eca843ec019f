import type { ComponentChild } from 'preact';
import { invalidField } from '../../../lib/errors.js';
import { wallTime } from '../../../lib/zone-time.js';
import type { Operation } from '../../../operations/engine/contract.js';
import { authorOf, isAuthor } from '../../../operations/engine/proposal-access.js';
import { askedByOthers } from '../../../operations/engine/proposal-record.js';
import { addComment, resolveComment } from '../../../operations/proposals/comments.js';
import {
  approveProposal,
  declineProposal,
  dropChange,
  reopenProposal,
  requestChanges,
  scheduleProposal,
  settleConflicts,
  timeIn,
} from '../../../operations/proposals/decide.js';
import { mergeProposal } from '../../../operations/proposals/merge.js';
import type { ProposalDetails } from '../../../operations/proposals/present.js';
import { submitProposal, updateProposal, withdrawProposal } from '../../../operations/proposals/proposals.js';
import { fill, type Words, words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { requiredField, sentField } from '../../form-fields.js';
import type { FormInputs } from '../../manage/parts/form.js';
import type { Action, SentForm } from '../../manage/parts/forms-page.js';
import { authorText } from '../../parts/avatar.js';
import { reviewersIn, sendFields, titleFields } from '../../parts/send-fields.js';
import { choicesIn } from './conflict-choices.js';
import { stageOf } from './proposal-state.js';
import { proposalTitle } from './proposal-title.js';

/** Action that runs one operation on the proposal. */
interface ProposalAction extends Omit<Action, 'run' | 'said'> {
  readonly said: keyof Words['proposal']['notices'];
  readonly operation: Operation;
  /** Body of the operation, from the form. Default: none. */
  readonly body?: () => object;
}

/** Text of the button that publishes, which says when everyone sees more than now. */
export function publishText({ state, opens }: Pick<ProposalDetails, 'state' | 'opens'>): string {
  const texts = words().proposal;
  if (opens.some(({ to }) => to === 'public')) return texts.publishAndShow;
  return stageOf(state).isApproved ? words().editor.targets.publish : texts.approveAndPublish;
}

/** Forms of the page of a proposal. The operations decide who may do what. */
export function proposalActions(context: WorkContext, proposal: ProposalDetails): readonly Action[] {
  const texts = words().proposal;
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
      button: texts.addComment,
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
    const note = context.form.despite;
    await perform(approveProposal, state === 'draft' ? {} : guard, {
      result: context.form.result,
      ...(note && { note }),
    });
    return {};
  };
  const asks = askedByOthers(proposal, authorOf(context.actor));
  /** Reason of who publishes what another person asked to change. */
  const despite = (inputs: FormInputs): ComponentChild =>
    asks.length > 0 &&
    !isApproved &&
    inputs.input({
      name: 'despite',
      label: texts.whyAnyway,
      hint: fill(texts.asksStill, { name: authorText(asks[0]?.by ?? proposal.author) }),
      isRequired: true,
      maxLength: 500,
    });

  const changeSent = () => {
    const id = sentField(context.form, 'id');
    const kind = requiredField(context, 'kind');
    return id === '' ? { kind } : { kind, id: /^\d+$/.test(id) ? Number(id) : id };
  };
  const placesSent = () => {
    const { kind, id = '' } = changeSent();
    const change = changes.find((part) => part.kind === kind && String(part.id ?? '') === String(id));
    const places = choicesIn(context.form, change?.conflicts ?? []);
    if ('problem' in places) throw invalidField(places.field, places.problem);
    return places;
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

  const zone = context.principal.person.time_zone ?? context.zone;
  const described = (inputs: FormInputs) => titleFields(inputs, { title: proposalTitle(title), note });
  const titleAndNote = () => {
    const sent = sentField(context.form, 'title');
    return { title: sent === proposalTitle(title) ? title : sent, note: sentField(context.form, 'note') };
  };
  const resultShown = <input type="hidden" name="result" value={result} />;

  return [
    {
      name: 'publish',
      button: publishText(proposal),
      look: 'go',
      inputs: despite,
      text: resultShown,
      async run({ guard }) {
        await approve(guard);
        return context.perform(mergeProposal, { body: {} });
      },
    },
    action({
      name: 'approve',
      button: texts.approve,
      look: 'plain',
      inputs: despite,
      text: resultShown,
      said: 'approved',
      operation: approveProposal,
      body: () => ({ result: context.form.result, ...(context.form.despite && { note: context.form.despite }) }),
    }),
    action({
      name: 'ask',
      button: texts.ask,
      look: 'plain',
      inputs: (inputs) =>
        inputs.textarea({ name: 'note', label: texts.whatToChange, value: '', isRequired: true, maxLength: 5000 }),
      said: 'asked',
      operation: requestChanges,
      body: () => ({ note: context.form.note ?? '' }),
    }),
    action({
      name: 'decline',
      button: texts.decline,
      look: 'bad',
      inputs: (inputs) => inputs.textarea({ name: 'note', label: words().editor.why, value: '', maxLength: 5000 }),
      said: 'declined',
      operation: declineProposal,
      body: () => ({ note: sentField(context.form, 'note') }),
    }),
    {
      name: 'schedule',
      button: words().editor.targets.schedule,
      look: 'plain',
      said: 'scheduled',
      inputs: (inputs) => [
        inputs.input({
          name: 'at',
          label: fill(texts.dateAndTime, { zone }),
          hint: texts.dateExample,
          isRequired: true,
          value: publish_at ? wallTime(new Date(publish_at.at), zone).replace('T', ' ') : undefined,
        }),
        <input type="hidden" name="zone" value={inputs.sent.zone ?? zone} data-zone />,
        despite(inputs),
        resultShown,
      ],
      text: <p class="hint">{isApproved ? texts.scheduleHint : texts.approveAndScheduleHint}</p>,
      async run({ guard }) {
        const zone = requiredField(context, 'zone');
        const at = timeIn(sentField(context.form, 'at'), zone, context.service.clock());
        return perform(scheduleProposal, await approve(guard), { at, zone });
      },
    },
    action({
      name: 'unschedule',
      button: texts.removeTime,
      look: 'plain',
      said: 'unscheduled',
      operation: scheduleProposal,
      body: () => ({}),
    }),
    action({
      name: 'send',
      button: words().common.sendForReview,
      look: isAuthor(proposal, context.actor) ? 'go' : 'plain',
      inputs: (inputs) =>
        sendFields(inputs, {
          title: proposalTitle(title),
          note,
          approvers: context.approvers,
          reviewers: proposal.reviewers.map(({ id }) => id),
        }),
      said: 'sent',
      operation: submitProposal,
      body: () => ({
        ...titleAndNote(),
        reviewers: reviewersIn(context.approvers, (field) => context.form[field]),
      }),
    }),
    ofNote('discard', words().common.discard, 'draft', withdrawProposal),
    ofNote('undiscard', words().common.undo, 'withdrawn', reopenProposal),
    action({ name: 'withdraw', button: texts.withdraw, look: 'quiet', said: 'withdrawn', operation: withdrawProposal }),
    action({
      name: 'reopen',
      button: texts.reopen,
      look: 'plain',
      said: 'reopened',
      operation: reopenProposal,
      body: () => ({}),
    }),
    action({
      name: 'describe',
      look: 'plain',
      inputs: described,
      said: 'stored',
      operation: updateProposal,
      body: titleAndNote,
    }),
    action({ name: 'drop', button: texts.decline, said: 'dropped', operation: dropChange, body: changeSent }),
    action({
      name: 'drop_block',
      button: texts.decline,
      said: 'dropped',
      operation: dropChange,
      body: () => ({ ...changeSent(), block: requiredField(context, 'block') }),
    }),
    action({
      name: 'settle',
      button: texts.settle,
      said: 'settled',
      operation: settleConflicts,
      body: () => ({ ...changeSent(), places: placesSent() }),
    }),
    commentAction(
      {
        name: 'comment',
        look: 'sm',
        inputs: (inputs) =>
          inputs.textarea({
            name: 'words',
            label: texts.comment,
            value: '',
            isRequired: true,
            maxLength: 5000,
            rows: 2,
          }),
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
      button: texts.resolve,
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
