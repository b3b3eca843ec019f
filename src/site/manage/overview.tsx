import type { ComponentChild } from 'preact';
import type { EntryFile } from '../../content/brand-context.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { MediaFile } from '../../content/media.js';
import type { Review } from '../../content/proposals/format.js';
import { dayMs, parseTime } from '../../lib/clock.js';
import { shortened } from '../../lib/shortened.js';
import { authorOf, isSameAuthor } from '../../operations/engine/proposal-access.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { countCommits, historyPage } from '../../operations/history.js';
import { releaseMedia } from '../../operations/media.js';
import { type DraftedPage, listDraftedPages } from '../../operations/proposals/of-page.js';
import type { ProposalSummary } from '../../operations/proposals/present.js';
import { listProposals } from '../../operations/proposals/proposals.js';
import { startPages } from '../../operations/start-pages.js';
import { listTrash } from '../../operations/trash.js';
import { verifyEntries } from '../../operations/verify-entries.js';
import { isInUse, isUsable } from '../../registry/keys.js';
import { told } from '../../words/errors.js';
import { Filled } from '../../words/filled.js';
import { counted, words } from '../../words/words.js';
import { ChangeList, orWithoutGit } from '../compare/parts/change-list.js';
import {
  AuthorPicture,
  changesAskedIn,
  declinedSince,
  isToReview,
  StateTag,
  Tag,
} from '../compare/parts/proposal-state.js';
import { proposalTitle } from '../compare/parts/proposal-title.js';
import { mediumName } from '../compare/parts/reference-names.js';
import { toldChanges } from '../compare/parts/told-change.js';
import type { WorkContext } from '../context.js';
import { authorText } from '../parts/avatar.js';
import { Note } from '../parts/note.js';
import { Time } from '../parts/time.js';
import { ButtonForm, ButtonLink } from './parts/button.js';
import { recoveryLink } from './parts/damaged.js';
import { type EndingMedia, endingMedia, endingRows } from './parts/ending-media.js';
import { FirstSteps, firstSteps, hiddenSteps } from './parts/first-steps.js';
import { buttonFor, buttonText, reviewFields } from './parts/for-review.js';
import { formsPage } from './parts/forms-page.js';
import { Row, RowIcon } from './parts/list.js';
import { passkeyOffer } from './parts/passkeys.js';
import { Stats } from './parts/stats.js';
import { LinkLine, Name } from './parts/text.js';

/** First page of a brand: numbers of what is to do, first steps, and the latest changes. */
export const overviewPage = formsPage(async (context) => {
  const texts = words().overview;
  const snapshot = await context.newest();
  const { catalog } = snapshot;
  const steps = await firstSteps(context, catalog);
  const isNew = steps.length > 0 && catalog.pages.size === 0;
  return {
    title: words().places.overview,
    heading: false,
    path: '',
    actions: [
      {
        name: 'start',
        button: texts.addChapters,
        look: 'sm',
        guards: ['once'],
        isDone: async () => (await context.newest()).catalog.pages.size > 0,
        writes: startPages,
        run: ({ guard }) => context.perform(startPages, guard),
      },
      { name: 'hide', button: texts.hideSteps, look: 'sm quiet', guards: [], run: async () => hiddenSteps(context) },
    ],
    async sections(form) {
      const card = steps.length > 0 && (
        <FirstSteps context={context} steps={steps} isWide={isNew} start={form('start')} hide={form('hide')} />
      );
      const waiting = await findWaiting(context, snapshot);
      const toDo = await toDoList(context, waiting);
      const connect = <LinkLine to={`/docs/connect?brand=${context.slug}`} text={texts.connect} />;
      if (isNew) {
        return [
          <h1>
            <Filled text={texts.setUp} values={{ brand: <Name text={context.name} /> }} />
          </h1>,
          <p>{counted(texts.stepsLead, steps.length)}</p>,
          card,
          toDo,
          connect,
        ];
      }
      const [firstName = ''] = context.principal.person.name.split(' ');
      return (
        <>
          {await passkeyOffer(context)}
          <div class="head">
            <h1>
              <Filled text={texts.hello} values={{ name: <Name text={firstName} /> }} />
            </h1>
            <div class="actions">
              <ButtonLink to={context.href('/pages/new')} text={words().common.newPage} />
            </div>
          </div>
          <Stats stats={await numbersOf(context, waiting)} />
          <div class={card ? 'cols' : ''}>
            <div>
              {toDo}
              {await orWithoutGit(latestChanges(context), ({ message }) => <Note kind="bad">{message}</Note>)}
              {connect}
            </div>
            {card && <aside>{card}</aside>}
          </div>
        </>
      );
    },
  };
});

