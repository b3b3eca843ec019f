import type { ComponentChild } from 'preact';
import { plural } from '../../lib/plural.js';
import type { ComparedChange } from '../../operations/proposals/compare.js';
import type { ProposalDetails } from '../../operations/proposals/present.js';
import { authorText } from '../../portal/parts/avatar.js';
import type { BrandContext } from '../context.js';
import { FindingsTag } from './findings.js';
import { stageOf, Tag } from './proposal-state.js';
import { DescriptionList, Opened, Time } from './text.js';

interface DecisionsProps {
  readonly form: (name: string) => ComponentChild;
  readonly proposal: ProposalDetails;
  /** Whether this person, or an agent of this person, has made it: authors withdraw what others decline. */
  readonly isOwn: boolean;
  /** Why this person may not approve; `null` if they may. */
  readonly problem: string | null;
  /** Whether something has to be settled or corrected before it is published. */
  readonly isBarred: boolean;
}

/** Buttons of a review for the state of the proposal; the operations decide who may. */
export function Decisions({
  form,
  proposal: { state, publish_at, conflicts },
  problem,
  isOwn,
  isBarred,
}: DecisionsProps) {
  const { isApproved, isReviewed, isOpen } = stageOf(state);
  if (state === 'merged') return null;
  const mayApprove = problem === null && conflicts === 0;
  return (
    <div class="card pad stack decisions">
      <h2>Review</h2>
      {isReviewed && conflicts > 0 && <p>Settle what both have changed before it is approved.</p>}
      {isOpen && !isApproved && problem !== null && <p>{problem}</p>}
      {state === 'open' && mayApprove && form('approve')}
      {(isApproved || (isOpen && mayApprove)) && !isBarred && (
        <Opened summary={publish_at === null ? 'Schedule' : 'Move the time'}>{form('schedule')}</Opened>
      )}
      {isApproved && publish_at !== null && form('unschedule')}
      {isReviewed && !isOwn && <Opened summary="Ask for changes">{form('ask')}</Opened>}
      {isReviewed && !isOwn && (
        <Opened summary="Decline" look="bad">
          {form('decline')}
        </Opened>
      )}
      {(state === 'declined' || state === 'withdrawn') && form('reopen')}
      {isOpen && <Opened summary="Title and note">{form('describe')}</Opened>}
      {isOpen && (isOwn || !isReviewed) && form('withdraw')}
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
  /** Changes that are shown. */
  readonly compared: readonly ComparedChange[];
  readonly href: BrandContext['href'];
  /** Whether findings of the language check stand in the way. */
  readonly isBarred: boolean;
}

/** Reviews of a proposal, and whether it can be published. */
export function Facts({ proposal, compared, href, isBarred }: FactsProps) {
  const { state, changes, reviews, conflicts, is_outdated, publish_at, reason, merged } = proposal;
  const lost = changes.flatMap(({ messages }) => messages);
  const isOpen = stageOf(state).isOpen;
  const rows: [string, ComponentChild][] = [
    ['Reviews', reviews.length > 0 && <div class="stack">{reviews.map(reviewText)}</div>],
    [
      'Language',
      changes.some(({ kind }) => kind === 'page') && (
        <>
          <FindingsTag changes={compared} />
          {compared.length < changes.length && <small class="lines">In the changes that are shown.</small>}
          {isBarred && <small class="lines">This brand publishes no findings.</small>}
        </>
      ),
    ],
    [
      'Fits',
      isOpen && (
        <>
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
        </>
      ),
    ],
    ['Goes live', isOpen && (publish_at === null ? 'When it is published' : <Time {...publish_at} />)],
    ['Not published', reason],
    ...merged.map(({ commit, at, by }): [string, ComponentChild] => [
      'Published',
      <>
        <Time at={at} />, <bdi>{authorText(by)}</bdi>{' '}
        <a href={href(`/changes/${commit}`)}>
          <code>{commit.slice(0, 7)}</code>
        </a>
      </>,
    ]),
  ];
  return (
    <div class="card pad">
      <DescriptionList class="facts" rows={rows} />
    </div>
  );
}

function reviewText({ verdict, by, note }: ProposalDetails['reviews'][number]): ComponentChild {
  const [kind, icon, text] = verdicts[verdict];
  return (
    <span key={by.id}>
      <bdi>{authorText(by)}</bdi> <Tag kind={kind} icon={icon} text={text} />
      {note !== '' && <small class="lines">{note}</small>}
    </span>
  );
}
