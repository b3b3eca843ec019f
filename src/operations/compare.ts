import { setImmediate } from 'node:timers/promises';
import { parsePath, paths } from '../content/catalog/paths.js';
import type { FieldDiff } from '../content/diff/fields.js';
import { isSamePage, type PageDiff } from '../content/diff/page-diff.js';
import { type FileContent, pageIn } from '../content/file-format.js';
import type { DetailedMedium } from '../content/media.js';
import { type Page, type PageFile, presentPage } from '../content/page.js';
import { ifTooLarge } from '../content/work/content-work.js';
import type { Compared } from '../content/work/jobs.js';
import { notFound, PortalError } from '../lib/errors.js';
import { Input, type Static, Type } from '../validation/schema.js';
import { undescribed } from './engine/contract.js';
import { colorId, entryId, mediaId, pageId, sectionInLanguage } from './engine/input.js';
import { read } from './engine/operation.js';
import { readFit } from './engine/read-page.js';
import { readAsOf } from './engine/target.js';
import type { ReadView } from './engine/view.js';
import { detailedMedium } from './media.js';

const versionHelp = 'a commit by its full id, or a time such as 2026-03-01T12:00:00Z; a date is its beginning in UTC';

const Range = Input({
  from: Type.Optional(
    Type.String({ description: `The older version: ${versionHelp}. Default: the commit before \`to\`.` }),
  ),
  to: Type.Optional(Type.String({ description: `The newer version: ${versionHelp}. Default: now.` })),
});

/** State of a thing at a commit. `damaged`: a file that does not fit the format, which readers did not see. */
type State = 'active' | 'trash' | 'absent' | 'damaged';

interface Side<Value> {
  /** `null` before the first commit. */
  readonly commit: string | null;
  readonly state: State;
  readonly value: Value | null;
}

type Change = 'same' | 'added' | 'removed' | 'edited' | 'trashed' | 'restored';

export interface PageComparison extends PageDiff {
  readonly change: Change;
  readonly from: Side<Page>;
  readonly to: Side<Page>;
}

export interface ValueComparison {
  readonly change: Change;
  readonly from: Side<Readonly<Record<string, unknown>>>;
  readonly to: Side<Readonly<Record<string, unknown>>>;
  readonly fields: readonly FieldDiff[];
}

/** Compares versions as readers see them: pushed content is sanitised first. */
export const comparePage = read({
  ...comparison('pages.compare', 'a page, block by block'),
  params: { page: pageId },
  answers: undescribed<PageComparison>(),
  async run(view, { params: { page: id }, query }) {
    const [from, to] = await sidesOf(view, query, [paths.page(id), paths.trash(id)]);
    const [before, after] = [pageIn(from.value), pageIn(to.value)];
    if (from.state === 'absent' && to.state === 'absent') throw notFound('Page');
    const diff = await difference(view, { page: [before, after] });
    const change = changeBetween(from, to, isSamePage(diff));
    return { value: { change, from: shown(from, before), to: shown(to, after), ...diff }, resource: null };
  },
});

/** Comparison of sections: one that was never written is empty, and not absent. */
export const compareSection = read({
  ...comparison('language.section.compare', 'a section of the corporate language'),
  params: { section: sectionInLanguage },
  run: (view, { params: { section }, query }) => compareValues(view, query, paths.section(section)),
});

export const compareEntry = read({
  ...comparison('context.compare', 'an entry of the brand context'),
  params: { entry: entryId },
  run: (view, { params: { entry }, query }) => compareValues(view, query, paths.entry(entry), 'Brand context entry'),
});

export const compareColor = read({
  ...comparison('colors.compare', 'a colour'),
  params: { color: colorId },
  run: (view, { params: { color }, query }) => compareValues(view, query, paths.color(color), 'Colour'),
});

export interface MediumComparison extends Omit<ValueComparison, 'from' | 'to'> {
  readonly from: Side<DetailedMedium>;
  readonly to: Side<DetailedMedium>;
}

