import type { ComponentChild } from 'preact';
import type { EntryFile } from '../../content/brand-context.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { MediaFile } from '../../content/media.js';
import { dayMs, parseTime } from '../../lib/clock.js';
import { plural } from '../../lib/plural.js';
import { authorOf, isSameAuthor } from '../../operations/engine/proposal-access.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { countCommits, historyPage } from '../../operations/history.js';
import { releaseMedia } from '../../operations/media.js';
import type { ProposalSummary } from '../../operations/proposals/present.js';
import { listProposals } from '../../operations/proposals/proposals.js';
import { startPages } from '../../operations/start-pages.js';
import { listTrash } from '../../operations/trash.js';
import { verifyEntries } from '../../operations/verify-entries.js';
import { authorText } from '../../portal/parts/avatar.js';
import { isInUse, isUsable } from '../../registry/keys.js';
import type { BrandContext } from '../context.js';
import { ButtonForm, ButtonLink } from '../parts/button.js';
import { ChangeList, orWithoutGit } from '../parts/change-list.js';
import { readableTitle, withReadableSubjects } from '../parts/change-subject.js';
import { recoveryLink } from '../parts/damaged.js';
import { FirstSteps, firstSteps, hiddenSteps } from '../parts/first-steps.js';
import { reviewedText, reviewFields } from '../parts/for-review.js';
import { formsPage } from '../parts/forms-page.js';
import { Row, RowIcon } from '../parts/list.js';
import { Note } from '../parts/note.js';
import { passkeyOffer } from '../parts/passkeys.js';
import { AuthorPicture, isToReview, StateTag, Tag } from '../parts/proposal-state.js';
import { Stats } from '../parts/stats.js';
import { LinkLine, Name, Time } from '../parts/text.js';

