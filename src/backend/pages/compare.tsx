import type { ComponentChild } from 'preact';
import type { BlockDiff } from '../../content/diff/align.js';
import type { FieldDiff } from '../../content/diff/fields.js';
import { compareEntry, comparePage, compareSection, type ValueComparison } from '../../operations/compare.js';
import { type HistoryEntry, listCommits } from '../../operations/history.js';
import type { HistoryScope } from '../../operations/history-scope.js';
import { isAtLeast } from '../access.js';
import { commitId } from '../commit-id.js';
import { anchor, BlockDifference, blockTitle, isChanged } from '../content/difference.js';
import { Fields, type View, views } from '../content/fields.js';
import { isMovedWhole, isOnlyMoved } from '../content/moved.js';
import { namesIn } from '../content/names.js';
import { Value } from '../content/value.js';
import { Who } from '../parts/feed.js';
import { Time } from '../parts/time.js';
import type { BrandVisit, Reply } from '../visit.js';
import { counted, sectionName } from '../words.js';

/** Two versions of a page: of a change, the one before and its own; or one and what is now. */
export async function comparePages(visit: BrandVisit): Promise<Reply> {
  const { page: id = '' } = visit.params;
  const query = rangeOf(visit);
  const found = await visit.read(comparePage, { params: { page: id }, query });
  const title = found.to.value?.title ?? found.from.value?.title ?? `Page ${id}`;
  const { catalog } = await (await visit.service.openBrand(visit.slug)).read();
  const names = namesIn(catalog);
  const view = viewOf(visit);
  const changed = found.blocks.filter(isChanged);
  const { added, removed, edited, moved } = found.counts;
  const counts = [
    ...(found.fields.length > 0 ? [counted(found.fields.length, 'setting')] : []),
    ...Object.entries({ added, edited, moved, removed }).flatMap(([what, count]) =>
      count > 0 ? [`${counted(count, 'block')} ${what}`] : [],
    ),
  ];
  const isNow = query.to === undefined;
  const [before, after] = [found.from, found.to].map(({ state, commit }) => (state === 'active' ? commit : null));
  const base = `/pages/${id}`;
  const sides = await sidesOf({
    visit,
    base,
    scope: { page: id },
    from: found.from.commit,
    to: found.to.commit,
    isNow,
    view,
  });
  const body = (
    <>
      <div class="head">
        <h1>{title}</h1>
        {await restoreLinks({ visit, base, scope: { page: id }, before, after: isNow ? null : after })}
      </div>
      {sides}
      <p>
        <strong>{changeText[found.change]}</strong>
        {counts.length > 0 && ` ${counts.join(', ')}.`}
      </p>
      {changed.length > 1 && <ChangeList blocks={changed} />}
      {found.fields.length > 0 && (
        <section class="change is-edited">
          <h2>About the page</h2>
          <Fields fields={found.fields} view={view} names={names} />
        </section>
      )}
      <h2>Content</h2>
      {found.blocks.length === 0 && <p>No blocks in either version.</p>}
      <BlockDifference blocks={found.blocks} view={view} names={names} />
    </>
  );
  return { title: `${title}: what changed`, body };
}

const changeText = {
  same: 'Both versions are the same.',
  added: 'The page is new.',
  removed: 'The page is gone.',
  edited: 'Changed:',
  trashed: 'The page was moved to the trash.',
  restored: 'The page came back from the trash.',
} as const;

export async function compareSections(visit: BrandVisit): Promise<Reply> {
  const { section = '' } = visit.params;
  const found = await visit.read(compareSection, { params: { section }, query: rangeOf(visit) });
  return compareValues(visit, `/language/${section}`, `Language: ${sectionName(section)}`, { section }, found, true);
}

export async function compareEntries(visit: BrandVisit): Promise<Reply> {
  const { entry = '' } = visit.params;
  const found = await visit.read(compareEntry, { params: { entry }, query: rangeOf(visit) });
  const title = (found.to.value ?? found.from.value)?.title;
  return compareValues(
    visit,
    `/context/${entry}`,
    `Fact: ${typeof title === 'string' ? title : entry}`,
    { entry },
    found,
    false,
  );
}

async function compareValues(
  visit: BrandVisit,
  base: string,
  title: string,
  scope: HistoryScope,
  { from, to, fields }: ValueComparison,
  isRestorable: boolean,
): Promise<Reply> {
  const { catalog } = await (await visit.service.openBrand(visit.slug)).read();
  const isNow = rangeOf(visit).to === undefined;
  const view = viewOf(visit);
  const sides = await sidesOf({ visit, base, scope, from: from.commit, to: to.commit, isNow, view });
  const body = (
    <>
      <div class="head">
        <h1>{title}</h1>
        {isRestorable &&
          (await restoreLinks({ visit, base, scope, before: from.commit, after: isNow ? null : to.commit }))}
      </div>
      {sides}
      {fields.length === 0 && <p>Both versions are the same.</p>}
      {fields.length > 0 && (
        <section class="change is-edited">
          <h2>{changeCounts(fields)}</h2>
          <Fields fields={fields} view={view} names={namesIn(catalog)} />
        </section>
      )}
      {to.value !== null && (
        <details>
          <summary>{isNow ? 'All of it, as it is now' : 'All of it, as it was after this change'}</summary>
          <Value value={to.value} />
        </details>
      )}
    </>
  );
  return { title: `${title}: what changed`, body };
}

