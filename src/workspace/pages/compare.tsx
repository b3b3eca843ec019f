import type { ComponentChild } from 'preact';
import type { FieldDiff } from '../../content/diff/fields.js';
import { type BlockDiff, isChanged } from '../../content/diff/page-diff.js';
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
import type { Operation } from '../../operations/engine/contract.js';
import { type HistoryEntry, listCommits } from '../../operations/history.js';
import { blockCounts, changeTexts } from '../../portal/labels.js';
import { anchor, blockDifferences, blockTitle } from '../content/block-differences.js';
import { ChangedFields, isMovedWhole, isOnlyMoved, JsonValue, type View, views } from '../content/field-differences.js';
import { namesIn } from '../content/reference-names.js';
import { fileDifference } from '../content/thumbnail.js';
import { addressedPart, type BrandContext, commitId, type Reply } from '../context.js';
import { Author } from '../parts/change-list.js';
import { withReadableSubjects } from '../parts/change-subject.js';
import { Segments } from '../parts/list.js';
import { doneNotice } from '../parts/notices.js';
import { partName } from '../parts/part-name.js';
import { Crumb, DescriptionList, Head, Name, Time } from '../parts/text.js';

/** Two versions of a page: those before and after a commit, or one and that of now. */
export async function comparePages(context: BrandContext): Promise<Reply> {
  const comparison = await context.read(comparePage, rangeIn(context));
  const portal = await context.portal();
  const names = namesIn(portal, Number(context.params.page));
  const view = viewIn(context);
  const changed = comparison.blocks.filter(isChanged);
  const counts = [
    ...(comparison.fields.length > 0 ? [plural(comparison.fields.length, 'setting')] : []),
    ...blockCounts(comparison.counts),
  ];
  const [before, after] = [comparison.from, comparison.to].map(({ state, commit }) =>
    state === 'active' ? commit : null,
  );
  const content = (
    <>
      <p>
        <strong>{changeTexts[comparison.change]}</strong>
        {counts.length > 0 && ` ${counts.join(', ')}.`}
      </p>
      {changed.length > 1 && <ChangedBlockLinks blocks={changed} />}
      <ChangedFields title={<h2>About the page</h2>} fields={comparison.fields} view={view} names={names} />
      <h2>Content</h2>
      {comparison.blocks.length === 0 && <p>No blocks in either version.</p>}
      {blockDifferences({ blocks: comparison.blocks, view, names })}
    </>
  );
  const title = (comparison.to.value ?? comparison.from.value)?.title ?? partName(portal.catalog, context.params);
  return comparisonPage(context, title, comparison, [before ?? null, after ?? null], content);
}

