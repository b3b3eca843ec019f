import { newBlockId } from '../content/blocks/block-id.js';
import { allBlocks } from '../content/blocks/block-tree.js';
import { SentBlocks, type StoredBlock } from '../content/blocks/block-type.js';
import type { Reference, SentBlock } from '../content/blocks/parse.js';
import { referenceProblems, references, refersTo } from '../content/blocks/references.js';
import { BlockResolver } from '../content/blocks/resolve-blocks.js';
import { changedBlocks, mergePages, type PageMerge, sharing, uniqueIdTest } from '../content/merge/page.js';
import type { Conflict } from '../content/merge/values.js';
import { Page, type PageFile, pageTitle, presentPage } from '../content/page.js';
import { reportChapterBlocks, reportLineBreaks } from '../content/page-rules.js';
import { found, PortalError } from '../lib/errors.js';
import { Exact, Input, Nullable, OneOf, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { type Body, fields, type ParamValues, pageId, withBlocks } from './engine/input.js';
import { markdownFields } from './engine/markdown.js';
import { write } from './engine/operation.js';
import { readPageVersion } from './engine/read-page.js';
import { resources, versionIn, versionOf } from './engine/resource.js';
import type { BrandView } from './engine/view.js';
import { pageAnswer, pageName, replayPage } from './pages.js';

const maxNoteLength = 200;

const PageSave = Input(
  {
    base: Type.String({ description: 'The version that it was made from: the ETag of the page, without the quotes.' }),
    title: Type.Optional(pageTitle),
    blocks: Type.Optional(SentBlocks),
    conflicts: Type.Optional(
      OneOf(['refuse', 'mine', 'theirs'], {
        description:
          'Whose value is stored where both changed it; `refuse`, the default: nothing is, and the answer is 412.',
      }),
    ),
    note: Type.Optional(Type.String({ maxLength: maxNoteLength, description: 'Why, on one line: for the history.' })),
  },
  {
    title: 'PageSave',
    description:
      'The page as it is wanted. Title or blocks that are left out stay. A block sent with the id and type that it was read with is ' +
      'that block; any other is new.',
  },
);

export const MergeConflict = Exact(
  {
    block: Nullable(Type.String({ description: 'The id of the block; null: it is about the page.' })),
    field: Nullable(
      Type.String({
        description: "Dotted path in the data of the block in `merged`, or `title`; null: the block's data as a whole.",
      }),
    ),
    kind: OneOf(['both', 'removed_here', 'removed_there'], {
      description: 'Both changed it; or one changed what you, or others, removed.',
    }),
    base: Type.Unknown({ description: 'What it was. Null: it was not there.' }),
    mine: Type.Unknown({ description: 'What was sent.' }),
    theirs: Type.Unknown({ description: 'What is stored.' }),
  },
  { title: 'MergeConflict', description: 'A value to settle.' },
);

const SaveConflict = Exact(
  {
    message: Type.String(),
    version: Type.String({ description: 'Of the page now: the `base` to send next.' }),
    page: Page,
    merged: Exact({ title: Page.properties.title, blocks: Page.properties.blocks }),
    conflicts: Type.Array(MergeConflict),
  },
  {
    title: 'SaveConflict',
    description: 'The conflicts: `merged` has everything mergeable, and what others wrote elsewhere.',
  },
);

const params = { page: pageId };
const content = withBlocks(PageSave);
type SentPage = typeof content extends Body<infer Sent> ? Sent : never;

/** `basePage`: the version of the page that `base` names; `null`: it names none. `former`: an earlier version, whose blocks keep their ids. */
type SentSave = SentPage & { readonly basePage: PageFile | null; readonly former?: PageFile };

/** Reads the base once a call, before the write is queued. */
export const savedPage: Body<SentSave, ParamValues<typeof params>> = {
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

interface Settled {
  readonly page: PageFile;
  readonly version: string;
  /** `null`: the base is no version of the page. */
  readonly merge: PageMerge | null;
}

/**
 * Merges what was sent into the page as it is now.
 *
 * @param keepsIds whether new blocks keep the ids that they were sent with
 * @returns `null` when a field is invalid, which is reported
 * @throws `not_found`
 */
export async function settle(
  view: BrandView,
  id: number,
  sent: Partial<SentSave>,
  violations: Violations,
  keepsIds = false,
): Promise<Settled | null> {
  const { base, blocks, former } = sent;
  const record = found(view.catalog.pages.get(id), 'Page');
  const version = versionOf(view.snapshot, resources.page(id));
  const page = (base === version && sent.basePage) || (await view.readPage(record));
  const basePage = sent.basePage === page ? page : sent.basePage && sharing(sent.basePage, page);
  reportLineBreaks('title', sent.title, violations);
  reportLineBreaks('note', sent.note, violations);
  reportChapterBlocks(page.type, blocks, violations);
  if (base === undefined || basePage === undefined) return null;
  const sentReferences: Reference[] = [];
  const mineBlocks =
    blocks === undefined
      ? basePage?.blocks
      : resolve(view, blocks, [...new Set([basePage ?? page, page, former ?? page])], {
          keepsIds,
          sentReferences,
          violations,
        });
  if (violations.any) return null;
  if (basePage === null || mineBlocks === undefined) return { page, version, merge: null };
  const mine = { title: sent.title ?? basePage.title, blocks: mineBlocks };
  const tools = { decision: sent.conflicts ?? 'refuse', sanitizer: view.sanitizer } as const;
  const merge =
    base === version
      ? { ...mine, conflicts: [], messages: [], applied: 0 }
      : withHead(await mergePages(basePage, mine, page, tools), basePage, page);
  // A reference that others took away, and that is sent in another place, is not to come back.
  const problemOf = referenceProblems(view.catalog, [page]);
  let used: ReturnType<typeof references> | undefined;
  for (const reference of merge.conflicts.length === 0 ? sentReferences : []) {
    const [problem, { path }] = [problemOf(reference), reference];
    if (problem === null) continue;
    used ??= references(merge.blocks);
    if (refersTo(used, reference)) violations.add(path, message.selectedBecause(path, problem));
  }
  return { page, version, merge };
}

interface ResolveTools {
  readonly keepsIds: boolean;
  /** Gets the references that were sent. */
  readonly sentReferences: Reference[];
  readonly violations: Violations;
}

/** The sent blocks as stored ones. They may keep ids and references of these versions of the page. */
function resolve(
  view: BrandView,
  sent: readonly SentBlock[],
  pages: readonly PageFile[],
  { keepsIds, sentReferences, violations }: ResolveTools,
) {
  const replaced: StoredBlock[] = [];
  for (const { blocks } of pages) {
    const ids = new Set(replaced.map(({ id }) => id));
    replaced.push(...allBlocks(blocks).filter(({ id }) => !ids.has(id)));
  }
  const isKnownById = uniqueIdTest(pages.map(({ blocks }) => blocks));
  const problemOf = referenceProblems(view.catalog, pages);
  const problem = (reference: Reference): string | null => {
    sentReferences.push(reference);
    return problemOf(reference);
  };
  return new BlockResolver({ newId: newBlockId, keepsIds, problem, replaced, isKnownById }, violations).list(sent, 1);
}

/** The merge with the members counted that a save does not set and that others have changed. */
function withHead(merge: PageMerge, basePage: PageFile, page: PageFile): PageMerge {
  const members = ['slug', 'type', 'parent_id', 'position', 'nav_expansion', 'visibility'] as const;
  return { ...merge, applied: merge.applied + members.filter((name) => basePage[name] !== page[name]).length };
}

/** @throws `precondition_failed` when there is something to settle */
function requireSettled({ page, version, merge }: Settled): PageMerge {
  if (merge === null) {
    const text = 'The base is no version of this page. Nothing was stored: read the page, and make the changes again.';
    throw new PortalError('precondition_failed', text);
  }
  const { title, blocks, conflicts } = merge;
  if (conflicts.length === 0) return merge;
  const extra = { version, page: presentPage(page), merged: { title, blocks }, conflicts };
  throw new PortalError('precondition_failed', conflictText(conflicts), { extra });
}

const maxNamed = 5;

function conflictText(conflicts: readonly Conflict[]): string {
  const descriptions = conflicts.slice(0, maxNamed).map(({ block, field, kind }) => {
    const place =
      [block === null ? '' : `block ${block}`, field ?? ''].filter((text) => text !== '').join(' ') ||
      'a block without an id';
    return kind === 'both' ? place : `${place} (removed ${kind === 'removed_here' ? 'by you' : 'by them'})`;
  });
  const more = conflicts.length > maxNamed ? `, and ${conflicts.length - maxNamed} more` : '';
  const advice = 'Nothing was stored. Settle it in `merged`, and save that with `version` as its `base`.';
  return `Others have changed what you changed: ${descriptions.join(', ')}${more}. ${advice}`;
}

interface Saving {
  readonly name: string;
  readonly summary: string;
  readonly body: typeof savedPage;
  readonly apiChapter?: 'Pages';
  readonly description?: string;
  readonly markdown?: ReturnType<typeof markdownFields>;
}

const saving = (own: Saving) =>
  write({
    ...own,
    params,
    answers: Page,
    conflict: SaveConflict,
    async replay(commit) {
      const applied = Number(await commit.trailer('Merged'));
      return { ...(await replayPage(commit)), merged: { applied, messages: [] } };
    },
    refusals: ['fields'],
    check: (draft, { params: { page }, sent }, violations) => settle(draft, page, sent, violations),
    expects: (_draft, { page }) => resources.page(page.id),
    apply(draft, { body, checked }) {
      const { page, version } = checked;
      const { title, blocks, applied, messages } = requireSettled(checked);
      const { subject, lines } = describe(page, { title, blocks });
      const saved = draft.putPage(page, { ...page, title, blocks }, subject, {
        details: [...lines, ...messages],
        trailers: [
          ...(body.note === undefined ? [] : [['Note', body.note] as const]),
          ...(body.base === version
            ? []
            : [['Merged-Base', body.base.slice(0, 40)] as const, ['Merged', String(applied)] as const]),
        ],
      });
      return { ...pageAnswer(saved), merged: { applied, messages } };
    },
  });

export const savePage = saving({
  name: 'pages.save',
  apiChapter: 'Pages',
  summary: 'Save a page and merge (addition)',
  description:
    'Stores the page as it is wanted, made from the version `base`, and merges what others have changed since, by the ids of blocks. ' +
    'What both changed, in one sentence, list item or value, is 412 with all that merged; or it is decided as `conflicts` says. ' +
    'With the newest version as its base, it stores what was sent. `If-Match` merges nothing.',
  body: savedPage,
  markdown: markdownFields(PageSave, ['base', 'title', 'conflicts', 'note']),
});

const versions = fields(Input({ base: Type.String(), to: Type.String() }));

/** Version after a save as `base`, and the one before it as `to`. */
const undone: Body<SentSave, ParamValues<typeof params>> = {
  schemas: versions.schemas,
  async read(body, violations, context) {
    const { base, to } = await versions.read(body, violations, context);
    const { snapshot, catalog, sanitizer } = await context.view();
    const record = catalog.pages.get(context.params.page);
    const former = record && to && (await readPageVersion(snapshot, record, versionIn(to), sanitizer));
    if (!former) throw new PortalError('precondition_failed', 'The page never had this version. Nothing was stored.');
    const { title, blocks } = former;
    const sent = { base, title, ...(former.type === 'guideline' && { blocks }) };
    return { ...(await savedPage.read(sent, violations, context)), former };
  },
};

/** Undoes a save: what others have changed since stays, and blocks that come back have their ids. */
export const undoSave = saving({ name: 'pages.undo_save', summary: 'Undo a save', body: undone });

/** Blocks that a commit's message names; the others are counted. */
const maxLines = 50;

function describe(before: PageFile, after: Pick<PageFile, 'title' | 'blocks'>): { subject: string; lines: string[] } {
  const changed = changedBlocks(before.blocks, after.blocks);
  const changes = before.title === after.title ? [] : [`rename to "${after.title}"`];
  let isNamed = false;
  for (const change of ['edited', 'added', 'moved', 'removed'] as const) {
    const { length } = changed.filter((one) => one.change === change);
    if (length > 0) changes.push(`${length}${isNamed ? '' : length === 1 ? ' block' : ' blocks'} ${change}`);
    isNamed ||= length > 0;
  }
  const lines = changed.slice(0, maxLines).map(({ change, type, id }) => `${change}: ${type ?? 'block'} ${id ?? ''}`);
  const more = changed.length > maxLines ? [`and ${changed.length - maxLines} more`] : [];
  return {
    subject: `Edit ${pageName(before)}${changes.length === 0 ? '' : `: ${changes.join(', ')}`}`,
    lines: [...lines, ...more],
  };
}
