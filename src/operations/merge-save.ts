import { isDeepStrictEqual } from 'node:util';
import { newBlockId } from '../content/blocks/block-id.js';
import { allBlocks } from '../content/blocks/block-tree.js';
import { SentBlocks, type StoredBlock } from '../content/blocks/block-type.js';
import type { Reference, SentBlock } from '../content/blocks/parse.js';
import { referenceProblems, references, refersTo } from '../content/blocks/references.js';
import { BlockResolver } from '../content/blocks/resolve-blocks.js';
import { mergePages, type PageMerge, sharing, uniqueIdTest } from '../content/merge/page.js';
import { type PageFile, pageSettings, pageTitle } from '../content/page.js';
import { reportChapterBlocks, reportLineBreaks } from '../content/page-rules.js';
import { found } from '../lib/errors.js';
import { Input, OneOf, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { type Body, type ParamValues, pageId, withBlocks } from './engine/input.js';
import { readPageVersion } from './engine/read-page.js';
import { resources, versionIn, versionOf } from './engine/resource.js';
import type { BrandView } from './engine/view.js';

const maxNoteLength = 200;

export const PageSave = Input(
  {
    base: Type.String({ description: 'The version that was edited: the ETag of the page, without the quotes.' }),
    title: Type.Optional(pageTitle),
    blocks: Type.Optional(SentBlocks),
    conflicts: Type.Optional(
      OneOf(['refuse', 'mine', 'theirs'], {
        description: 'Value to store when both sides changed it. `refuse` (default): store nothing and return 412.',
      }),
    ),
    note: Type.Optional(
      Type.String({ maxLength: maxNoteLength, description: 'Reason, on one line, for the history.' }),
    ),
  },
  {
    title: 'PageSave',
    description:
      'The desired page. Omitted `title` or `blocks` stay unchanged. A block sent with the id and type that it was read with ' +
      'is that block; any other block is new.',
  },
);

export const params = { page: pageId };
const content = withBlocks(PageSave);
type SentPage = typeof content extends Body<infer Sent> ? Sent : never;

export type SentSave = SentPage & {
  /** The version of the page that `base` names; `null` if the page never had it. */
  readonly basePage: PageFile | null;
  /** An earlier version that an undo restores. Its blocks keep their ids. */
  readonly undoTarget?: PageFile;
};

/** Reads the base version once, before the write is queued. */
export const saveBody: Body<SentSave, ParamValues<typeof params>> = {
  schemas: content.schemas,
  async read(body, violations, context) {
    const sent = await content.read(body, violations, context);
    if (sent.base === undefined) return sent;
    const base = versionIn(sent.base.replace(/^(?:W\/)?"|"$/g, ''));
    const { snapshot, catalog, sanitizer } = await context.view();
    const record = catalog.pages.get(context.params.page);
    const basePage = record === undefined ? null : await readPageVersion(snapshot, record, base, sanitizer);
    return { ...sent, base, basePage };
  },
};

export const unknownBase = '`base` is not a version of this page.';

export interface MergeResult {
  /** The current page. */
  readonly page: PageFile;
  readonly version: string;
  /** `null` if `base` is not a version of the page. */
  readonly merge: PageMerge | null;
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
  reportLineBreaks('note', sent.note, violations);
  reportChapterBlocks(page.type, sent.blocks, violations);
  if (sent.base === undefined || sent.basePage === undefined) return null;

  const basePage = isCurrent ? sent.basePage : sent.basePage && sharing(sent.basePage, page);
  const pages = [...new Set([basePage ?? page, page, sent.undoTarget ?? page])];
  const resolved = sent.blocks && resolveBlocks(view, sent.blocks, pages, { keepsIds, violations });
  const blocks = resolved?.blocks ?? basePage?.blocks;
  if (violations.any) return null;
  if (basePage === null || blocks === undefined) return { page, version, merge: null };

  const mine = { title: sent.title ?? basePage.title, blocks };
  const options = { decision: sent.conflicts ?? 'refuse', sanitizer: view.sanitizer };
  const merge = isCurrent
    ? { ...mine, conflicts: [], messages: [], applied: 0 }
    : withSettings(await mergePages(basePage, mine, page, options), basePage, page);
  if (merge.conflicts.length === 0) reportRemoved(resolved?.references ?? [], merge, page, { view, violations });
  return { page, version, merge };
}

interface ResolveOptions {
  readonly keepsIds: boolean;
  readonly violations: Violations;
}

/** The sent blocks as stored ones, and their references. They may keep ids and references of these versions of the page. */
function resolveBlocks(
  view: BrandView,
  sent: readonly SentBlock[],
  pages: readonly PageFile[],
  { keepsIds, violations }: ResolveOptions,
): { blocks: StoredBlock[]; references: Reference[] } {
  const replaced: StoredBlock[] = [];
  for (const { blocks } of pages) {
    const ids = new Set(replaced.map(({ id }) => id));
    replaced.push(...allBlocks(blocks).filter(({ id }) => !ids.has(id)));
  }
  const isKnownById = uniqueIdTest(pages.map(({ blocks }) => blocks));
  const problemOf = referenceProblems(view.catalog, pages);
  const references: Reference[] = [];
  const problem = (reference: Reference): string | null => {
    references.push(reference);
    return problemOf(reference);
  };
  const resolver = new BlockResolver({ newId: newBlockId, keepsIds, problem, replaced, isKnownById }, violations);
  return { blocks: resolver.list(sent, 1), references };
}

/** The merge with the settings counted that others have changed: a save never sets them. The merge has counted the title. */
function withSettings(merge: PageMerge, basePage: PageFile, page: PageFile): PageMerge {
  const { title: _, ...settings } = pageSettings(page);
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
  const problemOf = referenceProblems(view.catalog, [page]);
  let used: ReturnType<typeof references> | undefined;
  for (const reference of sent) {
    const problem = problemOf(reference);
    if (problem === null) continue;
    used ??= references(merge.blocks);
    if (refersTo(used, reference)) violations.add(reference.path, message.selectedBecause(reference.path, problem));
  }
}
