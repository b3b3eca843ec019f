import type { ComponentChild } from 'preact';
import { plural } from '../../lib/plural.js';
import { isOpen } from '../../operations/engine/proposal-record.js';
import type { ComparedChange } from '../../operations/proposals/compare.js';
import type { ProposalDetails } from '../../operations/proposals/present.js';
import { authorText } from '../../portal/parts/avatar.js';
import type { BrandContext } from '../context.js';
import { FindingsTag } from './findings.js';
import { Tag } from './proposal-state.js';
import { Time } from './text.js';

interface DecisionsProps {
  readonly form: (name: string) => ComponentChild;
  readonly proposal: ProposalDetails;
  /** Why this person may not approve; `null`: may. */
  readonly problem: string | null;
  /** Whether something has to be settled or corrected before it is published. */
  readonly isBarred: boolean;
}

/** Buttons of a review for the state of the proposal; the operations decide who may. */
export function Decisions({ form, proposal: { state, publish_at, conflicts }, problem, isBarred }: DecisionsProps) {
  const folded = (title: string, name: string, isDanger = false): ComponentChild => (
    <details class="adding">
      <summary class={isDanger ? 'btn bad' : 'btn'}>{title}</summary>
      {form(name)}
    </details>
  );
  const isApproved = state === 'approved' || state === 'blocked';
  const isReviewed = state === 'open' || isApproved;
  const isOpen = isReviewed || state === 'draft';
  if (state === 'merged') return null;
  const mayApprove = problem === null && conflicts === 0;
  return (
    <div class="card pad stack decisions">
      <h2>Review</h2>
      {isReviewed && conflicts > 0 && <p>Settle what both have changed before it is approved.</p>}
      {isOpen && !isApproved && problem !== null && <p>{problem}</p>}
      {state === 'open' && mayApprove && form('approve')}
      {(isApproved || (isOpen && mayApprove)) &&
        !isBarred &&
        folded(publish_at === null ? 'Schedule' : 'Move the time', 'schedule')}
      {isApproved && publish_at !== null && form('unschedule')}
      {isReviewed && folded('Ask for changes', 'ask')}
      {isReviewed && folded('Decline', 'decline', true)}
      {(state === 'declined' || state === 'withdrawn') && form('reopen')}
      {isOpen && folded('Title and note', 'describe')}
      {isOpen && form('withdraw')}
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
  readonly href: BrandContext['href'];
  /** Whether findings of the language check stand in the way. */
  readonly isBarred: boolean;
}

/** Reviews of a proposal, and whether it can be published. */
export function Facts({ proposal, changes, href, isBarred }: FactsProps) {
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
        {isOpen(proposal) && (
          <>
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
            <dd>{publish_at === null ? 'When it is published' : <Time {...publish_at} />}</dd>
          </>
        )}
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
              <Time at={at} />, <bdi>{authorText(by)}</bdi>{' '}
              <a href={href(`/changes/${commit}`)}>
                <code>{commit.slice(0, 7)}</code>
              </a>
            </dd>
          </>
        ))}
      </dl>
    </div>
  );
}
