import type { ComponentChild } from 'preact';
import { invalidField } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { addComment, listComments, resolveComment } from '../../operations/proposals/comments.js';
import { type ComparedChange, compareProposal } from '../../operations/proposals/compare.js';
import {
  approveProposal,
  declineProposal,
  dropChange,
  reopenProposal,
  requestChanges,
  scheduleProposal,
  settleConflicts,
} from '../../operations/proposals/decide.js';
import { mergeProposal } from '../../operations/proposals/merge.js';
import type { ProposalDetails } from '../../operations/proposals/present.js';
import {
  showProposal,
  submitProposal,
  updateProposal,
  withdrawProposal,
} from '../../operations/proposals/proposals.js';
import { Icon } from '../../portal/parts/icon.js';
import { namesIn } from '../content/reference-names.js';
import { requiredField, sentField } from '../context.js';
import { countFindings, FindingsTag } from '../parts/findings.js';
import { type Action, formsPage } from '../parts/forms-page.js';
import { previewLinksOf } from '../parts/preview-links.js';
import { Comments } from '../parts/proposal-comments.js';
import { placesIn } from '../parts/proposal-conflicts.js';
import { authorText, StateTag, Tag } from '../parts/proposal-state.js';
import { ProposedChanges } from '../parts/proposed-changes.js';
import { Name, Time } from '../parts/text.js';

