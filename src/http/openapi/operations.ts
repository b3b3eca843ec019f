import { Brand, BrandColor, BrandColorSummary } from '../../content/brand.js';
import { ContextEntry } from '../../content/brand-context.js';
import { LanguageDocument, NamedSection, sectionSchemas } from '../../content/language.js';
import { MediaItem } from '../../content/media.js';
import { Page, PageCreate, PageSummary, PageUpdate } from '../../content/page.js';
import { type TSchema, Type } from '../../content/schema.js';
import { BlockCreate, BlockUpdate, ContentReplace } from '../../operations/blocks.js';
import { CategoryProblem, FieldProblem, Problem } from '../problem.js';

/** What the description says of an operation beside what the route table knows. */
export interface OperationText {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description: string;
  readonly query?: Readonly<Record<string, { readonly description: string; readonly schema: object }>>;
  /** Alternatives for the body. */
  readonly body?: readonly TSchema[];
  /** Alternatives for the answer; none: it is empty. */
  readonly answer: readonly TSchema[];
  /** The bodies a 422 may have; none: there is no 422. */
  readonly invalid: readonly TSchema[];
}

export const tags = {
  Brand: 'Master data, theme and colours. They are maintained in the backend.',
  'Corporate language': 'How the brand speaks. Needs the module `corporate_language`.',
  'Brand context': 'Verified facts about the brand. Needs the module `brand_agent`.',
  Pages: 'Pages and chapters. Every call answers with the complete page.',
  Blocks: 'The blocks of a page, at any nesting level.',
  Media: 'Media to which blocks may refer.',
  Description: 'This description itself. Needs no key.',
} as const;

const fields = [FieldProblem];
const { voice, terminology, company_name, notation } = sectionSchemas;

/** By the name of the operation. */
export const operationTexts: Readonly<Record<string, OperationText>> = {
  'brand.show': {
    tag: 'Brand',
    summary: 'Show the brand',
    description: 'Master data and theme of the brand that the key belongs to.',
    answer: [Brand],
    invalid: [],
  },
  'colors.list': {
    tag: 'Brand',
    summary: 'List the brand colours',
    description: 'All colours by id: short, or complete with `expand=full`.',
    query: {
      expand: { description: '`full`: colours with all notations.', schema: { type: 'string', enum: ['full'] } },
    },
    answer: [Type.Array(BrandColorSummary), Type.Array(BrandColor)],
    invalid: fields,
  },
  'colors.show': {
    tag: 'Brand',
    summary: 'Show a colour',
    description: 'One colour in every notation.',
    answer: [BrandColor],
    invalid: [],
  },
  'language.show': {
    tag: 'Corporate language',
    summary: 'Show the corporate language',
    description: 'The whole document with its five sections.',
    answer: [LanguageDocument],
    invalid: [],
  },
  'language.section.show': {
    tag: 'Corporate language',
    summary: 'Show a section',
    description: 'One section of the corporate language under its name.',
    answer: [NamedSection],
    invalid: [],
  },
  'language.section.replace': {
    tag: 'Corporate language',
    summary: 'Replace a section',
    description:
      'Replaces the whole section; the others stay. Send the section itself, or only `{"<section>": {…}}`. ' +
      'The section `meta` is maintained in the backend: it answers 422.',
    body: [voice, terminology, company_name, notation, NamedSection],
    answer: [NamedSection],
    invalid: fields,
  },
  'context.list': {
    tag: 'Brand context',
    summary: 'List verified facts',
    description: 'All verified entries in the order of their categories, then by title.',
    query: {
      category: { description: 'The key of a category: only its entries.', schema: { type: 'string' } },
    },
    answer: [Type.Array(ContextEntry)],
    invalid: [CategoryProblem],
  },
  'pages.list': {
    tag: 'Pages',
    summary: 'List all pages',
    description: 'All pages in navigation order: a chapter, then its children. Without blocks.',
    answer: [Type.Array(PageSummary)],
    invalid: [],
  },
  'pages.create': {
    tag: 'Pages',
    summary: 'Create a page',
    description: 'A new page or chapter at the end of its siblings. If-Match speaks of the ETag of `GET /pages`.',
    body: [PageCreate],
    answer: [Page],
    invalid: fields,
  },
  'pages.show': {
    tag: 'Pages',
    summary: 'Show a page',
    description: 'A page with all its blocks and their ids.',
    answer: [Page],
    invalid: [],
  },
  'pages.update': {
    tag: 'Pages',
    summary: 'Change a page',
    description: 'Changes title, chapter and navigation. The title is required; slug and blocks stay.',
    body: [PageUpdate],
    answer: [Page],
    invalid: fields,
  },
  'pages.delete': {
    tag: 'Pages',
    summary: 'Delete a page',
    description:
      'Moves the page to the trash. For 30 days it can be restored in the backend and its slug stays taken. ' +
      'A chapter with pages answers 422.',
    answer: [],
    invalid: fields,
  },
  'pages.content.replace': {
    tag: 'Blocks',
    summary: 'Replace all blocks',
    description: 'Replaces the content of a page. A block sent with the id and type it has keeps its id.',
    body: [ContentReplace],
    answer: [Page],
    invalid: fields,
  },
  'blocks.add': {
    tag: 'Blocks',
    summary: 'Add a block',
    description: 'Adds a block at the end of the page, or before or after another block.',
    body: [BlockCreate],
    answer: [Page],
    invalid: fields,
  },
  'blocks.update': {
    tag: 'Blocks',
    summary: 'Change a block',
    description:
      'Overwrites the sent fields of a block; the others stay, and so does its type. ' +
      'A block that was made in the backend answers 422 without `errors`.',
    body: [BlockUpdate],
    answer: [Page],
    invalid: [FieldProblem, Problem],
  },
  'blocks.delete': {
    tag: 'Blocks',
    summary: 'Delete a block',
    description: 'Removes a block with all blocks inside it.',
    answer: [Page],
    invalid: [],
  },
  'media.list': {
    tag: 'Media',
    summary: 'List media',
    description: 'All released, fully processed media by id.',
    answer: [Type.Array(MediaItem)],
    invalid: [],
  },
};