function ChangedBlockLinks({ blocks }: { readonly blocks: readonly BlockDiff[] }): ComponentChild {
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

export const compareSections = (context: BrandContext) => compareValues(context, compareSection);
export const compareEntries = (context: BrandContext) => compareValues(context, compareEntry);
export const compareColors = (context: BrandContext) => compareValues(context, compareColor);

async function compareValues(context: BrandContext, operation: Operation<ValueComparison>): Promise<Reply> {
  const comparison = await context.read(operation, rangeIn(context));
  const { from, to } = comparison;
  const isSection = context.params.section !== undefined;
  // A section that was never written can be restored: it is empty then. Its fields can have any name.
  const restorable = isSection ? ([from.commit, to.commit] as const) : restorableOf(comparison);
  const { title, name = title } = (isSection ? null : (to.value ?? from.value)) ?? {};
  const today = partName(await context.catalog(), context.params);
  return valuesPage(context, typeof name === 'string' ? name : today, comparison, restorable);
}

export async function compareMedia(context: BrandContext): Promise<Reply> {
  const comparison: MediumComparison = await context.read(compareMedium, rangeIn(context));
  const [before, after] = [comparison.from.value, comparison.to.value];
  const title = (after ?? before)?.title ?? partName(await context.catalog(), context.params);
  const files = fileDifference({ href: context.href, before, after });
  return valuesPage(context, title, comparison, restorableOf(comparison), files);
}

/** Page of two versions of small content. @param files difference of their files; `null` if there is none */
async function valuesPage(
  context: BrandContext,
  title: string,
  comparison: ValueComparison | MediumComparison,
  restorable: Restorable,
  files: ComponentChild = null,
): Promise<Reply> {
  const { to } = comparison;
  const fields = comparison.fields.filter(isWorthShowing);
  const names = namesIn(await context.portal());
  const content = (
    <>
      {await doneNotice(context)}
      {fields.length === 0 && files === null && <p>Both versions are the same.</p>}
      {files}
      <ChangedFields title={<h2>{changeCounts(fields)}</h2>} fields={fields} view={viewIn(context)} names={names} />
      {to.value !== null && (
        <details>
          <summary>{isNow(context) ? 'All of it, as it is now' : 'All of it, as it was after this change'}</summary>
          <JsonValue value={to.value} />
        </details>
      )}
    </>
  );
  return comparisonPage(context, title, comparison, restorable, content);
}

const isEmpty = (value: unknown): boolean => ['""', 'null', '[]'].includes(JSON.stringify(value ?? null));

/** Whether both versions have the value, or one of them has a filled one. */
function isWorthShowing({ from, to }: FieldDiff): boolean {
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

/** Commits of both versions; `null` before the first one. */
type Versions = Readonly<Record<'from' | 'to', { readonly commit: string | null }>>;

/** Commits of the versions that can be restored; `null` for one that cannot. */
type Restorable = readonly [before: string | null, after: string | null];

/** The versions in which the compared part existed. */
function restorableOf({ from, to }: Pick<ValueComparison | MediumComparison, 'from' | 'to'>): Restorable {
  return [from.value && from.commit, to.value && to.commit];
}

async function comparisonPage(
  context: BrandContext,
  title: string,
  versions: Versions,
  restorable: Restorable,
  content: ComponentChild,
): Promise<Reply> {
  // Sequentially, because several git processes would delay other requests.
  const head = await comparedVersions(context, versions);
  const { base } = addressedPart(context.params);
  const { main, others } = await restoreLinks(context, restorable);
  const isOld = !isNow(context) && versions.to.commit !== null;
  const toNow = isOld && ([context.href(`${base}/compare`, { from: versions.to.commit }), 'Compare with now'] as const);
  const body = (
    <>
      <Crumb up={[context.href(`${base}/versions`), 'Versions']}>
        <Name text={title} />
      </Crumb>
      <Head title={title} main={main} others={[...others, toNow]} />
      {head}
      {content}
    </>
  );
  return { title: `${title}: what changed`, body };
}

/** Links to restore either version, unless it is the newest. */
async function restoreLinks(context: BrandContext, [before, after]: Restorable) {
  const isOlder = !isNow(context) && after !== null && after !== (await lastChange(context))?.commit;
  const link = (commit: string, text: string) =>
    [context.href(`${addressedPart(context.params).base}/restore`, { to: commit }), text] as const;
  return {
    main: before !== null && link(before, 'Restore the version before'),
    others: [isOlder && link(after, 'Restore the version after')],
  };
}

/** Last change of the addressed part. @param upTo commit. Default: the newest */
async function lastChange(context: BrandContext, upTo?: string): Promise<HistoryEntry | null> {
  const { scope } = addressedPart(context.params);
  for await (const entry of listCommits(await context.repository(), scope, { from: upTo, limit: 1 })) {
    return (await withReadableSubjects(context, [entry]))[0] ?? entry;
  }
  return null;
}

const viewNames: Readonly<Record<View, string>> = { inline: 'In one text', sides: 'Side by side', source: 'Source' };

/** Both versions by their last change, and links to the other ways to compare. */
async function comparedVersions(context: BrandContext, { from, to }: Versions): Promise<ComponentChild> {
  const { base } = addressedPart(context.params);
  const older = from.commit === null ? null : await lastChange(context, from.commit);
  const newer = isNow(context) || to.commit === null ? null : await lastChange(context, to.commit);
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
      <DescriptionList
        rows={[
          ['Before', older ? versionText(older) : 'nothing: this is the first version'],
          ['After', newer ? versionText(newer, context.href(`/changes/${to.commit}`)) : 'as it is now'],
        ]}
      />
      <Segments
        label="Ways to compare"
        options={views.map((view) => [view, viewNames[view]] as const)}
        chosen={viewIn(context)}
        hrefOf={(view) =>
          context.href(`${base}/compare`, { ...rangeIn(context), view: view === 'inline' ? null : view })
        }
      />
    </>
  );
}
