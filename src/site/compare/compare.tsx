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

/** Two versions of a page, before and after a commit, or of a commit and of now. */
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
  return comparisonPage(context, { title, comparison, restorable: restorableOf(comparison), content });
}

/** Maximum number of changed blocks that have a link. */
const maxLinks = 50;

function ChangedBlockLinks({ blocks }: { readonly blocks: readonly BlockDiff[] }): ComponentChild {
  return (
    <nav aria-label="Changed blocks">
      <ol>
        {blocks.slice(0, maxLinks).map((block) => (
          <li key={anchor(block)}>
            <a href={`#${anchor(block)}`}>{blockTitle(block)}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export async function compareSections(context: BrandContext): Promise<Reply> {
  const comparison = await context.read(compareSection, rangeIn(context));
  const title = partName(await context.catalog(), context.params);
  // A section that was never written can be restored, too, because it is empty.
  const restorable = { before: comparison.from.commit, after: comparison.to.commit };
  return valuesPage(context, { title, comparison, restorable });
}

const compareRecords = (operation: Operation<ValueComparison>) => async (context: BrandContext) => {
  const comparison = await context.read(operation, rangeIn(context));
  const { title, name = title } = comparison.to.value ?? comparison.from.value ?? {};
  const shownName = typeof name === 'string' ? name : partName(await context.catalog(), context.params);
  return valuesPage(context, { title: shownName, comparison, restorable: restorableOf(comparison) });
};

export const compareEntries = compareRecords(compareEntry);
export const compareColors = compareRecords(compareColor);

export async function compareMedia(context: BrandContext): Promise<Reply> {
  const comparison: MediumComparison = await context.read(compareMedium, rangeIn(context));
  const before = comparison.from.value;
  const after = comparison.to.value;
  const title = (after ?? before)?.title ?? partName(await context.catalog(), context.params);
  const files = fileDifference({ href: context.href, before, after });
  return valuesPage(context, { title, comparison, restorable: restorableOf(comparison), files });
}

interface ComparedValues extends Omit<ComparedPart, 'content'> {
  readonly comparison: ValueComparison | MediumComparison;
  /** Difference of the files of a medium; `null` if there is none. */
  readonly files?: ComponentChild;
}

/** Page of two versions of small content. */
async function valuesPage(context: BrandContext, { files = null, ...part }: ComparedValues): Promise<Reply> {
  const { to } = part.comparison;
  const fields = part.comparison.fields.filter(isWorthShowing);
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
  return comparisonPage(context, { ...part, content });
}

const isEmpty = (value: unknown): boolean => ['""', 'null', '[]'].includes(JSON.stringify(value ?? null));

/** Whether both versions have the value, or one version has a value that is not empty. */
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
  const from = commitId(query.from);
  const to = commitId(query.to);
  return { ...(from && { from }), ...(to && { to }) };
}

const isNow = (context: BrandContext): boolean => rangeIn(context).to === undefined;

function viewIn({ query }: BrandContext): View {
  return views.find((view) => view === query.view) ?? 'inline';
}

/** Either version, without its content. */
type Version = Pick<ValueComparison['from'], 'commit' | 'state'>;

type Versions = Readonly<Record<'from' | 'to', Version>>;

/** Commits of the versions that can be restored; `null` for one that cannot. */
type Restorable = Readonly<Record<'before' | 'after', string | null>>;

/** The versions in which the compared part existed. */
const restorableOf = ({ from, to }: Versions): Restorable => ({
  before: from.state === 'active' ? from.commit : null,
  after: to.state === 'active' ? to.commit : null,
});

interface ComparedPart {
  readonly title: string;
  readonly comparison: Versions;
  readonly restorable: Restorable;
  readonly content: ComponentChild;
}

async function comparisonPage(
  context: BrandContext,
  { title, comparison, restorable, content }: ComparedPart,
): Promise<Reply> {
  // Sequentially, because several git processes would delay other requests.
  const head = await comparedVersions(context, comparison);
  const restoreLinks = await restoreLinksOf(context, restorable);
  const { base } = addressedPart(context.params);
  const { commit: shownCommit } = comparison.to;
  const toNow =
    !isNow(context) &&
    shownCommit !== null &&
    ([context.href(`${base}/compare`, { from: shownCommit }), 'Compare with now'] as const);
  const body = (
    <>
      <Crumb up={[context.href(`${base}/versions`), 'Versions']}>
        <Name text={title} />
      </Crumb>
      <Head title={title} main={restoreLinks.main} others={[restoreLinks.other, toNow]} />
      {head}
      {content}
    </>
  );
  return { title: `${title}: what changed`, body };
}

/** Links to restore either version, unless it is the newest. */
async function restoreLinksOf(context: BrandContext, { before, after }: Restorable) {
  const isOlder = !isNow(context) && after !== null && after !== (await lastChange(context))?.commit;
  const link = (commit: string, text: string) =>
    [context.href(`${addressedPart(context.params).base}/restore`, { to: commit }), text] as const;
  return {
    main: before !== null && link(before, 'Restore the version before'),
    other: isOlder && link(after, 'Restore the version after'),
  };
}

/**
 * Last change of the addressed part.
 *
 * @param upTo commit. Default: the newest
 */
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
  return (
    <>
      <DescriptionList
        rows={[
          ['Before', older ? <VersionText entry={older} /> : 'nothing: this is the first version'],
          ['After', isNow(context) ? 'as it is now' : await newerText(context, to)],
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

/** The newer version, which the address names. */
async function newerText(context: BrandContext, { commit }: Version): Promise<ComponentChild> {
  const entry = commit === null ? null : await lastChange(context, commit);
  if (entry === null) return 'nothing: it did not exist yet';
  return <VersionText entry={entry} href={context.href(`/changes/${commit}`)} />;
}

function VersionText({ entry, href }: { readonly entry: HistoryEntry; readonly href?: string }): ComponentChild {
  const subject = <Name text={entry.subject} />;
  return (
    <>
      <Time at={entry.time} /> · <Author entry={entry} /> ·{' '}
      {href === undefined ? subject : <a href={href}>{subject}</a>}
    </>
  );
}
