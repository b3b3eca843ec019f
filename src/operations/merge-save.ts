import { isDeepStrictEqual } from 'node:util';
import { newBlockId } from '../content/blocks/block-id.js';
import { allBlocks } from '../content/blocks/block-tree.js';
import { SentBlocks, type StoredBlock } from '../content/blocks/block-type.js';
import type { Reference } from '../content/blocks/parse.js';
import { referenceProblems, references, refersTo } from '../content/blocks/references.js';
import { BlockResolver } from '../content/blocks/resolve-blocks.js';
import { paths } from '../content/catalog/paths.js';
import { type OlderPlace, withOlder } from '../content/merge/older.js';
import { mergePages, type PageMerge, sharing, uniqueIdTest } from '../content/merge/page.js';
import type { Decision } from '../content/merge/values.js';
import { type PageFile, pageDetails, pageSettings, pageTitle, proposedFields } from '../content/page.js';
import { reportChapterBlocks, reportLineBreaks } from '../content/page-rules.js';
import { found } from '../lib/errors.js';
import type { ErrorText } from '../lib/say.js';
import { Input, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { type Body, type ParamValues, pageId, withBlocks } from './engine/input.js';
import { readPageVersion } from './engine/read-page.js';
import { resources, versionIn, versionOf } from './engine/resource.js';
import type { BrandView } from './engine/view.js';
import { newIds } from './new-block-ids.js';
import { checkCover } from './page-cover.js';
import { withProposedFields } from './page-place.js';
import { chooseIn, SettledPlaces, settledContent } from './settle.js';

const maxNoteLength = 200;

export const PageSave = Input(
  {
    base: Type.String({ description: 'The version that was edited: the ETag of the page, without the quotes.' }),
    title: Type.Optional(pageTitle),
    ...pageDetails,
    blocks: Type.Optional(SentBlocks),
    conflicts: Type.Optional(
      OneOf(['refuse', 'mine', 'theirs'], {
        description: 'Value to store when both sides changed it. `refuse` (default): store nothing and return 412.',
      }),
    ),
    note: Type.Optional(
      Type.String({ maxLength: maxNoteLength, description: 'Reason, on one line, for the history.' }),
    ),
    ...proposedFields,
  },
  {
    title: 'PageSave',
    description:
      'The desired page. What is omitted stays unchanged. A block sent with the id and type that it was read with ' +
      'is that block; any other block is new.',
  },
);

export const params = { page: pageId };
const content = withProposedFields(PageSave, withBlocks);
type SentPage = typeof content extends Body<infer Sent> ? Sent : never;

export type SentSave = SentPage & {
  /** The version of the page that `base` names; `null` if the page never had it. */
  readonly basePage: PageFile | null;
  /** Places that were merged into the page undecided, with what they were before. */
  readonly older?: readonly OlderPlace[];
  /** Choices of the person for the conflicts with a version. */
  readonly choices?: Settling;
  /** Ids that new blocks may keep. */
  readonly newIds?: ReadonlySet<string>;
  /** An earlier version that an undo restores. Its blocks keep their ids. */
  readonly undoTarget?: PageFile;
};

type SaveBody = Body<SentSave, ParamValues<typeof params>>;
type SaveContext = Parameters<SaveBody['read']>[2];

/** Reads the base version once, before the write is queued. */
export const saveBody: SaveBody = {
  schemas: content.schemas,
  read: async (body, violations, context) => withBase(await content.read(body, violations, context), context),
};

async function withBase(sent: Partial<SentPage>, context: SaveContext): Promise<Partial<SentSave>> {
  if (sent.base === undefined) return sent;
  const base = versionIn(sent.base.replace(/^(?:W\/)?"|"$/g, ''));
  return { ...sent, base, basePage: await pageAt(base, context) };
}

/** @returns `null` if the page never had this version */
async function pageAt(version: string, context: SaveContext): Promise<PageFile | null> {
  const { snapshot, catalog, sanitizer } = await context.view();
  const record = catalog.pages.get(context.params.page);
  return record === undefined ? null : readPageVersion(snapshot, record, version, sanitizer);
}

const { conflicts: _, ...described } = PageSave.properties;

const Settling = Input({
  version: Type.String({ description: 'Version of the page that has the other sides of the conflicts.' }),
  places: SettledPlaces,
});
type Settling = Static<typeof Settling>;

const Since = Input({ block: Nullable(Type.String()), field: Nullable(Type.String()), version: Type.String() });

const openContent = withBlocks(
  Input({
    ...described,
    since: Type.Optional(Type.Array(Since, { maxItems: 1000 })),
    choices: Type.Optional(Settling),
  }),
);

/** Older versions that one save reads. A place with another one counts as new on both sides. */
const maxOlder = 20;

/** A save of an open page: places that still have to be chosen, with the version before, and the choices for conflicts. */
export const openSaveBody: SaveBody = {
  schemas: openContent.schemas,
  async read(body, violations, context) {
    const { since = [], choices, ...sent } = await openContent.read(body, violations, context);
    const pages = new Map<string, PageFile | null>();
    for (const version of new Set(since.map(({ version }) => version)))
      if (pages.size < maxOlder) pages.set(version, await pageAt(versionIn(version), context));
    const older = since.map(({ block, field, version }) => ({ block, field, page: pages.get(version) ?? null }));
    const based = await withBase(sent, context);
    const { blocks = [], basePage } = based;
    const review = async () => (await context.view()).review();
    const known = await newIds({ id: context.params.page, sent: blocks, stored: basePage?.blocks ?? [], review });
    return { ...based, older, newIds: known, ...(choices && { choices }) };
  },
};

export const unknownBase = '`base` is not a version of this page.';

export interface MergeResult {
  /** The current page. */
  readonly page: PageFile;
  readonly version: string;
  /** `null` if `base` is not a version of the page. */
  readonly merge: PageMerge | null;
  /** Ids that new blocks got in place of those that they were sent with. */
  readonly given: ReadonlyMap<string, string>;
}

/**
 * Merges a sent page into the current one. It stores nothing.
 *
 * @param keepsIds whether new blocks keep the ids that they were sent with
 * @returns `null` when a field is invalid, which is reported
 * @throws `not_found`
 */
export async function mergeSave(
  view: BrandView,
  id: number,
  sent: Partial<SentSave>,
  violations: Violations,
  { keepsIds = false } = {},
): Promise<MergeResult | null> {
  const record = found(view.catalog.pages.get(id), 'Page');
  const version = versionOf(view.snapshot, resources.page(id));
  const isCurrent = sent.base === version;
  const page = (isCurrent && sent.basePage) || (await view.readPage(record));
  reportLineBreaks('title', sent.title, violations);
  reportLineBreaks('summary', sent.summary, violations);
  reportLineBreaks('note', sent.note, violations);
  reportChapterBlocks(page.type, sent.blocks, violations);
  if (sent.base === undefined || sent.basePage === undefined) return null;

  const { older = [], choices } = sent;
  const shared = isCurrent ? sent.basePage : sent.basePage && sharing(sent.basePage, page);
  const basePage = shared === null || older.length === 0 ? shared : withOlder(shared, older);
  const pages = [...new Set([basePage ?? page, page, sent.undoTarget ?? page])];
  checkCover(view, sent.cover, pages, violations);
  const given = new Map<string, string>();
  const resolved = sent.blocks && resolveBlocks(view, sent, pages, { keepsIds, given, violations });
  const blocks = resolved?.blocks ?? basePage?.blocks;
  if (violations.any) return null;
  if (basePage === null || blocks === undefined) return { page, version, merge: null, given };

  const { title = basePage.title, summary = basePage.summary, cover = basePage.cover } = sent;
  const mine = { title, summary, cover, blocks };
  const merged = async (decision: Decision): Promise<PageMerge> =>
    isCurrent && older.length === 0
      ? { ...mine, conflicts: [], messages: [], applied: 0 }
      : withSettings(await mergePages(basePage, mine, page, { decision, sanitizer: view.sanitizer }), basePage, page);
  const asked = await merged(sent.conflicts ?? 'refuse');
  // Choices for another version are none: the person has not seen what is there now.
  const isChosen = choices !== undefined && versionIn(choices.version) === version;
  const merge = isChosen ? await settled(page, await merged(chooseIn(choices.places, asked.conflicts)), view) : asked;
  if (merge.conflicts.length === 0) reportRemoved(resolved?.references ?? [], merge, page, { view, violations });
  return { page, version, merge, given };
}

/** @throws `invalid` if what was put together does not fit */
async function settled(page: PageFile, merge: PageMerge, { sanitizer }: BrandView): Promise<PageMerge> {
  const { title, summary, cover, blocks } = merge;
  // Limits that both sides break together remain, with what was chosen.
  if (merge.conflicts.length > 0) return merge;
  const at = { kind: 'page', id: page.id } as const;
  const content = await settledContent(at, paths.page(page.id), { ...page, title, summary, cover, blocks }, sanitizer);
  if (content.kind !== 'page') return merge;
  const { value } = content;
  return { ...merge, title: value.title, summary: value.summary, cover: value.cover, blocks: value.blocks };
}

interface ResolveOptions {
  readonly keepsIds: boolean;
  /** Takes the ids that new blocks get in place of those that they were sent with. */
  readonly given: Map<string, string>;
  readonly violations: Violations;
}

/** The sent blocks as stored ones, and their references. They may keep ids and references of these versions of the page. */
function resolveBlocks(
  view: BrandView,
  { blocks: sent = [], newIds = new Set() }: Pick<Partial<SentSave>, 'blocks' | 'newIds'>,
  pages: readonly PageFile[],
  { keepsIds, given, violations }: ResolveOptions,
): { blocks: StoredBlock[]; references: Reference[] } {
  const replaced: StoredBlock[] = [];
  for (const { blocks } of pages) {
    const ids = new Set(replaced.map(({ id }) => id));
    replaced.push(...allBlocks(blocks).filter(({ id }) => !ids.has(id)));
  }
  const isKnownById = uniqueIdTest(pages.map(({ blocks }) => blocks));
  const problemOf = referenceProblems(view.available, pages);
  const references: Reference[] = [];
  const problem = (reference: Reference): ErrorText | null => {
    references.push(reference);
    return problemOf(reference);
  };
  const free = new Set(newIds);
  for (const { id } of replaced) if (id !== null) free.delete(id);
  const keepsId = (id: string): boolean => keepsIds || free.delete(id);
  const onGiven = (sentId: string, id: string): unknown => given.set(sentId, id);
  const rules = { newId: newBlockId, keepsId, onGiven, problem, replaced, isKnownById };
  const resolver = new BlockResolver(rules, violations);
  return { blocks: resolver.list(sent, 1), references };
}

/** The merge with the settings counted that others have changed and that a save never sets. */
function withSettings(merge: PageMerge, basePage: PageFile, page: PageFile): PageMerge {
  const { title: _, summary: __, cover: ___, ...settings } = pageSettings(page);
  const before: Record<string, unknown> = pageSettings(basePage);
  const changed = Object.entries(settings).filter(([name, value]) => !isDeepStrictEqual(before[name], value));
  return { ...merge, applied: merge.applied + changed.length };
}

interface ReportTarget {
  readonly view: BrandView;
  readonly violations: Violations;
}

/** Reports sent references that the merge would store although others have removed them, and their target is gone. */
function reportRemoved(
  sent: readonly Reference[],
  merge: PageMerge,
  page: PageFile,
  { view, violations }: ReportTarget,
): void {
  const problemOf = referenceProblems(view.available, [page]);
  let used: ReturnType<typeof references> | undefined;
  for (const reference of sent) {
    const problem = problemOf(reference);
    if (problem === null) continue;
    used ??= references(merge);
    if (refersTo(used, reference)) violations.add(reference.path, message.selectedBecause(reference.path, problem));
  }
}
