import type { ComponentChild } from 'preact';
import type { Catalog } from '../../content/catalog/catalog.js';
import { dayMs, parseTime } from '../../lib/clock.js';
import { countCommits, historyPage } from '../../operations/history.js';
import { listTrash } from '../../operations/trash.js';
import { type WaitingRow, waitingFor } from '../../operations/waiting.js';
import { isInUse, isUsable } from '../../registry/keys.js';
import { told } from '../../words/errors.js';
import { Filled } from '../../words/filled.js';
import { counted, words } from '../../words/words.js';
import { ChangeList, orWithoutGit } from '../compare/parts/change-list.js';
import { toldChanges } from '../compare/parts/told-change.js';
import type { WorkContext } from '../context.js';
import { FirstSteps, firstSteps, nextStep } from '../parts/first-steps.js';
import { Note } from '../parts/note.js';
import { Time } from '../parts/time.js';
import { ButtonLink } from './parts/button.js';
import { recoveryLink } from './parts/damaged.js';
import { buttonFor } from './parts/for-review.js';
import { formsPage } from './parts/forms-page.js';
import { Row, RowIcon } from './parts/list.js';
import { passkeyOffer } from './parts/passkeys.js';
import { Stats } from './parts/stats.js';
import { LinkLine, Name } from './parts/text.js';
import { waitingRows } from './parts/waiting-rows.js';

/** First page of a brand: numbers, what waits for the person, first steps, and the latest changes. */
export const overviewPage = formsPage(async (context) => {
  const texts = words().overview;
  const snapshot = await context.newest();
  const { catalog } = snapshot;
  const steps = await shownSteps(context);
  const isNew = steps.length > 0 && catalog.pages.size === 0;
  return {
    title: words().places.overview,
    heading: false,
    path: '',
    actions: [
      { name: 'hide', button: texts.hideSteps, look: 'sm quiet', guards: [], run: async () => hiddenSteps(context) },
    ],
    async sections(form) {
      const card = steps.length > 0 && (
        <FirstSteps context={context} steps={steps} isWide={isNew} hide={form('hide')} />
      );
      const rows = await context.read(waitingFor);
      const waiting = await waitingList(context, rows, snapshot);
      const connect = <LinkLine to={`/docs/connect?brand=${context.slug}`} text={texts.connect} />;
      if (isNew) {
        return [
          <h1>
            <Filled text={texts.setUp} values={{ brand: <Name text={context.name} /> }} />
          </h1>,
          <p>{counted(texts.stepsLead, steps.length)}</p>,
          card,
          waiting,
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
          <Stats stats={await numbersOf(context, rows)} />
          <div class={card ? 'cols' : ''}>
            <div>
              {waiting}
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

/** First steps in a new brand. Empty if all are done, or if this browser hides them. */
async function shownSteps(context: WorkContext) {
  if (!context.isAtLeast('admin') || context.cookie(stepsCookie(context)) !== null) return [];
  const steps = await firstSteps(context);
  return nextStep(steps) === undefined ? [] : steps;
}

/** Name of the cookie by which a browser hides the first steps of a brand. */
const stepsCookie = ({ slug }: WorkContext): string => `steps-${slug}`;

/** Hides the first steps in this browser. */
const hiddenSteps = (context: WorkContext) => ({
  to: context.href(''),
  cookie: { name: stepsCookie(context), value: 'hidden', seconds: 365 * 24 * 60 * 60 },
});

type Snapshot = Awaited<ReturnType<WorkContext['newest']>>;

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

async function numbersOf(context: WorkContext, rows: readonly WaitingRow[]) {
  const { href, service } = context;
  const expiring = (await context.read(listTrash)).filter(({ days_left }) => days_left <= 7);
  const since = new Date(service.clock().getTime() - 7 * dayMs).toISOString().slice(0, 10);
  const range = { since: parseTime(since) ?? undefined };
  const changes = await orWithoutGit<number | null>(countCommits(await context.repository(), {}, range), () => null);
  const { numbers } = words().overview;
  const count = (wanted: WaitingRow['kind']): number => rows.filter(({ kind }) => kind === wanted).length;
  const stats = [
    [count('review'), numbers.proposals, href('/proposals')],
    [count('note'), numbers.notes, href('/notes')],
    [count('fact'), numbers.facts, href('/context', { show: 'unverified' })],
    [count('medium'), numbers.media, href('/media', { show: 'unreleased' })],
    [count('ending'), numbers.ending, href('/media', { show: 'expiring' })],
    [expiring.length, numbers.trash, href('/trash')],
    [changes ?? 0, numbers.changes, href('/changes', { since })],
  ] as const;
  return stats.filter(([number]) => number > 0);
}

/** List of what waits for the person, the keys that end soon, and the files that are skipped. */
async function waitingList(
  context: WorkContext,
  rows: readonly WaitingRow[],
  snapshot: Snapshot,
): Promise<ComponentChild> {
  const shown = [
    ...(await waitingRows(context, rows, snapshot)),
    ...(context.isAtLeast('admin') ? await endingKeys(context) : []),
  ];
  const { problems } = snapshot.catalog;
  if (shown.length === 0 && problems.size === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">{words().overview.waiting}</h2>
      <ul class="list">{shown}</ul>
      {problems.size > 0 && <Note kind="warn">{skippedFiles(context, snapshot.catalog)}</Note>}
    </section>
  );
}

/** Maximum number of keys that the page names. */
const maxNamed = 3;

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