/** Compares the metadata and the name of the file. Whether the bytes differ is seen by the hashes of both sides. */
export const compareMedium = read({
  ...comparison('media.compare', 'a medium'),
  params: { media: mediaId },
  answers: undescribed<MediumComparison>(),
  async run(view, { params: { media: id }, query }) {
    const side = async (commit: string | null): Promise<Side<DetailedMedium>> => {
      const catalog = commit === null ? null : (await view.history.past.snapshotAt(commit)).catalog;
      const medium = catalog?.media.get(id);
      const value = catalog === null || medium === undefined ? null : detailedMedium({ catalog }, medium);
      return { commit, state: value === null ? 'absent' : 'active', value };
    };
    const [older, newer] = await commitsOf(view, query);
    const [from, to] = [await side(older), await side(newer)];
    if (from.value === null && to.value === null) throw notFound('Medium');
    const fieldsOf = ({ value }: Side<DetailedMedium>) => ({ ...value, file: value?.file?.name ?? null });
    const { fields } = await difference(view, { value: [fieldsOf(from), fieldsOf(to)] });
    const isSameFile = from.value?.file?.sha256 === to.value?.file?.sha256;
    return {
      value: { change: changeBetween(from, to, fields.length === 0 && isSameFile), from, to, fields },
      resource: null,
    };
  },
});

/** It needs no module: the history of existing content stays readable without it. */
function comparison(name: string, thing: string) {
  return {
    name,
    summary: `Compare two versions of ${thing}, word by word`,
    query: Range,
    strict: true,
    answers: undescribed<ValueComparison>(),
  } as const;
}

type Found = Side<FileContent>;

/** @returns `null` before the first commit */
async function commitsOf(
  { history: { past, versions }, snapshot }: ReadView,
  { from, to }: Static<typeof Range>,
): Promise<[older: string | null, newer: string | null]> {
  const commitOf = async (text: string, name: string) => (await readAsOf(past, text, name)).commit;
  const newer = to === undefined ? snapshot.commit : await commitOf(to, 'to');
  const parent = () => (newer === null ? null : versions.parentOf(newer));
  return [from === undefined ? await parent() : await commitOf(from, 'from'), newer];
}

async function sidesOf(
  view: ReadView,
  range: Static<typeof Range>,
  wanted: readonly string[],
): Promise<[Found, Found]> {
  const [older, newer] = await commitsOf(view, range);
  const side = async (commit: string | null): Promise<Found> => {
    // Checking a long page takes a whole tick of the event loop, for each version.
    await setImmediate();
    if (commit === null) return { commit, state: 'absent', value: null };
    for (const path of wanted) {
      const file = await view.history.readFile(path, commit);
      const at = parsePath(path);
      if (file === null || at === null) continue;
      const value = (await readFit(at, file.bytes, view.sanitizer))?.content ?? null;
      if (value === null) return { commit, state: 'damaged', value };
      return { commit, state: value.kind === 'trash' ? 'trash' : 'active', value };
    }
    return { commit, state: 'absent', value: null };
  };
  const before = await side(older);
  const after = await side(newer);
  await setImmediate();
  return [before, after];
}

function shown({ commit, state }: Found, page: PageFile | null): Side<Page> {
  return { commit, state, value: page === null ? null : presentPage(page) };
}

/** @throws `not_found` when the thing is in neither version */
async function compareValues(view: ReadView, range: Static<typeof Range>, path: string, thing?: string) {
  const [from, to] = await sidesOf(view, range, [path]);
  if (thing !== undefined && from.state === 'absent' && to.state === 'absent') throw notFound(thing);
  const [before, after] = [valueIn(from), valueIn(to)];
  const { fields } = await difference(view, { value: [before ?? {}, after ?? {}] });
  const change = changeBetween(from, to, fields.length === 0);
  return { value: { change, from: { ...from, value: before }, to: { ...to, value: after }, fields }, resource: null };
}

/** @throws `invalid` for versions that are too large */
async function difference({ work }: ReadView, compared: Compared): Promise<PageDiff> {
  const [diff] = await work('compare', [compared]).catch(ifTooLarge(() => []));
  if (diff === undefined) throw new PortalError('invalid', 'These versions are too large to compare.');
  return diff;
}

function valueIn({ value }: Found): Readonly<Record<string, unknown>> | null {
  return value?.kind === 'section' || value?.kind === 'entry' || value?.kind === 'color' ? value.value : null;
}

function changeBetween(from: Side<unknown>, to: Side<unknown>, isSame: boolean): Change {
  if (from.state === 'absent') return to.state === 'absent' ? 'same' : 'added';
  if (to.state === 'absent') return 'removed';
  if (from.state === to.state) return isSame ? 'same' : 'edited';
  if (to.state === 'trash') return 'trashed';
  return from.state === 'trash' ? 'restored' : 'edited';
}
