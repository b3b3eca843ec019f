import type { ComponentChild } from 'preact';
import type { FieldDiff } from '../../content/diff/fields.js';
import {
  compareColor,
  compareEntry,
  compareMedium,
  compareSection,
  type MediumComparison,
  type ValueComparison,
} from '../../operations/compare.js';
import type { Operation } from '../../operations/engine/contract.js';
import { type HistoryEntry, listCommits } from '../../operations/history.js';
import { counted, fill, words } from '../../words/words.js';
import { addressedPart, commitId } from '../addresses.js';
import type { WorkContext } from '../context.js';
import { doneNotice } from '../manage/parts/notices.js';
import { Crumb, DescriptionList, Head, Name } from '../manage/parts/text.js';
import { fileDifference } from '../manage/parts/thumbnail.js';
import { Time } from '../parts/time.js';
import type { WorkReply } from '../replies.js';
import { Author } from './parts/change-list.js';
import { changeWords } from './parts/change-words.js';
import { ChangedFields, isMovedWhole, isOnlyMoved, JsonValue } from './parts/field-differences.js';
import { partName } from './parts/part-name.js';
import { namesIn } from './parts/reference-names.js';

export async function compareSections(context: WorkContext): Promise<WorkReply> {
  const comparison = await context.read(compareSection, rangeIn(context));
  const title = partName((await context.newest()).catalog, context.params);
  // A section that was never written can be restored, too, because it is empty.
  const restorable = { before: comparison.from.commit, after: comparison.to.commit };
  return valuesPage(context, { title, comparison, restorable });
}

const compareRecords = (operation: Operation<ValueComparison>) => async (context: WorkContext) => {
  const comparison = await context.read(operation, rangeIn(context));
  const { title, name = title } = comparison.to.value ?? comparison.from.value ?? {};
  const shownName = typeof name === 'string' ? name : partName((await context.newest()).catalog, context.params);
  return valuesPage(context, { title: shownName, comparison, restorable: restorableOf(comparison) });
};

export const compareEntries = compareRecords(compareEntry);
export const compareColors = compareRecords(compareColor);

export async function compareMedia(context: WorkContext): Promise<WorkReply> {
  const comparison: MediumComparison = await context.read(compareMedium, rangeIn(context));
  const before = comparison.from.value;
  const after = comparison.to.value;
  const title = (after ?? before)?.title ?? partName((await context.newest()).catalog, context.params);
  const files = fileDifference({ href: context.href, before, after });
  return valuesPage(context, { title, comparison, restorable: restorableOf(comparison), files });
}

interface ComparedValues extends Omit<ComparedPart, 'content'> {
  readonly comparison: ValueComparison | MediumComparison;
  /** Difference of the files of a medium; `null` if there is none. */
  readonly files?: ComponentChild;
}

/** Page of two versions of small content. */
async function valuesPage(context: WorkContext, { files = null, ...part }: ComparedValues): Promise<WorkReply> {
  const { to } = part.comparison;
  const fields = part.comparison.fields.filter(isWorthShowing);
  const names = namesIn(context);
  const content = (
    <>
      {await doneNotice(context)}
      {fields.length === 0 && files === null && <p>{words().labels.pageChanges.same}</p>}
      {files}
      <ChangedFields title={<h2>{changeCounts(fields)}</h2>} fields={fields} names={names} />
      {to.value !== null && (
        <details>
          <summary>{isNow(context) ? words().versions.allNow : words().versions.allThen}</summary>
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
  const texts = words().versions;
  const counts = [
    ...(changed > 0 || moved === 0 ? [counted(texts.changedValues, changed)] : []),
    ...(moved > 0 ? [counted(texts.movedValues, moved)] : []),
  ];
  return counts.join(', ');
}

/** `from` and `to` of the address, full ids of commits. */
function rangeIn({ query }: WorkContext): { readonly from?: string; readonly to?: string } {
  const from = commitId(query.from);
  const to = commitId(query.to);
  return { ...(from && { from }), ...(to && { to }) };
}

const isNow = (context: WorkContext): boolean => rangeIn(context).to === undefined;

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
  context: WorkContext,
  { title, comparison, restorable, content }: ComparedPart,
): Promise<WorkReply> {
  const texts = words().versions;
  // Sequentially, because several git processes would delay other requests.
  const head = await comparedVersions(context, comparison);
  const restoreLinks = await restoreLinksOf(context, restorable);
  const { base } = addressedPart(context.params);
  const { commit: shownCommit } = comparison.to;
  const toNow =
    !isNow(context) &&
    shownCommit !== null &&
    ([context.href(`${base}/compare`, { from: shownCommit }), texts.compareNow] as const);
  const body = (
    <>
      <Crumb up={[context.href(`${base}/versions`), texts.title]}>
        <Name text={title} />
      </Crumb>
      <Head title={title} main={restoreLinks.main} others={[restoreLinks.other, toNow]} />
      {head}
      {content}
    </>
  );
  return { title: fill(texts.whatChangedIn, { name: title }), body };
}

/** Links to restore either version, unless it is the newest. */
async function restoreLinksOf(context: WorkContext, { before, after }: Restorable) {
  const isOlder = !isNow(context) && after !== null && after !== (await lastChange(context))?.commit;
  const link = (commit: string, text: string) =>
    [context.href(`${addressedPart(context.params).base}/restore`, { to: commit }), text] as const;
  return {
    main: before !== null && link(before, words().versions.restoreBefore),
    other: isOlder && link(after, words().versions.restoreAfter),
  };
}

/**
 * Last change of the addressed part.
 *
 * @param upTo commit. Default: the newest
 */
async function lastChange(context: WorkContext, upTo?: string): Promise<HistoryEntry | null> {
  const { scope } = addressedPart(context.params);
  for await (const entry of listCommits(await context.repository(), scope, { from: upTo, limit: 1 })) {
    return entry;
  }
  return null;
}

/** Both versions by their last change. */
async function comparedVersions(context: WorkContext, { from, to }: Versions): Promise<ComponentChild> {
  const texts = words().versions;
  const older = from.commit === null ? null : await lastChange(context, from.commit);
  return (
    <DescriptionList
      rows={[
        [texts.before, older ? <VersionText entry={older} /> : texts.first],
        [texts.after, isNow(context) ? texts.now : await newerText(context, to)],
      ]}
    />
  );
}

/** The newer version, which the address names. */
async function newerText(context: WorkContext, { commit }: Version): Promise<ComponentChild> {
  const entry = commit === null ? null : await lastChange(context, commit);
  if (entry === null) return words().versions.notYet;
  return <VersionText entry={entry} href={context.href(`/changes/${commit}`)} />;
}

function VersionText({ entry, href }: { readonly entry: HistoryEntry; readonly href?: string }): ComponentChild {
  const subject = <Name text={changeWords(entry)?.deed ?? entry.subject} />;
  return (
    <>
      <Time at={entry.time} /> · <Author entry={entry} /> ·{' '}
      {href === undefined ? subject : <a href={href}>{subject}</a>}
    </>
  );
}
