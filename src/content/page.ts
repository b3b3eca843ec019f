import { Exact, Input, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { SentBlocks, type StoredBlock, StoredBlockShape } from './blocks/block-type.js';
import { Visibility } from './brand.js';

export const maxTitleLength = 255;
export const maxSlugLength = 255;

export const pageTypes = ['guideline', 'container'] as const;

export const PageType = OneOf(pageTypes, {
  description:
    '`guideline`: a page with content; `container`: a chapter, which only groups pages and carries no blocks.',
});
export type PageType = Static<typeof PageType>;

export const NavExpansion = OneOf(['collapsible', 'pinned_open'], {
  description: 'How a chapter shows its pages in the navigation.',
});
export type NavExpansion = Static<typeof NavExpansion>;

const summary = {
  id: Type.Integer({ minimum: 1 }),
  title: Type.String({ minLength: 1 }),
  slug: Type.String({ minLength: 1 }),
  type: PageType,
  parent_id: Nullable(Type.Integer({ description: 'The chapter it belongs to; null at the top level.' })),
  nav_expansion: NavExpansion,
  visibility: Visibility,
};

const updatedAt = Nullable(Type.String({ description: 'When it was last changed, as ISO 8601 in UTC.' }));

export const PageSummary = Exact(
  { ...summary, updated_at: updatedAt },
  { title: 'PageSummary', description: 'A page without its blocks.' },
);
export type PageSummary = Static<typeof PageSummary>;

export const Page = Exact(
  {
    ...summary,
    blocks: Type.Unsafe<readonly StoredBlock[]>(Type.Array(StoredBlockShape)),
    updated_at: updatedAt,
  },
  { title: 'Page', description: 'A page or a chapter. Its version is the ETag of the answer.' },
);
export type Page = Static<typeof Page>;

const stored = {
  ...summary,
  /** Fractional index among the siblings: compared as text, so that a move touches one file. */
  position: Type.String({ pattern: '^[0-9A-Za-z]+$' }),
  updated_at: updatedAt,
};
const blocks = Type.Unsafe<readonly StoredBlock[]>(Type.Array(StoredBlockShape));

/** `pages/<id div 100>/<id>.json`. */
export const PageFile = Exact({ ...stored, blocks });
export type PageFile = Static<typeof PageFile>;

/** `trash/<id div 100>/<id>.json`: the page as it was, with when and by whom it was deleted. */
export const TrashFile = Exact({
  ...stored,
  deleted_at: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' }),
  deleted_by: Type.String(),
  blocks,
});
export type TrashFile = Static<typeof TrashFile>;

export function presentPage(page: PageFile): Page {
  const { id, title, slug, type, parent_id, nav_expansion, visibility, updated_at } = page;
  const shown = page.blocks.map((block) => ({ id: block.id, type: block.type, data: block.data }));
  return { id, title, slug, type, parent_id, nav_expansion, visibility, blocks: shown, updated_at };
}

const summaries = new WeakMap<PageSummary, PageSummary>();

/** The same object for the same record, so that what is made of a summary can be kept with it. */
export function presentSummary(page: PageSummary): PageSummary {
  let shown = summaries.get(page);
  if (shown === undefined) {
    const { id, title, slug, type, parent_id, nav_expansion, visibility, updated_at } = page;
    shown = { id, title, slug, type, parent_id, nav_expansion, visibility, updated_at };
    summaries.set(page, shown);
  }
  return shown;
}

/** A page's members in the order of its file. */
export function pageFile(page: PageFile): PageFile {
  const { id, title, slug, type, parent_id, position, nav_expansion, visibility, updated_at } = page;
  return {
    id,
    title,
    slug,
    type,
    parent_id,
    position,
    nav_expansion,
    visibility,
    updated_at,
    blocks: page.blocks,
  };
}

export function trashFile(page: PageFile, deleted_at: string, deleted_by: string): TrashFile {
  const { blocks: kept, ...head } = pageFile(page);
  return { ...head, deleted_at, deleted_by, blocks: kept };
}

const title = Type.String({
  minLength: 1,
  maxLength: maxTitleLength,
  description: 'One line; spaces around it are dropped.',
});

/** What a client sends to make a page. The blocks are read by `BlockParser`. */
export const PageCreate = Input(
  {
    title,
    slug: Type.Optional(
      Nullable(
        Type.String({
          maxLength: maxSlugLength,
          description: 'Brought to lower case with hyphens; must be free. Left out, it is made from the title.',
        }),
      ),
    ),
    parent_id: Type.Optional(Nullable(Type.Integer({ description: 'The chapter to put it under.' }))),
    nav_expansion: Type.Optional(Nullable(NavExpansion)),
    type: Type.Optional(Nullable(PageType)),
    blocks: Type.Optional(Nullable(SentBlocks)),
  },
  { title: 'PageCreate', description: 'A new page. It goes to the end of its siblings.' },
);
export type PageCreate = Static<typeof PageCreate>;

/** What a client sends to change a page. */
export const PageUpdate = Input(
  {
    title,
    parent_id: Type.Optional(
      Nullable(Type.Integer({ description: 'The chapter to move it under; null: the top level. Left out, it stays.' })),
    ),
    nav_expansion: Type.Optional(NavExpansion),
  },
  { title: 'PageUpdate', description: 'What to change about a page. Slug, type and blocks stay.' },
);
export type PageUpdate = Static<typeof PageUpdate>;