/** First page of a brand: numbers of what is to do, first steps, and the latest changes. */
export const overviewPage = formsPage(async (context) => {
  const { catalog } = await context.snapshot();
  const steps = await firstSteps(context, catalog);
  const isNew = steps.length > 0 && catalog.pages.size === 0;
  return {
    title: 'Overview',
    heading: false,
    path: '',
    actions: [
      {
        name: 'start',
        button: 'Add three chapters',
        look: 'sm',
        guards: ['once'],
        isDone: async () => (await context.catalog()).pages.size > 0,
        writes: startPages,
        run: ({ guard }) => context.perform(startPages, guard),
      },
      { name: 'hide', button: 'Hide this list', look: 'sm quiet', guards: [], run: async () => hiddenSteps(context) },
    ],
    async sections(form) {
      const card = steps.length > 0 && (
        <FirstSteps context={context} steps={steps} isWide={isNew} start={form('start')} hide={form('hide')} />
      );
      const waiting = await findWaiting(context, catalog);
      const toDo = await toDoList(context, waiting);
      const connect = <LinkLine to={`/docs/connect?brand=${context.slug}`} text="Connect a program or an agent" />;
      if (isNew) {
        return [
          <h1>
            Set up <Name text={await context.brandName()} />
          </h1>,
          <p>{steps.length} steps to a portal that people can use. Visitors see nothing before you open it.</p>,
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
              Hello, <Name text={firstName} />
            </h1>
            <div class="actions">
              <ButtonLink to={context.href('/pages/new')} text="New page" />
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

/** Open tasks. The numbers count them, and the list names the first of each kind. */
interface Waiting {
  readonly catalog: Catalog;
  /** Proposals that wait for this person. */
  readonly proposals: readonly ProposalSummary[];
  /** Drafts of this person. */
  readonly drafts: readonly ProposalSummary[];
  readonly unverified: readonly EntryFile[];
  readonly unreleased: readonly MediaFile[];
}

async function findWaiting(context: BrandContext, catalog: Catalog): Promise<Waiting> {
  const { value: open } = await context.perform(listProposals, { query: { state: ['open', 'draft'] } });
  const own = authorOf(context.actor);
  const hasFacts = context.brand.modules.includes('brand_agent');
  return {
    catalog,
    proposals: open.filter((proposal) => proposal.state === 'open' && isToReview(proposal, context.actor.id)),
    drafts: open.filter(({ state, author }) => state === 'draft' && isSameAuthor(author, own)),
    unverified: hasFacts ? [...catalog.entries.values()].filter(({ verified }) => !verified) : [],
    unreleased: [...catalog.media.values()].filter(({ released, status }) => status === 'ready' && !released),
  };
}

/** @throws `unavailable` without git on this machine */
async function latestChanges(context: BrandContext): Promise<ComponentChild> {
  const { entries } = await historyPage(await context.repository(), {}, { limit: 6 });
  return (
    <>
      <h2>Latest changes</h2>
      {entries.length === 0 && <p>No change yet.</p>}
      <ChangeList context={context} entries={await withReadableSubjects(context, entries)} heading="h3" />
      <LinkLine to={context.href('/changes')} text="All changes" />
    </>
  );
}

async function numbersOf(context: BrandContext, { proposals, unverified, unreleased }: Waiting) {
  const { href, service } = context;
  const expiring = (await context.read(listTrash)).filter(({ days_left }) => days_left <= 7);
  const since = new Date(service.clock().getTime() - 7 * dayMs).toISOString().slice(0, 10);
  const range = { since: parseTime(since) ?? undefined };
  const changes = await orWithoutGit<number | null>(countCommits(await context.repository(), {}, range), () => null);
  const rows = [
    [proposals.length, 'Proposals to review', href('/proposals')],
    [unverified.length, 'Facts to verify', href('/context', { show: 'unverified' })],
    [unreleased.length, 'Media not released', href('/media', { show: 'unreleased' })],
    [expiring.length, 'Pages that leave the trash within 7 days', href('/trash')],
    [changes ?? 0, 'Changes this week', href('/changes', { since })],
  ] as const;
  return rows.filter(([count]) => count > 0);
}

/** Maximum number of proposals, of drafts, of facts, of media and of keys that the list of what is to do names. */
const maxNamed = 3;

/** Proposals, drafts, facts, media and keys that wait. All but proposals and drafts have a button. */
async function toDoList(context: BrandContext, waiting: Waiting): Promise<ComponentChild> {
  const { catalog, proposals, drafts, unverified, unreleased } = waiting;
  const snapshot = await context.snapshot();
  const rows = [
    ...proposals.slice(0, maxNamed).map((proposal) => reviewRow(context, proposal)),
    ...drafts.slice(0, maxNamed).map((draft) => draftRow(context, draft)),
    ...unverified
      .slice(0, maxNamed)
      .map((entry) => factRow(context, entry, versionOf(snapshot, resources.entry(entry.id)) ?? '')),
    ...unreleased
      .slice(0, maxNamed)
      .map((medium) => mediumRow(context, medium, versionOf(snapshot, resources.medium(medium.id)) ?? '')),
    ...(context.isAtLeast('admin') ? await endingKeys(context) : []),
  ];
  if (rows.length === 0 && catalog.problems.size === 0) return null;
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do">To do</h2>
      <ul class="list">{rows}</ul>
      {catalog.problems.size > 0 && <Note kind="warn">{skippedFiles(context, catalog)}</Note>}
    </section>
  );
}

function draftRow({ href }: BrandContext, draft: ProposalSummary): ComponentChild {
  return (
    <Row
      name={readableTitle(draft.title)}
      to={href(`/proposals/${draft.number}`)}
      icon={<AuthorPicture by={draft.author} />}
      details={['Your draft, ', <Time at={draft.updated_at} />]}
      end={<StateTag {...draft} />}
    />
  );
}

function reviewRow({ href }: BrandContext, { number, title, author, updated_at }: ProposalSummary): ComponentChild {
  return (
    <Row
      name={readableTitle(title)}
      to={href(`/proposals/${number}`)}
      icon={<AuthorPicture by={author} />}
      details={['Proposal by ', <bdi>{authorText(author)}</bdi>, ', ', <Time at={updated_at} />]}
      end={<Tag kind="warn" icon="clock" text="Your review" />}
    />
  );
}

function factRow(context: BrandContext, { id, title }: EntryFile, version: string): ComponentChild {
  const { href, principal } = context;
  const review = reviewFields(context, verifyEntries);
  const fields = { action: 'verify', as: principal.person.id, ...review, entry: `${id} ${version}` };
  const text = reviewedText(context, verifyEntries, 'Verify');
  return (
    <Row
      name={title}
      to={href(`/context/${id}/edit`)}
      icon={<RowIcon name="badge-check" />}
      details="Fact, not verified yet"
      end={<ButtonForm to={href('/context')} fields={fields} text={text} look="sm" label={`${text} ${title}`} />}
    />
  );
}

function mediumRow(context: BrandContext, medium: MediaFile, version: string): ComponentChild {
  const { href, principal } = context;
  const { id, title, caption } = medium;
  const name = title ?? `Medium ${id}`;
  const page = href(`/media/${id}`);
  const fields = { action: 'release', as: principal.person.id, ...reviewFields(context, releaseMedia), version };
  const text = reviewedText(context, releaseMedia, 'Release');
  return (
    <Row
      name={name}
      to={page}
      icon={<RowIcon name="image" />}
      details={caption === null ? 'Medium, not released, without a caption' : 'Medium, not released yet'}
      end={
        <>
          {caption === null && <ButtonLink to={page} text="Describe" look="sm" label={`Describe ${name}`} />}
          <ButtonForm to={page} fields={fields} text={text} look="sm" label={`${text} ${name}`} />
        </>
      }
    />
  );
}

/** Time before expiry from which the page names a key. */
const endingMs = 14 * dayMs;

/** Keys that expire soon. A replaced key is included only while it is in use. */
async function endingKeys({ service, slug, href }: BrandContext): Promise<ComponentChild[]> {
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
        details={['Key, ends ', <Time at={key.expires_at ?? ''} day />, isInUse(key, now) && ', and is in use']}
        end={<ButtonLink to={href(`/keys/${key.id}#replace`)} text="Replace" look="sm" label={`Replace ${key.name}`} />}
      />
    ));
}

/** Maximum number of skipped files that the page names. */
const maxSkipped = 50;

/** Files that pages do not show. */
function skippedFiles(context: BrandContext, { problems }: Catalog): ComponentChild {
  const linkFor = (path: string): ComponentChild => {
    const link = recoveryLink(context, path);
    return link && <a href={link[0]}>{link[1]}</a>;
  };
  return (
    <details>
      <summary>{plural(problems.size, 'file')} skipped: not of the format</summary>
      <p>Pages do not show them. Restore an earlier version, or ask their author to correct them with git.</p>
      <ul>
        {[...problems].slice(0, maxSkipped).map(([path, problem]) => (
          <li key={path}>
            <Name text={path} />: <Name text={problem} /> {linkFor(path)}
          </li>
        ))}
      </ul>
    </details>
  );
}
