import type { ComponentChild } from 'preact';
import { shownName } from '../../../lib/shown-names.js';
import { changesAsked, isOfPerson } from '../../../operations/engine/proposal-record.js';
import type { ComparedChange } from '../../../operations/proposals/compare.js';
import type { ProposalDetails } from '../../../operations/proposals/present.js';
import { told } from '../../../words/errors.js';
import { Filled } from '../../../words/filled.js';
import { counted, fill, words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { DescriptionList, Name, Opened } from '../../manage/parts/text.js';
import { authorText } from '../../parts/avatar.js';
import { Note } from '../../parts/note.js';
import { Time } from '../../parts/time.js';
import { FindingsTag, isChecked } from './findings.js';
import { stageOf, Tag } from './proposal-state.js';

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
  proposal: { state, publish_at, conflicts, reviews },
  problem,
  isOwn,
  isBarred,
}: DecisionsProps) {
  const texts = words().proposal;
  const { isApproved, isReviewed, isOpen } = stageOf(state);
  if (state === 'merged') return null;
  const isSentBack = changesAsked({ state, reviews }).length > 0;
  const mayApprove = problem === null && conflicts === 0;
  return (
    <div class="card pad stack decisions">
      <h2>{texts.review}</h2>
      {isReviewed && conflicts > 0 && <p>{texts.settleFirst}</p>}
      {isOpen && !isApproved && problem !== null && <p>{problem}</p>}
      {state === 'open' && mayApprove && form('approve')}
      {(isApproved || (isOpen && mayApprove)) && !isBarred && (
        <Opened summary={publish_at === null ? words().editor.targets.schedule : texts.moveTime}>
          {form('schedule')}
        </Opened>
      )}
      {isApproved && publish_at !== null && form('unschedule')}
      {isReviewed && !isOwn && <Opened summary={texts.ask}>{form('ask')}</Opened>}
      {(isReviewed || isSentBack) && !isOwn && (
        <Opened summary={texts.decline} look="bad">
          {form('decline')}
        </Opened>
      )}
      {(state === 'declined' || state === 'withdrawn') && form('reopen')}
      {isOpen && <Opened summary={texts.titleAndNote}>{form('describe')}</Opened>}
      {isOpen && (isOwn || !(isReviewed || isSentBack)) && form('withdraw')}
    </div>
  );
}

interface OpeningsProps extends Pick<ProposalDetails, 'opens'> {
  readonly pageHref: (page: number) => string;
}

/** Pages that are named; the others are counted. */
const maxOpenings = 10;

/** Pages that everyone, or people of the brand, will see once the proposal is published, before anything else of the review. */
export function Openings({ opens, pageHref }: OpeningsProps): ComponentChild {
  const texts = words().proposal;
  const groups = (['public', 'internal'] as const).map((to) => [to, opens.filter((one) => one.to === to)] as const);
  return groups.map(([to, pages]) => {
    if (pages.length === 0) return null;
    const named = pages.slice(0, maxOpenings).map(({ page, title }, index) => (
      <>
        {index > 0 && ', '}
        <a href={pageHref(page)}>
          <Name text={title} />
        </a>
      </>
    ));
    const values = { pages: named, count: counted(texts.pages, pages.length) };
    return (
      <Note key={to} kind="warn">
        <Filled text={texts.willSee[to]} values={values} />
      </Note>
    );
  });
}

const verdicts = {
  approved: ['ok', 'check'],
  changes_requested: ['warn', 'message-square'],
  declined: ['bad', 'x'],
} as const;

/** Numbers of the texts in other languages; none without such texts. */
function textRows(compared: readonly ComparedChange[]): [string, ComponentChild][] {
  const all = compared.flatMap(({ texts }) => texts ?? []);
  if (all.length === 0) return [];
  const texts = words().proposal;
  const sum = (name: 'texts' | 'translated' | 'outdated'): number => all.reduce((count, one) => count + one[name], 0);
  const outdated = sum('outdated');
  const source =
    outdated > 0 ? (
      <Tag kind="warn" icon="history" text={counted(texts.sourceNewer, outdated)} />
    ) : (
      <Tag kind="ok" icon="check" text={texts.sourceIsSame} />
    );
  return [
    [texts.source, source],
    [texts.texts, fill(texts.textsOf, { n: sum('translated'), all: sum('texts') })],
  ];
}

interface FactsProps {
  readonly proposal: ProposalDetails;
  /** Changes that are shown. */
  readonly compared: readonly ComparedChange[];
  readonly href: WorkContext['href'];
  /** Whether findings of the language check stand in the way. */
  readonly isBarred: boolean;
}

/** Reviews of a proposal, and whether it can be published. */
export function Facts({ proposal, compared, href, isBarred }: FactsProps) {
  const { state, changes, reviews, conflicts, is_outdated, publish_at, reason, merged } = proposal;
  const texts = words().proposal;
  const lost = changes.flatMap(({ messages }) => messages);
  const isOpen = stageOf(state).isOpen;
  const waiting = proposal.reviewers.filter(({ id }) => !reviews.some(({ by }) => by.id === id));
  const rows: [string, ComponentChild][] = [
    [
      texts.asked,
      isOpen && waiting.length > 0 && (
        <div class="stack">
          {waiting.map(({ id, name }) => (
            <span key={id}>
              <bdi>{shownName(id, name)}</bdi> <Tag kind="warn" icon="clock" text={texts.waits} />
            </span>
          ))}
        </div>
      ),
    ],
    [
      texts.reviews,
      reviews.length > 0 && <div class="stack">{reviews.map((review) => reviewText(review, proposal))}</div>,
    ],
    [
      texts.language,
      (changes.some(({ kind }) => kind === 'page') || compared.some(isChecked)) && (
        <>
          <FindingsTag changes={compared} />
          {compared.length < changes.length && <small class="lines">{texts.languageOfShown}</small>}
          {isBarred && <small class="lines">{texts.noFindings}</small>}
        </>
      ),
    ],
    ...textRows(compared),
    [
      texts.fits,
      isOpen && (
        <>
          {conflicts > 0 ? (
            <Tag kind="bad" icon="git-merge" text={counted(words().proposals.conflicts, conflicts)} />
          ) : (
            <Tag kind="ok" icon="check" text={is_outdated ? texts.fitsWithChanges : texts.fitsAsIs} />
          )}
          {lost.map((line) => (
            <small key={line} class="lines">
              {line}
            </small>
          ))}
        </>
      ),
    ],
    [texts.goesLive, isOpen && (publish_at === null ? texts.whenPublished : <Time {...publish_at} />)],
    [texts.notPublished, reason && told(reason)],
    ...merged.map(({ commit, at, by }): [string, ComponentChild] => [
      texts.published,
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

function reviewText(
  { verdict, by, at, note }: ProposalDetails['reviews'][number],
  { state, updated_at, author }: ProposalDetails,
): ComponentChild {
  // Programs, and people with an earlier version, go on writing in one that is in review.
  const isAnswered = verdict === 'changes_requested' && state === 'open' && Date.parse(updated_at) > Date.parse(at);
  const texts = words().proposal;
  const [kind, icon] = verdicts[verdict];
  return (
    <span key={by.id}>
      <bdi>{authorText(by)}</bdi> <Tag kind={kind} icon={icon} text={texts.verdicts[verdict]} />
      {note !== '' && <small class="lines">{note}</small>}
      {isAnswered && (
        <small class="lines">
          <Filled
            text={isOfPerson({ author }) ? texts.sentAgain : texts.changedAt}
            values={{ time: <Time at={updated_at} /> }}
          />
        </small>
      )}
    </span>
  );
}
