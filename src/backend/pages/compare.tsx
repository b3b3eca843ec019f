import type { ComponentChild } from 'preact';
import type { FieldDiff } from '../../content/diff/fields.js';
import type { BlockDiff } from '../../content/diff/page-diff.js';
import { plural } from '../../lib/plural.js';
import {
  compareColor,
  compareEntry,
  compareMedium,
  comparePage,
  compareSection,
  type MediumComparison,
  type ValueComparison,
} from '../../operations/compare.js';
import { type HistoryEntry, listCommits } from '../../operations/history.js';
import { anchor, blockDifferences, blockTitle, isChanged } from '../content/block-differences.js';
import {
  FramedFieldDifferences,
  isMovedWhole,
  isOnlyMoved,
  JsonValue,
  type View,
  views,
} from '../content/field-differences.js';
import { namesIn } from '../content/names.js';
import { fileDifference } from '../content/picture.js';
import { Terms } from '../content/terms.js';
import { addressedPart, type BrandContext, commitId, type Query, type Reply } from '../context.js';
import { withReadableSubjects } from '../parts/change-subject.js';
import { doneNotice } from '../parts/done.js';
import { Author } from '../parts/feed.js';
import { Name, Time } from '../parts/text.js';
import { blockCounts, sectionName } from '../words.js';

/** Two versions of a page: those before and after a change, or one and what is now. */
export async function comparePages(context: BrandContext): Promise<Reply> {
  const found = await context.read(comparePage, rangeIn(context));
  const names = namesIn(await context.catalog(), context.href);
  const view = viewIn(context);
  const changed = found.blocks.filter(isChanged);
  const counts = [
    ...(found.fields.length > 0 ? [plural(found.fields.length, 'setting')] : []),
    ...blockCounts(found.counts),
  ];
  const [before, after] = [found.from, found.to].map(({ state, commit }) => (state === 'active' ? commit : null));
  const content = (
    <>
      <p>
        <strong>{changeText[found.change]}</strong>
        {counts.length > 0 && ` ${counts.join(', ')}.`}
      </p>
      {changed.length > 1 && <ChangeList blocks={changed} />}
      <FramedFieldDifferences title={<h2>About the page</h2>} fields={found.fields} view={view} names={names} />
      <h2>Content</h2>
      {found.blocks.length === 0 && <p>No blocks in either version.</p>}
      {blockDifferences({ blocks: found.blocks, view, names })}
    </>
  );
  const title = found.to.value?.title ?? found.from.value?.title ?? `Page ${context.params.page}`;
  return comparison(context, title, found, [before ?? null, after ?? null], content);
}

const changeText = {
  same: 'Both versions are the same.',
  added: 'The page is new.',
  removed: 'The page is gone.',
  edited: 'Changed:',
  trashed: 'The page was moved to the trash.',
  restored: 'The page came back from the trash.',
} as const;

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

export async function compareSections(context: BrandContext): Promise<Reply> {
  const { section = '' } = context.params;
  const found = await context.read(compareSection, rangeIn(context));
  const restorable = [found.from.commit, found.to.commit] as const;
  return compareValues(context, `Language: ${sectionName(section)}`, found, restorable);
}

export async function compareEntries(context: BrandContext): Promise<Reply> {
  const found = await context.read(compareEntry, rangeIn(context));
  const title = (found.to.value ?? found.from.value)?.title;
  return compareValues(
    context,
    `Fact: ${typeof title === 'string' ? title : context.params.entry}`,
    found,
    restorableOf(found),
  );
}

export async function compareColors(context: BrandContext): Promise<Reply> {
  const found = await context.read(compareColor, rangeIn(context));
  const { name } = found.to.value ?? found.from.value ?? {};
  return compareValues(context, `Colour: ${String(name)}`, found, restorableOf(found));
}

export async function compareMedia(context: BrandContext): Promise<Reply> {
  const found: MediumComparison = await context.read(compareMedium, rangeIn(context));
  const [before, after] = [found.from.value, found.to.value];
  const title = (after ?? before)?.title ?? `Medium ${context.params.media}`;
  const whole = (
    <p>
      <a href={context.href(addressedPart(context.params).base)}>To the medium</a>
    </p>
  );
  return compareValues(context, title, found, restorableOf(found), {
    files: fileDifference({ href: context.href, before, after }),
    whole,
  });
}

/** @param shown files that differ, and where to see the newer version whole */
async function compareValues(
  context: BrandContext,
  title: string,
  found: ValueComparison | MediumComparison,
  restorable: Restorable,
  { files, whole }: Readonly<Record<'files' | 'whole', ComponentChild>> = { files: null, whole: null },
): Promise<Reply> {
  const { to } = found;
  const fields = found.fields.filter(saysAnything);
  const names = namesIn(await context.catalog(), context.href);
  const content = (
    <>
      {await doneNotice(context)}
      {fields.length === 0 && files === null && <p>Both versions are the same.</p>}
      {files}
      <FramedFieldDifferences
        title={<h2>{changeCounts(fields)}</h2>}
        fields={fields}
        view={viewIn(context)}
        names={names}
      />
      {whole ??
        (to.value !== null && (
          <details>
            <summary>{isNow(context) ? 'All of it, as it is now' : 'All of it, as it was after this change'}</summary>
            <JsonValue value={to.value} />
          </details>
        ))}
    </>
  );
  return comparison(context, title, found, restorable, content);
}

