import { Misfit } from '../content/admit.js';
import type { StoredBlock } from '../content/blocks/block-type.js';
import { BlockChecker } from '../content/blocks/check.js';
import { isSlugTaken, pagesInOrder, positionAtEnd } from '../content/catalog.js';
import { paths } from '../content/files.js';
import { lineBreaks } from '../content/hazards.js';
import { message } from '../content/messages.js';
import { childrenOf, isWithin } from '../content/navigation.js';
import { PageCreate, type PageFile, PageUpdate, presentPage, presentSummary, trashFile } from '../content/page.js';
import { freeSlug, toSlug } from '../content/slug.js';
import { invalid, Violations } from '../content/violations.js';
import { notFound } from '../errors.js';
import { readFields } from './body.js';
import type { BrandDraft } from './brand-draft.js';
import { parseId } from './brand-view.js';
import type { Answer, ReadOperation, WriteOperation } from './operation.js';
import { readForeign } from './read-page.js';
import { resources, versionOfFile } from './resource.js';
import { sentHtml } from './sent-html.js';

export function pageAnswer(page: PageFile): Answer {
  return { value: presentPage(page), resource: resources.page(page.id) };
}

/** How a page is called in a commit's subject. */
export function named(page: { readonly id: number; readonly title: string; readonly type: string }): string {
  return `${page.type === 'container' ? 'chapter' : 'page'} ${page.id} "${page.title}"`;
}

export const listPages: ReadOperation = {
  name: 'pages.list',
  right: 'read',
  run({ catalog }) {
    return { value: pagesInOrder(catalog).map(presentSummary), resource: resources.pages };
  },
};

export const showPage: ReadOperation = {
  name: 'pages.show',
  right: 'read',
  async run(view, { params }) {
    return pageAnswer(await view.page(params.page as string));
  },
  async runEarly(readFile, { params }, sanitizer) {
    const id = parseId(params.page as string);
    const file = id === null ? null : await readFile(paths.page(id));
    if (id === null || file === null) throw notFound('Page');
    const { value, altered } = await readForeign({ kind: 'page', id }, file.bytes, sanitizer).catch((error) => {
      throw error instanceof Misfit ? notFound('Page') : error;
    });
    return { ...pageAnswer(value as PageFile), version: versionOfFile(file.version, altered.length > 0) };
  },
};

export const createPage: WriteOperation = {
  name: 'pages.create',
  right: 'write',
  html: ({ body }) => sentHtml(body, (checker, { blocks }) => checker.list(blocks, 'blocks', 1)),
  run(draft, { body }) {
    const { catalog } = draft;
    const violations = new Violations();
    const sent = readFields<PageCreate>(PageCreate, body, violations);
    checkTitle(sent.title, violations);
    const type = sent.type ?? 'guideline';
    const parent = checkParent(draft, sent.parent_id, violations);
    const slug = chooseSlug(draft, sent, violations);
    const blocks = checkStartBlocks(draft, sent.blocks, type, violations);
    checkRoom(draft, violations);
    violations.throwIfAny();
    draft.expect(resources.pages);

    const page: PageFile = {
      id: catalog.highestIds.page + 1,
      title: sent.title as string,
      slug,
      type,
      parent_id: parent,
      position: positionAtEnd(catalog, parent),
      nav_expansion: sent.nav_expansion ?? 'collapsible',
      visibility: catalog.brand?.default_visibility ?? 'internal',
      updated_at: null,
      blocks,
    };
    return pageAnswer(draft.savePage(null, page, `Add ${named(page)}`));
  },
};

export const updatePage: WriteOperation = {
  name: 'pages.update',
  right: 'write',
  async run(draft, { params, body }) {
    const { catalog } = draft;
    const page = await draft.page(params.page as string);
    const violations = new Violations();
    const sent = readFields<PageUpdate>(PageUpdate, body, violations);
    checkTitle(sent.title, violations);
    const parent =
      sent.parent_id === undefined ? page.parent_id : checkParent(draft, sent.parent_id, violations, page.id);
    violations.throwIfAny();
    draft.expect(resources.page(page.id));

    const moved = parent !== page.parent_id;
    const position = moved ? positionAtEnd(catalog, parent) : page.position;
    const next: PageFile = {
      ...page,
      title: sent.title as string,
      parent_id: parent,
      position,
      nav_expansion: sent.nav_expansion ?? page.nav_expansion,
    };
    return pageAnswer(draft.savePage(page, next, describeUpdate(page, next)));
  },
};

export const deletePage: WriteOperation = {
  name: 'pages.delete',
  right: 'write',
  async run(draft, { params }) {
    const page = await draft.page(params.page as string);
    if (childrenOf(draft.catalog.children, page.id).length > 0) {
      throw invalid('page', 'The page has active child pages. Move or delete them first.');
    }
    draft.expect(resources.page(page.id));
    draft.remove(paths.page(page.id));
    draft.put(paths.trash(page.id), trashFile(page, draft.time, draft.actor.name));
    draft.commitAs(`Move ${named(page)} to the trash`);
    return { value: undefined, resource: null };
  },
};

function describeUpdate(before: PageFile, after: PageFile): string {
  const said: string[] = [];
  if (before.title !== after.title) said.push(`rename to "${after.title}"`);
  if (before.parent_id !== after.parent_id) {
    said.push(after.parent_id === null ? 'move to the top level' : `move under chapter ${after.parent_id}`);
  }
  if (before.nav_expansion !== after.nav_expansion) said.push(`make the navigation ${after.nav_expansion}`);
  return `Change ${named(before)}: ${said.join(', ')}`;
}

function checkRoom({ catalog, limits }: BrandDraft, violations: Violations): void {
  if (catalog.pages.size + catalog.trash.size >= limits.pages) {
    violations.add('pages', message.pagesOfBrand(limits.pages));
  }
}

function checkTitle(sent: unknown, violations: Violations): void {
  if (typeof sent === 'string' && lineBreaks.test(sent)) violations.add('title', message.singleLine('title'));
}

/** @returns the chapter to put a page under; `moving` is the page when it exists already */
function checkParent(draft: BrandDraft, sent: unknown, violations: Violations, moving?: number): number | null {
  if (typeof sent !== 'number' || violations.has('parent_id')) return null;
  const { pages } = draft.catalog;
  const isChapter = pages.get(sent)?.type === 'container';
  const isInside = moving !== undefined && isWithin(sent, moving, (id) => pages.get(id)?.parent_id);
  if (!isChapter || isInside) violations.add('parent_id', message.selected('parent_id'));
  return sent;
}

function chooseSlug(draft: BrandDraft, sent: Partial<PageCreate>, violations: Violations): string {
  const isTaken = (slug: string): boolean => isSlugTaken(draft.catalog, slug, draft.now);
  if (typeof sent.slug !== 'string') {
    return typeof sent.title === 'string' && !violations.has('title') ? freeSlug(sent.title, isTaken) : '';
  }
  if (violations.has('slug')) return '';
  if (lineBreaks.test(sent.slug)) violations.add('slug', message.singleLine('slug'));
  const slug = toSlug(sent.slug);
  if (slug === '') violations.add('slug', message.format('slug'));
  else if (isTaken(slug)) violations.add('slug', message.taken('slug'));
  return slug;
}

function checkStartBlocks(draft: BrandDraft, sent: unknown, type: string, violations: Violations): StoredBlock[] {
  if (!Array.isArray(sent)) return [];
  if (type === 'container' && sent.length > 0) violations.add('blocks', message.chapterBlocks('blocks'));
  return new BlockChecker(draft.blockRules([]), violations).list(sent, 'blocks', 1);
}