type Snapshot = Awaited<ReturnType<WorkContext['newest']>>;

/** Open tasks. The numbers count them, and the list names the first of each kind. */
interface Waiting {
  readonly snapshot: Snapshot;
  /** Proposals that wait for this person. */
  readonly proposals: readonly ProposalSummary[];
  /** Drafts of this person. */
  readonly drafts: readonly ProposalSummary[];
  /** Requests for changes that wait for the author of a draft. */
  readonly asked: (number: number) => readonly Review[];
  /** Proposals of this person that were declined within 7 days. */
  readonly declined: Awaited<ReturnType<typeof declinedSince>>;
  readonly unverified: readonly EntryFile[];
  readonly unreleased: readonly MediaFile[];
  readonly ending: EndingMedia;
}

async function findWaiting(context: WorkContext, snapshot: Snapshot): Promise<Waiting> {
  const { catalog } = snapshot;
  const { value: open } = await context.perform(listProposals, { query: { state: ['open', 'draft'] } });
  const own = authorOf(context.actor);
  const { service, slug, actor } = context;
  const asked = await changesAskedIn(service, slug);
  const drafts = open.filter(({ state, author }) => state === 'draft' && isSameAuthor(author, own));
  const isSentBack = ({ number }: ProposalSummary): number => Number(asked(number).length > 0);
  const hasFacts = context.brand.modules.includes('brand_agent');
  return {
    snapshot,
    proposals: open.filter((proposal) => proposal.state === 'open' && isToReview(proposal, context.actor.id)),
    drafts: drafts.sort((a, b) => isSentBack(b) - isSentBack(a)),
    asked,
    declined: await declinedSince(service, slug, actor.id, new Date(service.clock().getTime() - 7 * dayMs)),
    unverified: hasFacts ? [...catalog.entries.values()].filter(({ verified }) => !verified) : [],
    unreleased: [...catalog.media.values()].filter(
      ({ id, released, status }) => status === 'ready' && !released && !catalog.outside?.has(id),
    ),
    ending: endingMedia(catalog, service.clock()),
  };
}

/** @throws `unavailable` without git on this machine */
async function latestChanges(context: WorkContext): Promise<ComponentChild> {
  const texts = words().overview;
  const { entries } = await historyPage(await context.repository(), {}, { limit: 6 });
  return (
    <>
      <h2>{texts.latest}</h2>
      {entries.length === 0 && <p>{texts.noChange}</p>}
      <ChangeList context={context} entries={await toldChanges(context, entries)} heading="h3" />
      <LinkLine to={context.href('/changes')} text={texts.allChanges} />
    </>
  );
}

async function numbersOf(context: WorkContext, { proposals, unverified, unreleased, ending }: Waiting) {
  const { href, service } = context;
  const expiring = (await context.read(listTrash)).filter(({ days_left }) => days_left <= 7);
  const since = new Date(service.clock().getTime() - 7 * dayMs).toISOString().slice(0, 10);
  const range = { since: parseTime(since) ?? undefined };
  const changes = await orWithoutGit<number | null>(countCommits(await context.repository(), {}, range), () => null);
  const { numbers } = words().overview;
  const rows = [
    [proposals.length, numbers.proposals, href('/proposals')],
    [unverified.length, numbers.facts, href('/context', { show: 'unverified' })],
    [unreleased.length, numbers.media, href('/media', { show: 'unreleased' })],
    [ending.soon.length, numbers.ending, href('/media', { show: 'expiring' })],
    [expiring.length, numbers.trash, href('/trash')],
    [changes ?? 0, numbers.changes, href('/changes', { since })],
  ] as const;
  return rows.filter(([count]) => count > 0);
}

