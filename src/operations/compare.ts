import { setImmediate } from 'node:timers/promises';
import { parsePath, paths } from '../content/catalog/paths.js';
import { diffFields, type FieldDiff } from '../content/diff/fields.js';
import { DiffLimit } from '../content/diff/limit.js';
import { diffPages, isSamePage, type PageDiff } from '../content/diff/page-diff.js';
import { type FileContent, Misfit } from '../content/file-format.js';
import { type Page, type PageFile, presentPage } from '../content/page.js';
import { notFound } from '../errors.js';
import { Exact, Input, type Static, Type } from '../validation/schema.js';
import { readAsOf } from './as-of.js';
import { read } from './operation.js';
import { anySection, entryId, pageId } from './params.js';
import { readForeign } from './read-page.js';
import type { BrandView } from './view.js';

const when = 'a commit by its full id, or a time such as 2026-03-01T12:00:00Z; a date is its beginning in UTC';

/** Two versions to compare; either may be left out. */
export const Range = Input({
  from: Type.Optional(Type.String({ description: `The older version: ${when}. Left out, the commit before \`to\`.` })),
  to: Type.Optional(Type.String({ description: `The newer version: ${when}. Left out, now.` })),
});

/** State of a thing at a commit. `damaged`: a file that does not fit the format, which readers did not see. */
type State = 'active' | 'trash' | 'absent' | 'damaged';

interface Side<Value> {
  /** `null`: before the first commit. */
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

const compared = {
  change: Type.String(),
  from: Type.Object({}),
  to: Type.Object({}),
  fields: Type.Array(Type.Object({})),
};
const ValueAnswer = Type.Unsafe<ValueComparison>(Exact(compared));

/** Compares versions as readers see them: what git brought is sanitised before. */
export const comparePage = read({
  name: 'pages.compare',
  summary: 'Compare two versions of a page, block by block and word by word',
  params: { page: pageId },
  query: Range,
  strict: true,
  answers: Type.Unsafe<PageComparison>(
    Exact({ ...compared, blocks: Type.Array(Type.Object({})), counts: Type.Object({}) }),
  ),
  async run(view, { params: { page: id }, query }) {
    const [from, to] = await sidesOf(view, query, [paths.page(id), paths.trash(id)]);
    const [before, after] = [pageIn(from), pageIn(to)];
    if (from.state === 'absent' && to.state === 'absent') throw notFound('Page');
    const diff = await diffPages(before, after, { limit: new DiffLimit(), sanitizer: view.sanitizer });
    const change = changeBetween(from, to, isSamePage(diff));
    return { value: { change, from: shown(from, before), to: shown(to, after), ...diff }, resource: null };
  },
});

export const compareSection = read({
  name: 'language.section.compare',
  module: 'corporate_language',
  summary: 'Compare two versions of a section of the corporate language, word by word',
  params: { section: anySection },
  query: Range,
  strict: true,
  answers: ValueAnswer,
  async run(view, { params: { section: name }, query }) {
    // A section that was never written is empty.
    return { value: compareValues(view, await sidesOf(view, query, [paths.section(name)])), resource: null };
  },
});

export const compareEntry = read({
  name: 'context.compare',
  module: 'brand_agent',
  summary: 'Compare two versions of an entry of the brand context, word by word',
  params: { entry: entryId },
  query: Range,
  strict: true,
  answers: ValueAnswer,
  async run(view, { params: { entry: id }, query }) {
    const sides = await sidesOf(view, query, [paths.entry(id)]);
    if (sides.every(({ state }) => state === 'absent')) throw notFound('Brand context entry');
    return { value: compareValues(view, sides), resource: null };
  },
});

type Found = Side<FileContent>;

async function sidesOf(
  { history, snapshot, sanitizer }: BrandView,
  { from, to }: Static<typeof Range>,
  wanted: readonly string[],
): Promise<[Found, Found]> {
  const newer = to === undefined ? snapshot.commit : (await readAsOf(history, to, 'to')).commit;
  const older =
    from !== undefined
      ? (await readAsOf(history, from, 'from')).commit
      : newer === null
        ? null
        : await history.parentOf(newer);
  const side = async (commit: string | null): Promise<Found> => {
    if (commit === null) return { commit, state: 'absent', value: null };
    for (const path of wanted) {
      const file = await history.readFile(commit, path);
      const at = parsePath(path);
      if (file === null || at === null) continue;
      const value = (await readForeign(at, file.bytes, sanitizer).catch(misfitAsNull))?.content ?? null;
      const state = value === null ? 'damaged' : value.kind === 'trash' ? 'trash' : 'active';
      return { commit, state, value };
    }
    return { commit, state: 'absent', value: null };
  };
  // To check all of a long page takes a turn of the event loop, for each version.
  const before = await side(older);
  await setImmediate();
  const after = await side(newer);
  await setImmediate();
  return [before, after];
}

function misfitAsNull(error: unknown): null {
  if (error instanceof Misfit) return null;
  throw error;
}

function pageIn({ value }: Found): PageFile | null {
  return value?.kind === 'page' || value?.kind === 'trash' ? value.value : null;
}

function shown({ commit, state }: Found, page: PageFile | null): Side<Page> {
  return { commit, state, value: page === null ? null : presentPage(page) };
}

function compareValues({ sanitizer }: BrandView, [from, to]: readonly [Found, Found]): ValueComparison {
  const [before, after] = [valueIn(from), valueIn(to)];
  const fields = diffFields({}, before ?? {}, after ?? {}, { limit: new DiffLimit(), sanitizer });
  const side = ({ commit, state }: Found, value: ReturnType<typeof valueIn>) => ({ commit, state, value });
  return {
    change: changeBetween(from, to, fields.length === 0),
    from: side(from, before),
    to: side(to, after),
    fields,
  };
}

function valueIn({ value }: Found): Readonly<Record<string, unknown>> | null {
  return value?.kind === 'section' || value?.kind === 'entry' ? value.value : null;
}

function changeBetween(from: Side<unknown>, to: Side<unknown>, isSame: boolean): Change {
  if (from.state === 'absent') return to.state === 'absent' ? 'same' : 'added';
  if (to.state === 'absent') return 'removed';
  if (from.state === to.state) return isSame ? 'same' : 'edited';
  if (to.state === 'trash') return 'trashed';
  return from.state === 'trash' ? 'restored' : 'edited';
}
