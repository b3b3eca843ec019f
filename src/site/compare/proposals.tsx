import type { ComponentChild } from 'preact';
import type { ProposalSummary } from '../../operations/proposals/present.js';
import { listProposals } from '../../operations/proposals/proposals.js';
import { waitingFor } from '../../operations/waiting.js';
import { Filled } from '../../words/filled.js';
import { counted, type Words, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { Empty, Pager, Row, Segments } from '../manage/parts/list.js';
import { authorText } from '../parts/avatar.js';
import { Icon } from '../parts/icon.js';
import { Time } from '../parts/time.js';
import type { WorkReply } from '../replies.js';
import { AuthorPicture, changesAskedIn, daysLeftFor, StateTag, Tag, thingsIn } from './parts/proposal-state.js';
import { proposalTitle } from './parts/proposal-title.js';

type State = ProposalSummary['state'];

const openStates: readonly State[] = ['draft', 'open', 'approved', 'blocked'];

/** Parts of the list by `show` of the address. */
const parts: readonly {
  readonly show: string;
  readonly name: keyof Words['proposals']['parts'];
  readonly states?: readonly State[];
}[] = [
  { show: '', name: 'open', states: openStates },
  { show: 'yours', name: 'yours' },
  { show: 'published', name: 'published', states: ['merged'] },
  { show: 'declined', name: 'declined', states: ['declined', 'withdrawn'] },
];

type Order = (a: ProposalSummary, b: ProposalSummary) => number;

const bySchedule: Order = (a, b) => Date.parse(a.publish_at?.at ?? '') - Date.parse(b.publish_at?.at ?? '');

/**
 * Groups of open proposals, in the order in which they are shown, each the newest first unless another order is named.
 */
const groups: readonly (readonly [
  name: keyof Words['proposals']['groups'],
  isIn: (proposal: ProposalSummary, isAsked: boolean, isSentBack: boolean) => boolean,
  order?: Order,
])[] = [
  ['waiting', (_, isAsked) => isAsked],
  ['sentBack', (_proposal, _isAsked, isSentBack) => isSentBack],
  ['blocked', ({ state }) => state === 'blocked'],
  ['inReview', ({ state }, isAsked) => state === 'open' && !isAsked],
  ['scheduled', ({ state, publish_at }) => state === 'approved' && publish_at !== null, bySchedule],
  ['approved', ({ state, publish_at }) => state === 'approved' && publish_at === null],
  ['drafts', ({ state }, _, isSentBack) => state === 'draft' && !isSentBack],
];

/** Page of the proposals of a brand. Proposals that wait for the reader come first. */
export async function proposalsPage(context: WorkContext): Promise<WorkReply> {
  const { actor, href, query, service } = context;
  const texts = words().proposals;
  const { show, states } = parts.find((part) => part.show === query.show) ?? { show: '', states: openStates };
  const asked = {
    ...(states !== undefined && { state: states }),
    ...(show === 'yours' && { author: actor.id }),
    ...(query.before !== undefined && { before: query.before }),
  };
  const { value: found, next } = await context.perform(listProposals, { query: asked });
  const countChanges = await thingsIn(service, context.slug);
  const askedOf = await changesAskedIn(service, context.slug);
  const asking = await context.read(waitingFor, { down_to: 'asked' });
  const isAsked = ({ number }: ProposalSummary): boolean =>
    asking.some(({ kind, id }) => kind === 'review' && id === number);
  const isSentBack = ({ number }: ProposalSummary): boolean => askedOf(number).length > 0;
  const rows = (some: readonly ProposalSummary[]): ComponentChild => (
    <ul class="list">
      {some.map((proposal) => (
        <ProposalRow
          key={proposal.number}
          proposal={proposal}
          to={href(`/proposals/${proposal.number}`)}
          changes={countChanges(proposal.number)}
          isSentBack={isSentBack(proposal)}
          left={daysLeftFor(proposal, actor.id, service.clock())}
        />
      ))}
    </ul>
  );
  const grouped = groups.map(([name, isIn, order]) => {
    const some = found
      .filter((proposal) => isIn(proposal, isAsked(proposal), isSentBack(proposal)))
      .sort(order ?? (() => 0));
    return (
      some.length > 0 && (
        <>
          <h2 class="day row">
            {texts.groups[name]} {name === 'waiting' && <span class="count hot">{some.length}</span>}
          </h2>
          {rows(some)}
        </>
      )
    );
  });
  const body = (
    <>
      <h1>{words().places.proposals}</h1>
      <p>{texts.lead}</p>
      <Segments
        label={texts.state}
        options={parts.map((part) => [part.show, texts.parts[part.name]])}
        chosen={show}
        hrefOf={(name) => href('/proposals', { show: name })}
      />
      {found.length === 0 && (
        <Empty icon="git-pull-request-arrow" title={texts.none}>
          {texts.noneHint}
        </Empty>
      )}
      {show === '' ? grouped : found.length > 0 && rows(found)}
      <Pager
        newer={query.before === undefined ? null : href('/proposals', { show })}
        older={next === undefined ? null : href('/proposals', { show, ...next })}
        names={[texts.newest, texts.older]}
      />
    </>
  );
  return { title: words().places.proposals, body };
}

interface ProposalRowProps {
  readonly proposal: ProposalSummary;
  readonly to: string;
  /** Number of things that it changes. */
  readonly changes: number;
  readonly isSentBack: boolean;
  /** Days until the draft is withdrawn; `null` if the reader may not know. */
  readonly left: number | null;
}

function ProposalRow({ proposal, to, changes, isSentBack, left }: ProposalRowProps) {
  const texts = words().proposals;
  const { title, author, updated_at, comments, conflicts, is_outdated, publish_at, reason } = proposal;
  return (
    <Row
      name={proposalTitle(title)}
      to={to}
      icon={<AuthorPicture by={author} />}
      details={
        <>
          <bdi>{authorText(author)}</bdi> · <Time at={updated_at} /> ·{' '}
          <span class="whole">{counted(words().scripts.changes, changes)}</span>
          {publish_at !== null && (
            <>
              {' '}
              · <Filled text={texts.goesLive} values={{ time: <Time {...publish_at} /> }} />
            </>
          )}
          {reason !== null && ` · ${reason}`}
        </>
      }
      end={
        <>
          {comments.open > 0 && (
            <span class="dim row gap4" title={counted(texts.openComments, comments.open)}>
              <Icon name="message-square" size="s" />
              {comments.open}
            </span>
          )}
          {conflicts > 0 ? (
            <Tag kind="bad" icon="git-merge" text={counted(texts.conflicts, conflicts)} />
          ) : (
            is_outdated && <Tag kind="warn" icon="clock" text={texts.outdated} />
          )}
          {left !== null && (
            <Tag kind="warn" icon="clock" text={left === 0 ? texts.withdrawnToday : counted(texts.withdrawnIn, left)} />
          )}
          <StateTag {...proposal} isSentBack={isSentBack} />
        </>
      }
    />
  );
}