/** Characters of a reviewer's note that a row shows. */
const maxNote = 200;

/** Maximum number of proposals, of drafts, of facts, of media and of keys that the list of what is to do names. */
const maxNamed = 3;

/** Proposals, drafts, facts, media and keys that wait. All but proposals and drafts have a button. */
async function toDoList(context: WorkContext, waiting: Waiting): Promise<ComponentChild> {
  const { snapshot, proposals, drafts, asked, declined, unverified, unreleased, ending } = waiting;
  const { catalog } = snapshot;
  const drafted = drafts.length === 0 ? [] : await context.read(listDraftedPages);
  const rows = [
    ...proposals.slice(0, maxNamed).map((proposal) => reviewRow(context, proposal)),
    ...drafts.slice(0, maxNamed).map((draft) => draftRow(context, draft, drafted, asked(draft.number))),
    ...declined.slice(0, maxNamed).map((one) => declinedRow(context, one)),
    ...unverified
      .slice(0, maxNamed)
      .map((entry) => factRow(context, entry, versionOf(snapshot, resources.entry(entry.id)) ?? '')),
    ...unreleased
      .slice(0, maxNamed)
      .map((medium) => mediumRow(context, medium, versionOf(snapshot, resources.medium(medium.id)) ?? '')),
    ...endingRows(context, ending, maxNamed),
    ...(context.isAtLeast('admin') ? await endingKeys(context) : []),
  ];
  if (rows.length === 0 && catalog.problems.size === 0) return null;
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do">{words().overview.toDo}</h2>
      <ul class="list">{rows}</ul>
      {catalog.problems.size > 0 && <Note kind="warn">{skippedFiles(context, catalog)}</Note>}
    </section>
  );
}

/** A draft of one page leads to writing it. */
function draftRow(
  { href }: WorkContext,
  draft: ProposalSummary,
  drafted: readonly DraftedPage[],
  asked: readonly Review[],
): ComponentChild {
  const { number } = draft;
  const newest = asked.at(-1);
  const page = drafted.find((one) => one.draft === number && one.isOfPageOnly);
  const to = page ? `${href(`/-/page/${page.id}`, { draft: String(number) })}#edit` : href(`/proposals/${number}`);
  return (
    <Row
      name={proposalTitle(draft.title)}
      to={to}
      icon={<AuthorPicture by={draft.author} />}
      details={
        newest === undefined ? (
          <Filled text={words().overview.yourDraft} values={{ time: <Time at={draft.updated_at} /> }} />
        ) : (
          reviewText(newest, words().overview.asked)
        )
      }
      end={<StateTag {...draft} isSentBack={newest !== undefined} />}
    />
  );
}

/** `Bea Brook asks for changes: “Shorter, please.”` with its time. */
function reviewText({ by, note, at }: Review, texts: Readonly<Record<'plain' | 'noted', string>>): ComponentChild {
  const values = {
    name: <bdi>{authorText(by)}</bdi>,
    note: <Name text={shortened(note, maxNote)} />,
    time: <Time at={at} />,
  };
  return <Filled text={note === '' ? texts.plain : texts.noted} values={values} />;
}

function declinedRow({ href }: WorkContext, { record, review }: Waiting['declined'][number]): ComponentChild {
  return (
    <Row
      name={proposalTitle(record.title)}
      to={href(`/proposals/${record.number}`)}
      icon={<AuthorPicture by={record.author} />}
      details={reviewText(review, words().overview.declined)}
      end={<StateTag {...record} />}
    />
  );
}

