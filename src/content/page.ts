import { derived } from '../lib/derived.js';
import { since } from '../validation/new-members.js';
import {
  Exact,
  emptied,
  Input,
  inOrder,
  Nullable,
  OneOf,
  type Static,
  Type,
  withDefaults,
} from '../validation/schema.js';
import { SentBlocks, type StoredBlock, StoredBlockShape } from './blocks/block-type.js';
import { Visibility, visibilities } from './brand.js';
import { LanguageTag } from './language-tags.js';

export const maxTitleLength = 255;
export const maxSlugLength = 255;
export const maxSummaryLength = 300;

export const pageTypes = ['guideline', 'container'] as const;

export const PageType = OneOf(pageTypes, {
  description:
    '`guideline`: a page with content; `container`: a chapter, which only groups pages and carries no blocks.',
});
export type PageType = Static<typeof PageType>;

const NavExpansion = OneOf(['collapsible', 'pinned_open'], {
  description: 'Display of the pages of a chapter in the navigation.',
});

/** Every field of a page but its blocks, in the order of its file. */
const fields = {
  id: Type.Integer({ minimum: 1 }),
  title: Type.String({ minLength: 1 }),
  slug: Type.String({ minLength: 1 }),
  type: PageType,
  parent_id: Nullable(Type.Integer({ description: 'The chapter that the page belongs to; null at the top level.' })),
  /** Fractional index among the siblings: compared as text, so that a move touches one file. */
  position: Type.String({ pattern: '^[0-9A-Za-z]+$' }),
  nav_expansion: NavExpansion,
  visibility: Visibility,
  /** A tag of BCP 47 in its canonical form; `null`: the brand's. */
  language: Nullable(Type.String({ [since]: 2 })),
  summary: Nullable(
    Type.String({
      minLength: 1,
      maxLength: maxSummaryLength,
      [since]: 2,
      description: 'What the page is about, on one line, for its card, search engines and link previews.',
    }),
  ),
  cover: Nullable(
    Type.Integer({ minimum: 1, [since]: 2, description: 'The id of the picture that stands for the page.' }),
  ),
  updated_at: Nullable(Type.String({ description: 'Time of the last change, in ISO 8601 and UTC.' })),
};

/** Values of the fields that a new page, or the file of a page, does not set. */
export const pageDefaults = {
  type: 'guideline',
  nav_expansion: 'collapsible',
  language: null,
  summary: null,
  cover: null,
} as const;

const blocks = Type.Unsafe<readonly StoredBlock[]>(Type.Array(StoredBlockShape));

const { position: _, language: _language, summary: _summary, cover: _cover, updated_at, ...shown } = fields;

export const PageSummary = Exact(
  { ...shown, updated_at },
  { title: 'PageSummary', description: 'A page without its blocks.' },
);
export type PageSummary = Static<typeof PageSummary>;

export const Page = Exact(
  { ...shown, blocks, updated_at },
  { title: 'Page', description: 'A page or a chapter. Its version is the ETag of the response.' },
);
export type Page = Static<typeof Page>;

const { summary, cover } = fields;
/** Members of a page that an answer has only if it is asked for them. */
export const PageDetails = Type.Object({ language: LanguageTag, summary, cover });
export type PageDetails = Static<typeof PageDetails>;

export const PageWithDetails = Exact(
  { ...Page.properties, ...Type.Partial(PageDetails).properties },
  {
    title: 'PageWithDetails',
    description: 'A page, returned with those of `language`, `summary` and `cover` that `include` names.',
  },
);

const stored = withDefaults(fields, pageDefaults);
/** `pages/<id div 100>/<id>.json`. */
export const PageFile = Exact({ ...stored, blocks });
export type PageFile = Static<typeof PageFile>;

// An id never changes, and each write sets the time.
const { id: __, updated_at: ___, ...settings } = fields;
const PageSettings = Exact(settings);
type PageSettings = Static<typeof PageSettings>;

/** Fields that a change of a page can be about, but its blocks. */
export const settingNames = Object.keys(settings) as (keyof PageSettings)[];

export const pageSettings = (page: PageFile): PageSettings => inOrder(PageSettings, page);

/** Time in UTC, to the second, that there is. */
export const UtcSecond = Type.String({
  pattern: '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\dZ$',
});

/** `trash/<id div 100>/<id>.json`: the page as it was, with when and by whom it was deleted. */
export const TrashFile = Exact({
  ...stored,
  deleted_at: UtcSecond,
  deleted_by: Type.String(),
  blocks,
});
export type TrashFile = Static<typeof TrashFile>;

export function presentPage(page: PageFile): Page {
  const blocks = page.blocks.map(({ id, type, data }) => ({ id, type, data }));
  return inOrder(Page, { ...page, blocks });
}

/** Memoised by record, so that values derived from a summary can be cached with it. */
export const presentSummary = derived((page: PageSummary): PageSummary => inOrder(PageSummary, page));

export function pageFile(page: PageFile): PageFile {
  return inOrder(PageFile, page);
}

export function trashFile(page: PageFile, deleted_at: string, deleted_by: string): TrashFile {
  return inOrder(TrashFile, { ...page, deleted_at, deleted_by });
}

export const pageTitle = Type.String({
  minLength: 1,
  maxLength: maxTitleLength,
  description: 'Title on one line. Surrounding spaces are removed.',
});

export const pageSummary = Type.String({
  maxLength: maxSummaryLength,
  [emptied]: true,
  description: 'What the page is about, in a sentence or two on one line; null or blank for none.',
});

/** Members of a write of a page: absent, they stay. */
export const pageDetails = {
  summary: Type.Optional(Nullable(pageSummary)),
  cover: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        description: 'The id of a released medium that is a picture and stands for the page; null for none.',
      }),
    ),
  ),
};

/** The blocks are read by `BlockParser`. */
export const PageCreate = Input(
  {
    title: pageTitle,
    slug: Type.Optional(
      Nullable(
        Type.String({
          maxLength: maxSlugLength,
          description: 'Unique name in URLs, converted to lower case with hyphens. Default: made from the title.',
        }),
      ),
    ),
    parent_id: Type.Optional(Nullable(Type.Integer({ description: 'The chapter to put the page under.' }))),
    nav_expansion: Type.Optional(Nullable(NavExpansion)),
    type: Type.Optional(Nullable(PageType)),
    ...pageDetails,
    blocks: Type.Optional(Nullable(SentBlocks)),
  },
  { title: 'PageCreate', description: 'A new page. It goes to the end of its siblings.' },
);
export type PageCreate = Static<typeof PageCreate>;

const inProposal = 'Only in a proposal; else ignored.';

/** Members of a write that only a proposal takes. */
export const proposedFields = {
  visibility: Type.Optional(OneOf(visibilities, { description: `Readers. ${inProposal}` })),
  before: Type.Optional(Type.Integer({ description: `The page to place it before. ${inProposal}` })),
  after: Type.Optional(Type.Integer({ description: `The page to place it after. ${inProposal}` })),
};

export const PageUpdate = Input(
  {
    title: pageTitle,
    parent_id: Type.Optional(
      Nullable(
        Type.Integer({
          description: 'The chapter to move the page under; null for the top level. Default: unchanged.',
        }),
      ),
    ),
    nav_expansion: Type.Optional(NavExpansion),
    ...pageDetails,
    ...proposedFields,
  },
  { title: 'PageUpdate', description: 'Changes to a page. Slug, type and blocks stay unchanged.' },
);
export type PageUpdate = Static<typeof PageUpdate>;