function changeCounts(fields: readonly FieldDiff[]): string {
  const moved = fields.filter(isOnlyMoved).length;
  const changed = fields.filter((field) => !isOnlyMoved(field) && !isMovedWhole(field)).length;
  const counts = [
    ...(changed > 0 || moved === 0 ? [`${counted(changed, 'text or value', 'texts or values')} changed`] : []),
    ...(moved > 0 ? [`${counted(moved, 'value')} only moved`] : []),
  ];
  return counts.join(', ');
}

/** `from` and `to` as the address has them, full ids of commits. */
function rangeOf({ query }: BrandVisit): { readonly from?: string; readonly to?: string } {
  const [from, to] = [commitId(query.from), commitId(query.to)];
  return { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
}

function viewOf({ query }: BrandVisit): View {
  return views.find((view) => view === query.view) ?? 'inline';
}

interface RestoreProps {
  readonly visit: BrandVisit;
  readonly base: string;
  readonly scope: HistoryScope;
  /** `null`: there is no such version to bring back. */
  readonly before: string | null | undefined;
  readonly after: string | null | undefined;
}

/** The newest version is there already, so only the one before it can be brought back. */
async function restoreLinks({ visit, base, scope, before, after }: RestoreProps): Promise<ComponentChild> {
  if (!isAtLeast(visit.role, 'editor')) return null;
  const newest = await lastCommit(visit, scope);
  const to = (commit: string): string => visit.at(`${base}/restore`, { to: commit });
  return (
    <div class="actions">
      {before != null && (
        <a class="button" href={to(before)}>
          Restore the version before
        </a>
      )}
      {after != null && after !== newest?.commit && (
        <a class="button quiet" href={to(after)}>
          Restore the version after
        </a>
      )}
    </div>
  );
}

/** The last change of a thing up to a commit; of all when there is none. */
async function lastCommit(visit: BrandVisit, scope: HistoryScope, from?: string): Promise<HistoryEntry | null> {
  const repository = await visit.service.openBrand(visit.slug);
  const options = from === undefined ? {} : { from };
  for await (const entry of listCommits(repository, scope, { ...options, limit: 1 })) return entry;
  return null;
}

interface SidesProps {
  readonly visit: BrandVisit;
  readonly base: string;
  readonly scope: HistoryScope;
  readonly from: string | null;
  readonly to: string | null;
  readonly isNow: boolean;
  readonly view: View;
}

const viewNames: Readonly<Record<View, string>> = { inline: 'In one text', sides: 'Side by side', source: 'Source' };

/** Which versions are compared, and other ways to look at them. */
async function sidesOf({ visit, base, scope, from, to, isNow, view }: SidesProps): Promise<ComponentChild> {
  const lastUpTo = async (commit: string | null): Promise<HistoryEntry | null> =>
    commit === null ? null : lastCommit(visit, scope, commit);
  const [older, newer] = await Promise.all([from, isNow ? null : to].map(lastUpTo));
  const own = rangeOf(visit);
  const at = (query: Record<string, string | null | undefined>): string => visit.at(`${base}/compare`, query);
  return (
    <>
      <dl>
        <dt>Before</dt>
        <dd>
          {older ? (
            <>
              <Time at={older.time} /> · <Who entry={older} /> · {older.subject}
            </>
          ) : (
            'nothing: this is the first version'
          )}
        </dd>
        <dt>After</dt>
        <dd>
          {newer ? (
            <>
              <Time at={newer.time} /> · <Who entry={newer} /> ·{' '}
              <a href={visit.at(`/changes/${to}`)}>{newer.subject}</a>
            </>
          ) : (
            'as it is now'
          )}
        </dd>
      </dl>
      <nav class="views" aria-label="Ways to compare">
        {views.map((one) => (
          <a
            key={one}
            href={at({ ...own, view: one === 'inline' ? null : one })}
            aria-current={one === view ? 'true' : undefined}
          >
            {viewNames[one]}
          </a>
        ))}
        {!isNow && to !== null && <a href={at({ from: to })}>This version against now</a>}
        <a href={visit.at(`${base}/versions`)}>All versions</a>
      </nav>
    </>
  );
}

function ChangeList({ blocks }: { readonly blocks: readonly BlockDiff[] }): ComponentChild {
  return (
    <nav aria-label="Changed blocks">
      <ol>
        {blocks.slice(0, 50).map((block) => (
          <li key={anchor(block)}>
            <a href={`#${anchor(block)}`}>{blockTitle(block)}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