function reviewRow({ href }: WorkContext, { number, title, author, updated_at }: ProposalSummary): ComponentChild {
  const texts = words().overview;
  return (
    <Row
      name={proposalTitle(title)}
      to={href(`/proposals/${number}`)}
      icon={<AuthorPicture by={author} />}
      details={
        <Filled
          text={texts.proposalBy}
          values={{ name: <bdi>{authorText(author)}</bdi>, time: <Time at={updated_at} /> }}
        />
      }
      end={<Tag kind="warn" icon="clock" text={texts.yourReview} />}
    />
  );
}

function factRow(context: WorkContext, { id, title }: EntryFile, version: string): ComponentChild {
  const { href, principal } = context;
  const texts = words().overview;
  const review = reviewFields(context, verifyEntries);
  const fields = { action: 'verify', as: principal.person.id, ...review, entry: `${id} ${version}` };
  const text = buttonText(context, verifyEntries, words().facts.verify);
  return (
    <Row
      name={title}
      to={href(`/context/${id}/edit`)}
      icon={<RowIcon name="badge-check" />}
      details={texts.unverified}
      end={<ButtonForm to={href('/context')} fields={fields} text={text} look="sm" label={buttonFor(text, title)} />}
    />
  );
}

function mediumRow(context: WorkContext, medium: MediaFile, version: string): ComponentChild {
  const { href, principal } = context;
  const texts = words().overview;
  const { id, caption } = medium;
  const name = mediumName(medium);
  const page = href(`/media/${id}`);
  const fields = { action: 'release', as: principal.person.id, ...reviewFields(context, releaseMedia), version };
  const text = buttonText(context, releaseMedia, words().medium.release);
  return (
    <Row
      name={name}
      to={page}
      icon={<RowIcon name="image" />}
      details={caption === null ? texts.unreleasedBare : texts.unreleased}
      end={
        <>
          {caption === null && (
            <ButtonLink to={page} text={texts.describe} look="sm" label={buttonFor(texts.describe, name)} />
          )}
          <ButtonForm to={page} fields={fields} text={text} look="sm" label={buttonFor(text, name)} />
        </>
      }
    />
  );
}

/** Time before expiry from which the page names a key. */
const endingMs = 14 * dayMs;

/** Keys that expire soon. A replaced key is included only while it is in use. */
async function endingKeys({ service, slug, href }: WorkContext): Promise<ComponentChild[]> {
  const texts = words().overview;
  const now = service.clock();
  const isSoon = (end: string | null): boolean => end !== null && Date.parse(end) < now.getTime() + endingMs;
  const ending = (await service.keys.list(slug)).filter(
    (key) => isUsable(key, now) && isSoon(key.expires_at) && (key.replaced_by === null || isInUse(key, now)),
  );
  return ending
    .slice(0, maxNamed)
    .map((key) => (
      <Row
        key={key.id}
        name={key.name}
        to={href(`/keys/${key.id}`)}
        icon={<RowIcon name="key-round" />}
        details={
          <Filled
            text={isInUse(key, now) ? texts.endingInUse : texts.ending}
            values={{ day: <Time at={key.expires_at ?? ''} form="day" /> }}
          />
        }
        end={
          <ButtonLink
            to={href(`/keys/${key.id}#replace`)}
            text={texts.replace}
            look="sm"
            label={buttonFor(texts.replace, key.name)}
          />
        }
      />
    ));
}

/** Maximum number of skipped files that the page names. */
const maxSkipped = 50;

/** Files that pages do not show. */
function skippedFiles(context: WorkContext, { problems }: Catalog): ComponentChild {
  const texts = words().overview;
  const linkFor = (path: string): ComponentChild => {
    const link = recoveryLink(context, path);
    return link && <a href={link[0]}>{link[1]}</a>;
  };
  return (
    <details>
      <summary>{counted(texts.skipped, problems.size)}</summary>
      <p>{texts.skippedHint}</p>
      <ul>
        {[...problems].slice(0, maxSkipped).map(([path, problem]) => (
          <li key={path}>
            <Name text={path} />: <Name text={told(problem)} /> {linkFor(path)}
          </li>
        ))}
      </ul>
    </details>
  );
}
