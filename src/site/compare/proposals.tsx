import type { ComponentChild } from 'preact';
import { plural } from '../../lib/plural.js';
import type { ProposalSummary } from '../../operations/proposals/present.js';
import { listProposals } from '../../operations/proposals/proposals.js';
import { authorText } from '../../portal/parts/avatar.js';
import { Icon } from '../../portal/parts/icon.js';
import type { BrandContext, Reply } from '../context.js';
import { readableTitle } from '../parts/change-subject.js';
import { Empty, Pager, Row, Segments } from '../parts/list.js';
import { AuthorPicture, daysLeftFor, inDays, isToReview, StateTag, Tag } from '../parts/proposal-state.js';
import { Time } from '../parts/text.js';

type State = ProposalSummary['state'];

const openStates: readonly State[] = ['draft', 'open', 'approved', 'blocked'];

/** Parts of the list by `show` of the address. */
const parts: Readonly<Record<string, readonly [label: string, states: readonly State[] | undefined]>> = {
  '': ['Open', openStates],
  yours: ['Yours', undefined],
  published: ['Published', ['merged']],
  declined: ['Declined', ['declined', 'withdrawn']],
};

type Order = (a: ProposalSummary, b: ProposalSummary) => number;

const bySchedule: Order = (a, b) => Date.parse(a.publish_at?.at ?? '') - Date.parse(b.publish_at?.at ?? '');

/**
 * Groups of open proposals, in the order in which they are shown, each the newest first unless another order is named.
 */
const groups: readonly (readonly [
  title: string,
  isIn: (proposal: ProposalSummary, person: string) => boolean,
  order?: Order,
])[] = [
  ['Your review', isToReview],
  ['To do', ({ state }) => state === 'blocked'],
  ['In review', (proposal, person) => proposal.state === 'open' && !isToReview(proposal, person)],
  ['Scheduled', ({ state, publish_at }) => state === 'approved' && publish_at !== null, bySchedule],
  ['Approved', ({ state, publish_at }) => state === 'approved' && publish_at === null],
  ['Drafts', ({ state }) => state === 'draft'],
];

/** Page of the proposals of a brand. Proposals that wait for the reader come first. */
export async function proposalsPage(context: BrandContext): Promise<Reply> {
  const { actor, href, query, service } = context;
  const show = Object.keys(parts).find((name) => name === query.show) ?? '';
  const states = parts[show]?.[1];
  const asked = {
    ...(states !== undefined && { state: states }),
    ...(show === 'yours' && { author: actor.id }),
    ...(query.before !== undefined && { before: query.before }),
  };
  const { value: found, next } = await context.perform(listProposals, { query: asked });
  const waiting = found.filter((proposal) => isToReview(proposal, actor.id)).length;
  const rows = (some: readonly ProposalSummary[]): ComponentChild => (
    <ul class="list">
      {some.map((proposal) => (
        <ProposalRow
          key={proposal.number}
          proposal={proposal}
          to={href(`/proposals/${proposal.number}`)}
          left={daysLeftFor(proposal, actor.id, service.clock())}
        />
      ))}
    </ul>
  );
  const grouped = groups.map(([title, isIn, order]) => {
    const some = found.filter((proposal) => isIn(proposal, actor.id)).sort(order ?? (() => 0));
    return (
      some.length > 0 && (
        <>
          <h2 class="day">{title}</h2>
          {rows(some)}
        </>
      )
    );
  });
  const body = (
    <>
      <h1>Proposals</h1>
      <p>Changes that people look at before they are published.</p>
      <Segments
        label="State"
        options={Object.entries(parts).map(([name, [label]]) => [name, label, name === show ? waiting : 0])}
        chosen={show}
        hrefOf={(name) => href('/proposals', { show: name })}
      />
      {found.length === 0 && (
        <Empty icon="git-pull-request-arrow" title="No proposal here">
          Agents and people propose changes; you look at them here before everyone sees them.
        </Empty>
      )}
      {show === '' ? grouped : found.length > 0 && rows(found)}
      <Pager
        newer={query.before === undefined ? null : href('/proposals', { show })}
        older={next === undefined ? null : href('/proposals', { show, ...next })}
        names={['Newest', 'Older']}
      />
    </>
  );
  return { title: 'Proposals', body };
}

interface ProposalRowProps {
  readonly proposal: ProposalSummary;
  readonly to: string;
  /** Days until the draft is withdrawn; `null` if the reader may not know. */
  readonly left: number | null;
}

function ProposalRow({ proposal, to, left }: ProposalRowProps) {
  const { title, author, updated_at, files, comments, conflicts, is_outdated, publish_at, reason } = proposal;
  return (
    <Row
      name={readableTitle(title)}
      to={to}
      icon={<AuthorPicture by={author} />}
      details={
        <>
          <bdi>{authorText(author)}</bdi> · <Time at={updated_at} /> ·{' '}
          <span class="whole">{plural(files, 'change')}</span>
          {publish_at !== null && (
            <>
              {' '}
              · goes live <Time {...publish_at} />
            </>
          )}
          {reason !== null && ` · ${reason}`}
        </>
      }
      end={
        <>
          {comments.open > 0 && (
            <span class="dim row gap4" title={plural(comments.open, 'open comment')}>
              <Icon name="message-square" size="s" />
              {comments.open}
            </span>
          )}
          {conflicts > 0 ? (
            <Tag kind="bad" icon="git-merge" text={plural(conflicts, 'conflict')} />
          ) : (
            is_outdated && <Tag kind="warn" icon="clock" text="Outdated" />
          )}
          {left !== null && <Tag kind="warn" icon="clock" text={`Withdrawn ${inDays(left)}`} />}
          <StateTag {...proposal} />
        </>
      }
    />
  );
}