const said = {
  approved: 'Approved.',
  asked: 'Sent back. Its author sees what to change.',
  declined: 'Declined. Nothing of it is published.',
  reopened: 'Opened again.',
  withdrawn: 'Withdrawn.',
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
  const { form: sent, href, params } = context;
  const { value: proposal, version } = await context.perform(showProposal);
  const { number, title, note, state, author, result, changes } = proposal;
  const path = `/proposals/${number}`;
  const isReviewed = state === 'open' || state === 'approved' || state === 'blocked';
  const isOpen = isReviewed || state === 'draft';
  const act = async (work: Promise<unknown>): Promise<undefined> => {
    await work;
    return undefined;
  };
  const partSent = () => {
    const id = sentField(sent, 'id');
    return { kind: requiredField(context, 'kind'), ...(id !== '' && { id: idIn(id) }) };
  };
  const conflictsSent = () => {
    const { kind, id } = partSent();
    return changes.find((one) => one.kind === kind && String(one.id ?? '') === String(id ?? ''))?.conflicts ?? [];
  };
  const comment = (guard: object, about: object) =>
    act(context.perform(addComment, { ...guard, body: { text: requiredField(context, 'words'), ...about } }));
  const previews = await previewLinksOf(context, proposal);
  const actions: readonly Action[] = [
    {
      ...{ name: 'publish', button: state === 'approved' || state === 'blocked' ? 'Publish' : 'Approve and publish' },
      text: <input type="hidden" name="result" value={result} />,
      async run(guard) {
        if (state === 'open') await context.perform(approveProposal, { ...guard, body: { result: sent.result } });
        return context.perform(mergeProposal, { body: {} });
      },
    },
    {
      ...{ name: 'approve', button: 'Approve', said: 'approved' },
      text: <input type="hidden" name="result" value={result} />,
      run: (guard) => act(context.perform(approveProposal, { ...guard, body: { result: sent.result } })),
    },
    {
      ...{ name: 'ask', button: 'Ask for changes', said: 'asked' },
      inputs: (inputs) =>
        inputs.textarea({ name: 'note', label: 'What to change', value: '', isRequired: true, maxLength: 5000 }),
      run: (guard) => act(context.perform(requestChanges, { ...guard, body: { note: sent.note ?? '' } })),
    },
    {
      ...{ name: 'decline', button: 'Decline', said: 'declined', isDanger: true },
      inputs: (inputs) => inputs.textarea({ name: 'note', label: 'Why (optional)', value: '', maxLength: 5000 }),
      run: (guard) => act(context.perform(declineProposal, { ...guard, body: { note: sentField(sent, 'note') } })),
    },
    {
      ...{ name: 'schedule', button: 'Schedule', said: 'scheduled' },
      inputs: (inputs) => [
        inputs.input({
          name: 'at',
          label: 'Date and time in UTC',
          hint: 'Such as 2026-12-13 08:00',
          value: wallTime(proposal),
          isRequired: true,
        }),
      ],
      text: (
        <p class="hint">
          It is published at that time. If it no longer fits then, nothing changes and you see why here.
        </p>
      ),
      run: (guard) =>
        act(context.perform(scheduleProposal, { ...guard, body: { at: timeIn(sent.at ?? ''), zone: 'UTC' } })),
    },
    {
      ...{ name: 'unschedule', button: 'Remove the time', said: 'unscheduled' },
      run: (guard) => act(context.perform(scheduleProposal, { ...guard, body: {} })),
    },
    {
      ...{ name: 'send', button: 'Send for review', said: 'sent' },
      run: (guard) => act(context.perform(submitProposal, guard)),
    },
    {
      ...{ name: 'withdraw', button: 'Withdraw', said: 'withdrawn' },
      run: (guard) => act(context.perform(withdrawProposal, guard)),
    },
    {
      ...{ name: 'reopen', button: 'Reopen', said: 'reopened' },
      run: (guard) => act(context.perform(reopenProposal, { ...guard, body: {} })),
    },
    {
      ...{ name: 'describe', button: 'Save', said: 'stored' },
      inputs: (inputs) => [
        inputs.input({ name: 'title', label: 'Title', value: title, isRequired: true, maxLength: 200 }),
        inputs.textarea({ name: 'note', label: 'What for', value: note, maxLength: 5000 }),
      ],
      run: (guard) =>
        act(
          context.perform(updateProposal, {
            ...guard,
            body: { title: sentField(sent, 'title'), note: sentField(sent, 'note') },
          }),
        ),
    },
    {
      ...{ name: 'drop', button: 'Decline', said: 'dropped' },
      run: (guard) => act(context.perform(dropChange, { ...guard, body: partSent() })),
    },
    {
      ...{ name: 'drop_block', button: 'Decline', said: 'dropped' },
      run: (guard) =>
        act(context.perform(dropChange, { ...guard, body: { ...partSent(), block: requiredField(context, 'block') } })),
    },
    {
      ...{ name: 'settle', button: 'Settle', said: 'settled' },
      run: (guard) =>
        act(
          context.perform(settleConflicts, {
            ...guard,
            body: { ...partSent(), places: placesIn(sent, conflictsSent()) },
          }),
        ),
    },
    {
      ...{ name: 'comment', button: 'Add comment', said: 'commented', guards: ['once'] },
      inputs: (inputs) =>
        inputs.textarea({ name: 'words', label: 'Comment', value: '', isRequired: true, maxLength: 5000, rows: 2 }),
      run: (guard) => comment(guard, {}),
    },
    {
      ...{ name: 'comment_block', button: 'Add comment', said: 'commented', guards: ['once'] },
      run: (guard) =>
        comment(guard, { page: Number(requiredField(context, 'page')), block: requiredField(context, 'block') }),
    },
    {
      ...{ name: 'reply', button: 'Add comment', said: 'commented', guards: ['once'] },
      run: (guard) => comment(guard, { reply_to: Number(requiredField(context, 'reply_to')) }),
    },
    {
      ...{ name: 'resolve', button: 'Resolve', said: 'resolved', guards: [] },
      run: () =>
        act(
          context.perform(resolveComment, {
            params: { ...params, comment: requiredField(context, 'comment') },
            body: { resolved: true },
          }),
        ),
    },
    ...previews.actions,
  ];
  return {
    ...{ title, path, version, actions, said },
    async sections(form) {
      const portal = await context.portal();
      const comments = await context.read(listComments);
      const compared = await context.read(compareProposal);
      const isBarred = !context.brand.findings_allowed && countFindings(compared)?.after !== 0;
      const forms = { path: href(path), person: context.principal.person.id, version: version ?? '', isOpen };
      return (
        <>
          <nav class="crumb" aria-label="Path">
            <a href={href('/proposals')}>Proposals</a>
            <Icon name="chevron-right" size="s" />
            <span>{number}</span>
          </nav>
          <div class="head">
            <h1>
              <Name text={title} />
            </h1>
            <div class="actions">
              {isReviewed && proposal.conflicts === 0 && !isBarred && form('publish')}
              {state === 'draft' && form('send')}
            </div>
          </div>
          <p class="row wrap gap12">
            <StateTag {...proposal} />
            <span class="dim">
              <bdi>{authorText(author)}</bdi>, <Time at={proposal.updated_at} />
            </span>
          </p>
          <div class="cols">
            <div>
              {note !== '' && (
                <p class="lines">
                  <Name text={note} />
                </p>
              )}
              <ProposedChanges
                {...{ changes: compared, comments, ...forms }}
                names={(page) => namesIn(portal, page)}
                mayDecline={isReviewed}
              />
            </div>
            <aside class="stack">
              <Facts {...{ proposal, changes: compared, isBarred }} />
              <Decisions form={form} proposal={proposal} />
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

const wallTime = ({ publish_at }: ProposalDetails): string =>
  publish_at === null ? '' : publish_at.at.slice(0, 16).replace('T', ' ');

/** @throws `invalid` unless it is a date with a time */
function timeIn(text: string): string {
  const [, day, time] = /^\s*(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)\s*$/.exec(text) ?? [];
  if (day === undefined) throw invalidField('at', 'Write date and time, such as 2026-12-13 08:00.');
  return `${day}T${time}:00Z`;
}

interface DecisionsProps {
  readonly form: (name: string) => ComponentChild;
  readonly proposal: ProposalDetails;
}

/** Buttons of a review for the state of the proposal; the operations decide who may. */
function Decisions({ form, proposal: { state, publish_at, conflicts } }: DecisionsProps) {
  const folded = (title: string, name: string, isDanger = false): ComponentChild => (
    <details class="adding">
      <summary class={isDanger ? 'btn bad' : 'btn'}>{title}</summary>
      {form(name)}
    </details>
  );
  const isApproved = state === 'approved' || state === 'blocked';
  return (
    <div class="card pad stack decisions">
      <h2>Review</h2>
      {(state === 'open' || isApproved) && conflicts > 0 && <p>Settle what both have changed before it is approved.</p>}
      {state === 'open' && conflicts === 0 && form('approve')}
      {isApproved && folded(publish_at === null ? 'Schedule' : 'Move the time', 'schedule')}
      {isApproved && publish_at !== null && form('unschedule')}
      {(state === 'open' || isApproved) && folded('Ask for changes', 'ask')}
      {(state === 'open' || isApproved) && folded('Decline', 'decline', true)}
      {(state === 'declined' || state === 'withdrawn') && form('reopen')}
      {['draft', 'open', 'approved', 'blocked'].includes(state) && folded('Title and note', 'describe')}
      {['draft', 'open', 'approved', 'blocked'].includes(state) && form('withdraw')}
    </div>
  );
}

const verdicts = {
  approved: ['ok', 'check', 'Approved'],
  changes_requested: ['warn', 'message-square', 'Asks for changes'],
  declined: ['bad', 'x', 'Declined'],
} as const;

interface FactsProps {
  readonly proposal: ProposalDetails;
  readonly changes: readonly ComparedChange[];
  /** Whether findings of the language check stand in the way. */
  readonly isBarred: boolean;
}

function Facts({ proposal, changes, isBarred }: FactsProps) {
  const { reviews, conflicts, is_outdated, publish_at, reason, merged } = proposal;
  const lost = changes.flatMap(({ messages }) => messages);
  return (
    <div class="card pad">
      <dl class="facts">
        {reviews.length > 0 && (
          <>
            <dt>Reviews</dt>
            <dd class="stack">
              {reviews.map(({ verdict, by, note }) => {
                const [kind, icon, text] = verdicts[verdict];
                return (
                  <span key={by.id}>
                    <bdi>{authorText(by)}</bdi> <Tag kind={kind} icon={icon} text={text} />
                    {note !== '' && <small class="lines">{note}</small>}
                  </span>
                );
              })}
            </dd>
          </>
        )}
        {changes.some(({ kind }) => kind === 'page') && (
          <>
            <dt>Language</dt>
            <dd>
              <FindingsTag changes={changes} />
              {isBarred && <small class="lines">This brand publishes no findings.</small>}
            </dd>
          </>
        )}
        <dt>Fits</dt>
        <dd>
          {conflicts > 0 ? (
            <Tag kind="bad" icon="git-merge" text={plural(conflicts, 'conflict')} />
          ) : (
            <Tag kind="ok" icon="check" text={is_outdated ? 'With what changed since' : 'Without conflict'} />
          )}
          {lost.map((line) => (
            <small key={line} class="lines">
              {line}
            </small>
          ))}
        </dd>
        <dt>Goes live</dt>
        <dd>{publish_at === null ? 'When it is published' : <Time at={publish_at.at} />}</dd>
        {reason !== null && (
          <>
            <dt>Not published</dt>
            <dd>{reason}</dd>
          </>
        )}
        {merged.map(({ commit, at, by }) => (
          <>
            <dt>Published</dt>
            <dd>
              <Time at={at} />, <bdi>{authorText(by)}</bdi> <code>{commit.slice(0, 7)}</code>
            </dd>
          </>
        ))}
      </dl>
    </div>
  );
}
