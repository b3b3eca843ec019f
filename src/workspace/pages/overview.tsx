import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import { newBrandFile } from '../../content/brand.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import { dayMs } from '../../lib/clock.js';
import { plural } from '../../lib/plural.js';
import { historyPage } from '../../operations/history.js';
import { listTrash } from '../../operations/trash.js';
import { isInUse, isUsable } from '../../registry/keys.js';
import type { PersonRecord } from '../../registry/records.js';
import type { BrandContext, Reply } from '../context.js';
import { activityBars } from '../parts/activity-bars.js';
import { ChangeList, orWithoutGit } from '../parts/change-list.js';
import { withReadableSubjects } from '../parts/change-subject.js';
import { recoveryLink } from '../parts/damaged.js';
import { Note } from '../parts/note.js';
import { doneNotice } from '../parts/notices.js';
import { passkeyOffer } from '../parts/passkeys.js';
import { LinkLine, Name, Time } from '../parts/text.js';

/** First page of a brand: first steps, what waits for someone, and the latest changes. */
export async function overviewPage(context: BrandContext): Promise<Reply> {
  const catalog = await context.catalog();
  const waiting = await waitingItems(context, catalog);
  const name = catalog.brand?.name ?? context.slug;
  const body = (
    <>
      {await doneNotice(context)}
      {await passkeyOffer(context)}
      <h1>{name}</h1>
      {context.isAtLeast('admin') &&
        context.cookie(stepsCookie(context)) === null &&
        (await firstSteps(context, catalog))}
      {waiting.length > 0 && (
        <section aria-labelledby="waits">
          <Note kind="warn">
            <h2 id="waits">To do</h2>
            <ul>{waiting}</ul>
          </Note>
        </section>
      )}
      {await orWithoutGit(latestChanges(context), ({ message }) => <Note kind="bad">{message}</Note>)}
      <LinkLine to={`/docs/connect?brand=${context.slug}`} text="Connect a program or an agent" />
      {context.isAtLeast('admin') && (
        <LinkLine
          to={context.href('/people')}
          text={context.provider?.settings.only ? 'People' : 'People, and links for them to sign in'}
        />
      )}
    </>
  );
  return { title: name, body };
}

/** Name of the cookie by which a browser hides the first steps of a brand. */
const stepsCookie = ({ slug }: BrandContext): string => `steps-${slug}`;

/** Hides the first steps in this browser. */
export function hideSteps(context: BrandContext): Reply {
  return { to: context.href(''), cookie: { name: stepsCookie(context), value: 'hidden', seconds: 365 * 24 * 60 * 60 } };
}

type Step = readonly [name: string, path: string, isDone: boolean];

/** List of the first steps in a new brand, done or not; `null`: all are done. */
async function firstSteps(context: BrandContext, catalog: Catalog): Promise<ComponentChild> {
  const { service, slug, brand, principal, provider } = context;
  const { theme } = catalog.brand ?? newBrandFile('');
  const [keys, people] = [await service.keys.list(slug), await service.people.list()];
  const isColleague = ({ id, roles }: PersonRecord): boolean =>
    id !== principal.person.id && Object.hasOwn(roles, slug);
  const steps: Step[] = [
    ['A name', '/settings', catalog.brand !== null],
    ['Colours', '/colors', catalog.colors.size > 0],
    ['The theme', '/theme', !isDeepStrictEqual(theme, newBrandFile('').theme)],
    ['The first page', '/pages/new', catalog.pages.size > 0],
    ...(brand.modules.includes('brand_agent') ? [['A fact', '/context', catalog.entries.size > 0] as Step] : []),
    ['A key, for websites and agents', '/keys#new', keys.some((key) => isUsable(key, service.clock()))],
    // Nobody is invited when people come only from an identity provider.
    ...(provider?.settings.only ? [] : [['A person to work with', '/people#new', people.some(isColleague)] as Step]),
  ];
  if (steps.every(([, , isDone]) => isDone)) return null;
  return (
    <section class="card pad" aria-labelledby="steps">
      <h2 id="steps">First steps</h2>
      <ul class="steps">
        {steps.map(([name, path, isDone]) => (
          <li key={path}>{isDone ? <>✓ {name}: done</> : <a href={context.href(path)}>{name}</a>}</li>
        ))}
      </ul>
      <form method="post">
        <button type="submit" class="btn sm">
          Hide this list
        </button>
      </form>
    </section>
  );
}

/** @throws `unavailable` without git on this machine */
async function latestChanges(context: BrandContext): Promise<ComponentChild> {
  const repository = await context.repository();
  const { entries } = await historyPage(repository, {}, { limit: 10 });
  return (
    <>
      <h2>Latest changes</h2>
      {entries.length === 0 && <p>No change yet.</p>}
      <ChangeList context={context} entries={await withReadableSubjects(context, entries)} />
      <LinkLine to={context.href('/changes')} text="All changes" />
      <h2>Changes a day</h2>
      {await activityBars(context)}
      {context.isAtLeast('admin') && (
        <LinkLine to={context.href('/restore')} text="Restore the whole brand to an earlier version" />
      )}
    </>
  );
}

/** Maximum numbers of skipped files and of expiring keys that the page names. */
const [maxSkipped, maxKeys] = [50, 10];

/** Time before expiry from which the page names a key. */
const endingMs = 14 * dayMs;

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

/** Keys that expire soon. A replaced key is included only while it is in use. */
async function endingKeys({ service, slug, href }: BrandContext): Promise<ComponentChild[]> {
  const now = service.clock();
  const isSoon = (end: string | null): boolean => end !== null && Date.parse(end) < now.getTime() + endingMs;
  const ending = (await service.keys.list(slug)).filter(
    (key) => isUsable(key, now) && isSoon(key.expires_at) && (key.replaced_by === null || isInUse(key, now)),
  );
  return ending.slice(0, maxKeys).map((key) => (
    <li key={key.id}>
      <a href={href(`/keys/${key.id}`)}>
        The key “<Name text={key.name} />” ends
      </a>{' '}
      <Time at={key.expires_at ?? ''} day />
      {isInUse(key, now) && ', and is in use'}
    </li>
  ));
}

async function waitingItems(context: BrandContext, catalog: Catalog): Promise<ComponentChild[]> {
  const trashed = await context.read(listTrash);
  const expiring = trashed.filter(({ days_left }) => days_left <= 7).length;
  const unverified = [...catalog.entries.values()].filter(({ verified }) => !verified).length;
  const unreleased = [...catalog.media.values()].filter(
    ({ released, status }) => status === 'ready' && !released,
  ).length;
  const items: ComponentChild[] = [];
  const add = (count: number, text: string, path: string): void => {
    if (count > 0) {
      items.push(
        <li>
          <a href={context.href(path)}>{text}</a>
        </li>,
      );
    }
  };
  add(expiring, `${plural(expiring, 'page')} will leave the trash for good within 7 days`, '/trash');
  if (context.brand.modules.includes('brand_agent'))
    add(unverified, `${plural(unverified, 'fact')} not verified yet`, '/context?show=unverified');
  add(unreleased, `${plural(unreleased, 'medium', 'media')} not released yet`, '/media?show=unreleased');
  if (context.isAtLeast('admin')) items.push(...(await endingKeys(context)));
  if (catalog.problems.size > 0) items.push(<li>{skippedFiles(context, catalog)}</li>);
  return items;
}