const isEmpty = (value: unknown): boolean => ['', 'null', '[]'].includes(JSON.stringify(value ?? null));

/** Whether a value that only one version has is filled in. */
function saysAnything({ from, to }: FieldDiff): boolean {
  return (from !== undefined && to !== undefined) || !isEmpty(from ?? to);
}

function changeCounts(fields: readonly FieldDiff[]): string {
  const moved = fields.filter(isOnlyMoved).length;
  const changed = fields.filter((field) => !isOnlyMoved(field) && !isMovedWhole(field)).length;
  const counts = [
    ...(changed > 0 || moved === 0 ? [`${plural(changed, 'text or value', 'texts or values')} changed`] : []),
    ...(moved > 0 ? [`${plural(moved, 'value')} only moved`] : []),
  ];
  return counts.join(', ');
}

/** `from` and `to` of the address, full ids of commits. */
function rangeIn({ query }: BrandContext): { readonly from?: string; readonly to?: string } {
  const [from, to] = [commitId(query.from), commitId(query.to)];
  return { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
}

const isNow = (context: BrandContext): boolean => rangeIn(context).to === undefined;

function viewIn({ query }: BrandContext): View {
  return views.find((view) => view === query.view) ?? 'inline';
}

/** Commits of both versions; `null`: before the first one. */
type Versions = Readonly<Record<'from' | 'to', { readonly commit: string | null }>>;

/** Commits of the versions that can be restored. */
type Restorable = readonly [before: string | null, after: string | null];

/** Where it was there. */
function restorableOf({ from, to }: Pick<ValueComparison | MediumComparison, 'from' | 'to'>): Restorable {
  return [from.value && from.commit, to.value && to.commit];
}

async function comparison(
  context: BrandContext,
  title: string,
  found: Versions,
  restorable: Restorable,
  content: ComponentChild,
): Promise<Reply> {
  // One start of git at a time: each holds up other requests.
  const versions = await comparedVersions(context, found);
  const body = (
    <>
      <div class="head">
        <h1>{title}</h1>
        {context.isAtLeast('editor') && (await restoreLinks(context, restorable))}
      </div>
      {versions}
      {content}
    </>
  );
  return { title: `${title}: what changed`, body };
}

/** Links to restore either version; the newest one is there already. */
async function restoreLinks(context: BrandContext, [before, after]: Restorable): Promise<ComponentChild> {
  const newest = isNow(context) || after === null ? null : await lastChange(context);
  const to = (commit: string): string => context.href(`${addressedPart(context.params).base}/restore`, { to: commit });
  return (
    <div class="actions">
      {before !== null && (
        <a class="button" href={to(before)}>
          Restore the version before
        </a>
      )}
      {!isNow(context) && after !== null && after !== newest?.commit && (
        <a class="button quiet" href={to(after)}>
          Restore the version after
        </a>
      )}
    </div>
  );
}

/** The last change of the addressed part up to a commit. */
async function lastChange(context: BrandContext, from?: string): Promise<HistoryEntry | null> {
  const { scope } = addressedPart(context.params);
  for await (const entry of listCommits(await context.repository(), scope, { from, limit: 1 })) {
    return (await withReadableSubjects(context, [entry]))[0] ?? entry;
  }
  return null;
}

const viewNames: Readonly<Record<View, string>> = { inline: 'In one text', sides: 'Side by side', source: 'Source' };

async function comparedVersions(context: BrandContext, { from, to }: Versions): Promise<ComponentChild> {
  const { base } = addressedPart(context.params);
  const older = from.commit === null ? null : await lastChange(context, from.commit);
  const newer = isNow(context) || to.commit === null ? null : await lastChange(context, to.commit);
  const compareHref = (query: Query): string => context.href(`${base}/compare`, query);
  const versionText = (entry: HistoryEntry, href?: string): ComponentChild => {
    const subject = <Name text={entry.subject} />;
    return (
      <>
        <Time at={entry.time} /> · <Author entry={entry} /> ·{' '}
        {href === undefined ? subject : <a href={href}>{subject}</a>}
      </>
    );
  };
  return (
    <>
      <Terms
        rows={[
          ['Before', older ? versionText(older) : 'nothing: this is the first version'],
          ['After', newer ? versionText(newer, context.href(`/changes/${to.commit}`)) : 'as it is now'],
        ]}
      />
      <nav class="views" aria-label="Ways to compare">
        {views.map((view) => (
          <a
            key={view}
            href={compareHref({ ...rangeIn(context), view: view === 'inline' ? null : view })}
            aria-current={view === viewIn(context) ? 'true' : undefined}
          >
            {viewNames[view]}
          </a>
        ))}
        {!isNow(context) && to.commit !== null && (
          <a href={compareHref({ from: to.commit })}>This version against now</a>
        )}
        <a href={context.href(`${base}/versions`)}>All versions</a>
      </nav>
    </>
  );
}
