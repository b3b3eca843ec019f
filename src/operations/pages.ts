import { withCollections } from '../content/blocks/collection-blocks.js';
import { pagesInOrder, positionAtEnd } from '../content/catalog/catalog.js';
import type { PageRecord } from '../content/catalog/page-record.js';
import { paths } from '../content/catalog/paths.js';
import { PageWithMedia } from '../content/files/presented.js';
import { languageOf } from '../content/language-tags.js';
import {
  Page,
  PageCreate,
  type PageDetails,
  type PageFile,
  PageSummary,
  PageUpdate,
  PageWithDetails,
  pageDefaults,
  presentPage,
  presentSummary,
  trashFile,
} from '../content/page.js';
import { checkParent, hasChildren, reportChapterBlocks, reportLineBreaks, slugOf } from '../content/page-rules.js';
import { withTemplate } from '../content/portal.js';
import { trashRetentionDays } from '../content/trash.js';
import { notFound } from '../lib/errors.js';
import { type Said, say } from '../lib/say.js';
import { Input, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { lacksRight } from './engine/access.js';
import type { Answer, CommittedFiles, Contract, EarlyFiles, VersionedAnswer } from './engine/contract.js';
import type { BrandDraft, Trailers } from './engine/draft.js';
import {
  additions,
  type Body,
  fields,
  noBody,
  type Params,
  type ParamValues,
  pageId,
  withBlocks,
} from './engine/input.js';
import { markdownFields, markdownForm } from './engine/markdown.js';
import { read, write } from './engine/operation.js';
import { readFit } from './engine/read-page.js';
import { idStored } from './engine/replay.js';
import { resources, versionOfFile } from './engine/resource.js';
import type { BrandView, ReadView } from './engine/view.js';
import { checkCover } from './page-cover.js';
import { arrangedIn, withProposedFields } from './page-place.js';
import { mediaOn } from './shown-media.js';

const apiChapter = 'Pages';

export function pageAnswer(page: PageFile): Answer<Page> {
  return { value: presentPage(page), resource: resources.page(page.id) };
}

/** Characters of a title in a commit's subject: longer ones would cut off the rest. */
const maxTitleInName = 50;

type NamedPage = Pick<PageFile, 'id' | 'title' | 'type'>;

/** `page 3 "Logo"` */
export const pageName = (page: NamedPage): string => `${saidPage(page)}`;

export function saidPage(page: NamedPage): Said {
  const characters = [...page.title];
  const title =
    characters.length <= maxTitleInName ? page.title : `${characters.slice(0, maxTitleInName - 1).join('')}…`;
  return page.type === 'container' ? say`chapter ${page.id} "${title}"` : say`page ${page.id} "${title}"`;
}

export function parentName({ catalog }: BrandView, parent: number | null): string {
  if (parent === null) return 'the top level';
  const chapter = catalog.pages.get(parent);
  return chapter === undefined ? `chapter ${parent}` : pageName(chapter);
}

/** The answer of `queryPages` without a query. */
export const listPages = read({
  name: 'pages.list_all',
  apiChapter,
  translated: 'page',
  summary: 'List all pages',
  answers: Type.Array(PageSummary),
  run: ({ catalog }) => ({ value: pagesInOrder(catalog).map(presentSummary), resource: resources.pages }),
});

export const showPage = read({
  name: 'pages.show',
  apiChapter,
  translated: 'page',
  summary: 'Show a page',
  description: 'A page with all its blocks and their ids.',
  params: { page: pageId },
  query: Input({
    include: additions(
      ['media', 'collections', 'language', 'summary', 'cover'],
      '`media`: adds the released media, with their files, that it names. `collections`: blocks that name a ' +
        'collection have its released media as `items`. `language`: adds the language of its content. `summary`, `cover`: add ' +
        'these. The ETag differs then, unless only these are named.',
    ),
  }),
  answers: [Page, PageWithDetails, PageWithMedia],
  forms: [markdownForm('pageToMarkdown')],
  refusals: ['fields'],
  async run(view, { params, query }) {
    const file = await view.page(params.page);
    if (query.include === undefined) return pageAnswer(file);
    return withAdditions(view, file, query.include);
  },
  runEarly: async (files, { params, query }) => (query.include === undefined ? readPageAt(files, params.page) : null),
});

async function withAdditions(view: ReadView, file: PageFile, include: string) {
  const isFilled = include.includes('collections');
  const stored = presentPage(file);
  const page = isFilled ? { ...stored, blocks: withCollections(stored.blocks, view.catalog) } : stored;
  const details = detailsIn(view, file, include);
  const names = namesBehind(include);
  const value = { ...page, ...details };
  const isOfPage = include.split(',').every((name) => name === 'summary' || name === 'cover');
  if (isOfPage) return { value, resource: resources.page(file.id) };
  if (!include.includes('media')) return { value, resource: resources.content(names) };
  const addresses = await view.addresses();
  const media = mediaOn(view, { ...page, cover: details.cover ?? null }, addresses);
  return { value: { ...value, media }, resource: resources.withFiles(names, addresses) };
}

/** The members of a page that an answer has only if it is asked for them. */
export function detailsIn({ catalog }: BrandView, page: PageRecord | PageFile, include: string): Partial<PageDetails> {
  return {
    ...(include.includes('language') && { language: languageOf(catalog, page) }),
    ...(include.includes('summary') && { summary: page.summary }),
    ...(include.includes('cover') && { cover: page.cover }),
  };
}

/** Top-level names of the content that an answer with additions shows, without the files of media. */
export const namesBehind = (include: string): string[] => [
  'pages',
  ...(include.includes('language') ? ['brand.json'] : []),
  ...(include.includes('collections') ? ['collections', 'media'] : []),
];

/**
 * A page by its file only.
 *
 * @throws `not_found`
 */
async function readPageAt({ readFile, sanitizer }: EarlyFiles, id: number): Promise<VersionedAnswer<Page>> {
  const file = await readFile(paths.page(id));
  const fit = file && (await readFit({ kind: 'page', id }, file.bytes, sanitizer));
  if (file === null || fit?.content.kind !== 'page') throw notFound('Page');
  return { ...pageAnswer(fit.content.value), version: versionOfFile(file.version, fit.altered.length > 0) };
}

export function replayPage(commit: CommittedFiles): Promise<VersionedAnswer<Page>> {
  return readPageAt(commit, idStored(commit, 'page'));
}

const pageParams = { page: pageId };

interface PageChange<P extends Params, Sent extends object, Checked> extends Omit<Contract, 'answers'> {
  /** With the parameter `page`. */
  readonly params?: P;
  readonly body: Body<Sent, ParamValues<P>>;
  readonly replay?: typeof replayPage;
  /** As that of `WriteDefinition`. */
  check?(
    draft: BrandDraft,
    input: { readonly page: PageFile; readonly params: ParamValues<P>; readonly sent: Partial<Sent> },
    violations: Violations,
  ): Checked | null | Promise<Checked | null>;
  /** @returns the members of the page to change, the commit's subject, and further trailers */
  change(
    draft: BrandDraft,
    input: { readonly page: PageFile; readonly params: ParamValues<P>; readonly body: Sent; readonly checked: Checked },
  ): readonly [changes: Partial<PageFile>, subject: string, trailers?: Trailers];
}

/** A write that changes the page its address names, and answers with it. */
export function changePage<Sent extends object, Checked, P extends Params = typeof pageParams>({
  check,
  change,
  ...contract
}: PageChange<P, Sent, Checked>) {
  return write<Sent, { readonly page: PageFile; readonly found: Checked }, typeof Page, P>({
    params: pageParams as Params as P,
    ...contract,
    answers: Page,
    async check(draft, { params, sent }, violations) {
      const page = await draft.page(Number(params.page));
      const found = await check?.(draft, { page, params, sent }, violations);
      return found === null ? null : { page, found: found as Checked };
    },
    expects: (_draft, { page }) => resources.page(page.id),
    apply(draft, { params, body, checked: { page, found } }) {
      const [changes, subject, trailers] = change(draft, { page, params, body, checked: found });
      return pageAnswer(draft.putPage(page, { ...page, ...changes }, subject, trailers && { trailers }));
    },
  });
}

export function reportPageLimit({ catalog: { pages, trash }, limits }: BrandDraft, violations: Violations): void {
  if (pages.size + trash.size >= limits.pages) violations.add('pages', message.pagesOfBrand(limits.pages));
}

const creation = (visibility?: PageFile['visibility']) =>
  write({
    name: 'pages.create',
    apiChapter,
    summary: 'Create a page',
    description: 'Adds a page or chapter at the end of its siblings. If-Match takes the ETag of `GET /pages`.',
    body: withBlocks(PageCreate),
    markdown: markdownFields(PageCreate, ['title', 'slug', 'parent_id', 'nav_expansion', 'summary', 'cover']),
    answers: Page,
    replay: replayPage,
    refusals: ['fields'],
    check(draft, { sent }, violations) {
      const { catalog, now } = draft;
      reportLineBreaks('title', sent.title, violations);
      reportLineBreaks('summary', sent.summary, violations);
      checkCover(draft, sent.cover, [], violations);
      const parent = sent.parent_id ?? null;
      checkParent(catalog, parent, 'parent_id', violations);
      if (sent.slug !== undefined && lacksRight('write', draft.actor))
        violations.add('slug', 'Who may only propose does not choose the slug: leave it out.');
      const slug = slugOf(catalog, sent, now, violations);
      const type = sent.type ?? pageDefaults.type;
      const blocks = sent.blocks ?? [];
      reportChapterBlocks(type, blocks, violations);
      const resolved = draft.blockResolver(null, [], violations).list(blocks, 1);
      reportPageLimit(draft, violations);
      return slug === null ? null : { parent, slug, type, blocks: resolved };
    },
    expects: () => resources.pages,
    apply(draft, { body, checked: { parent, slug, type, blocks } }) {
      const { catalog } = draft;
      const page: PageFile = {
        id: draft.nextId('page'),
        title: body.title,
        slug,
        type,
        parent_id: parent,
        position: positionAtEnd(catalog, parent),
        nav_expansion: body.nav_expansion ?? pageDefaults.nav_expansion,
        visibility: visibility ?? catalog.brand?.default_visibility ?? 'internal',
        language: pageDefaults.language,
        summary: body.summary ?? pageDefaults.summary,
        cover: body.cover ?? pageDefaults.cover,
        updated_at: null,
        blocks,
      };
      return pageAnswer(draft.putPage(null, page, `Add ${pageName(page)}`));
    },
  });

export const createPage = creation();

/** `createPage` for a page that no reader sees until it is shown. */
export const createHiddenPage = creation('hidden');

export const updatePage = changePage({
  name: 'pages.update',
  apiChapter,
  summary: 'Change a page',
  description:
    'Changes title, chapter, navigation, summary and cover. The title is required. Slug and blocks stay unchanged.',
  body: withProposedFields(PageUpdate, fields),
  replay: replayPage,
  refusals: ['fields'],
  check(draft, { page, sent }, violations) {
    reportLineBreaks('title', sent.title, violations);
    reportLineBreaks('summary', sent.summary, violations);
    checkCover(draft, sent.cover, [page], violations);
    if (sent.parent_id !== undefined) checkParent(draft.catalog, sent.parent_id, 'parent_id', violations, page.id);
    return arrangedIn(draft, page, sent, violations);
  },
  change(draft, { page, body, checked }) {
    const { title, parent_id = page.parent_id, nav_expansion = page.nav_expansion } = body;
    const { summary = page.summary, cover = page.cover } = body;
    const position = parent_id === page.parent_id ? page.position : positionAtEnd(draft.catalog, parent_id);
    const changes = { title, parent_id, position, nav_expansion, summary, cover, ...checked };
    return [changes, describeUpdate(draft, page, { ...page, ...changes })];
  },
});

export const deletePage = write({
  name: 'pages.delete',
  apiChapter,
  summary: 'Delete a page',
  description:
    `Moves the page to the trash. For ${trashRetentionDays} days it can be restored in the workspace, and its slug stays reserved. ` +
    'A chapter with pages returns 422.',
  params: { page: pageId },
  body: noBody,
  answers: null,
  replay: async () => ({ value: undefined, resource: null, version: null }),
  refusals: ['fields'],
  async check(draft, { params }, violations) {
    const page = await draft.page(params.page);
    if (hasChildren(draft.catalog, page.id)) {
      violations.add('page', 'The page has active child pages. Move or delete them first.');
    }
    return page;
  },
  expects: (_draft, { id }) => resources.page(id),
  apply(draft, { checked: page }) {
    draft.remove(paths.page(page.id));
    draft.put(paths.trash(page.id), trashFile(page, draft.time, draft.actor.name));
    const { portal } = draft.catalog;
    if (portal.templates.includes(page.id)) draft.put(paths.portal, withTemplate(portal, page.id, false));
    draft.commitAs(`Move ${pageName(page)} to the trash`);
    return { value: undefined, resource: null };
  },
});

function describeUpdate(view: BrandView, before: PageFile, after: PageFile): string {
  const changes: string[] = [];
  if (before.title !== after.title) changes.push(`rename to "${after.title}"`);
  if (before.parent_id !== after.parent_id) {
    changes.push(`move ${after.parent_id === null ? 'to' : 'under'} ${parentName(view, after.parent_id)}`);
  } else if (before.position !== after.position) changes.push('change the place');
  if (before.visibility !== after.visibility) changes.push(`make it ${after.visibility}`);
  if (before.nav_expansion !== after.nav_expansion) changes.push(`make the navigation ${after.nav_expansion}`);
  for (const field of ['summary', 'cover'] as const)
    if (before[field] !== after[field]) changes.push(`change the ${field}`);
  return `Change ${pageName(before)}${changes.length === 0 ? '' : `: ${changes.join(', ')}`}`;
}
