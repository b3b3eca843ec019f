import type { ComponentChild } from 'preact';
import { plural } from '../../lib/plural.js';
import type { ProposalSummary } from '../../operations/proposals/present.js';
import { listProposals } from '../../operations/proposals/proposals.js';
import { Icon } from '../../portal/parts/icon.js';
import type { BrandContext, Reply } from '../context.js';
import { Empty, Pager, Row } from '../parts/list.js';
import { AuthorPicture, authorText, isToReview, StateTag, Tag } from '../parts/proposal-state.js';
import { Time } from '../parts/text.js';

type State = ProposalSummary['state'];

const openStates: readonly State[] = ['draft', 'open', 'approved', 'blocked'];

/** Parts of the list by `show` of the address. */
const parts = {
  '': ['Open', openStates],
  yours: ['Yours', undefined],
  published: ['Published', ['merged']],
  declined: ['Declined', ['declined', 'withdrawn']],
} as const satisfies Record<string, readonly [string, readonly State[] | undefined]>;

const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name);

/** Groups of open proposals, in the order in which they are shown. */
const groups: readonly (readonly [title: string, isIn: (one: ProposalSummary, person: string) => boolean])[] = [
  ['Your review', isToReview],
  ['To do', ({ state }) => state === 'blocked'],
  ['In review', (one, person) => one.state === 'open' && !isToReview(one, person)],
  ['Approved', ({ state, publish_at }) => state === 'approved' && publish_at === null],
  ['Drafts', ({ state }) => state === 'draft'],
];

/** Page of the proposals of a brand: those that wait for the reader first. */
export async function proposalsPage(context: BrandContext): Promise<Reply> {
  const { actor, href, query } = context;
  const show = isPart(query.show ?? '') ? (query.show ?? '') : '';
  const [, states] = parts[isPart(show) ? show : ''];
  const asked = {
    ...(states !== undefined && { state: [...states] }),
    ...(show === 'yours' && { author: actor.id }),
    ...(query.before !== undefined && { before: query.before }),
  };
  const { value: found, next } = await context.perform(listProposals, { query: asked });
  const scheduled = found
    .filter(({ state, publish_at }) => state === 'approved' && publish_at !== null)
    .sort((a, b) => ((a.publish_at?.at ?? '') < (b.publish_at?.at ?? '') ? -1 : 1));
  const list = (title: string, some: readonly ProposalSummary[]): ComponentChild =>
    some.length > 0 && (
      <>
        <h2 class="day">{title}</h2>
        <ul class="list">
          {some.map((one) => (
            <ProposalRow key={one.number} proposal={one} to={href(`/proposals/${one.number}`)} />
          ))}
        </ul>
      </>
    );
  const body = (
    <>
      <h1>Proposals</h1>
      <p>Changes that people look at before they are published.</p>
      <nav class="seg" aria-label="State">
        {Object.entries(parts).map(([name, [label]]) => (
          <a key={name} href={href('/proposals', { show: name })} aria-current={name === show ? 'true' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {found.length === 0 && (
        <Empty icon="git-pull-request-arrow" title="No proposal here">
          Agents and people propose changes; you look at them here before everyone sees them.
        </Empty>
      )}
      {show === '' ? (
        <>
          {groups.slice(0, 3).map(([title, isIn]) =>
            list(
              title,
              found.filter((one) => isIn(one, actor.id)),
            ),
          )}
          {list('Scheduled', scheduled)}
          {groups.slice(3).map(([title, isIn]) =>
            list(
              title,
              found.filter((one) => isIn(one, actor.id)),
            ),
          )}
        </>
      ) : (
        found.length > 0 && (
          <ul class="list">
            {found.map((one) => (
              <ProposalRow key={one.number} proposal={one} to={href(`/proposals/${one.number}`)} />
            ))}
          </ul>
        )
      )}
      <Pager
        newer={query.before === undefined ? null : href('/proposals', { show })}
        older={next === undefined ? null : href('/proposals', { show, ...next })}
        names={['Newest', 'Older']}
      />
    </>
  );
  return { title: 'Proposals', body };
}

function ProposalRow({ proposal, to }: { readonly proposal: ProposalSummary; readonly to: string }) {
  const { title, author, updated_at, files, comments, conflicts, is_outdated, publish_at, reason } = proposal;
  return (
    <Row
      name={title}
      to={to}
      icon={<AuthorPicture by={author} />}
      details={
        <>
          <bdi>{authorText(author)}</bdi> · <Time at={updated_at} /> · {plural(files, 'change')}
          {publish_at !== null && (
            <>
              {' '}
              · goes live <Time at={publish_at.at} />
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
          <StateTag {...proposal} />
        </>
      }
    />
  );
}
