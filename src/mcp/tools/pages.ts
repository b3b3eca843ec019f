import { PageCreate, PageSummary, PageUpdate } from '../../content/page.js';
import { Input, Type } from '../../content/schema.js';
import { noInput } from '../../operations/execute.js';
import { createPage, deletePage, listPages, showPage, updatePage } from '../../operations/pages.js';
import { changedOutput, detail, fullOutput, outlineOutput, page, presentPage } from '../page-answer.js';
import { pageOf, pagingArguments, pagingOutput } from '../paging.js';
import {
  type Arguments,
  adds,
  changes,
  described,
  noBody,
  optionalVersion,
  reads,
  requiredVersion,
  type Tool,
  text,
  version,
} from '../tool.js';

/** What the operations on one page take: its id in the address, the rest as the body. */
export const onPage = (own: Arguments, body: unknown) => ({ params: { page: text(own.page) }, query: {}, body });

export const listAllPages: Tool = {
  name: 'list_pages',
  title: 'List pages',
  description: 'All chapters (type container) and pages in navigation order, without their blocks.',
  operation: listPages,
  own: Input(pagingArguments),
  output: Input({ version, ...pagingOutput, pages: Type.Array(PageSummary) }),
  hints: reads,
  toRun: () => ({ operation: listPages, input: noInput }),
  present: ({ value, version }, own) => {
    const { items, ...place } = pageOf(value as unknown[], own);
    return { version, ...place, pages: items };
  },
};

export const getOutline: Tool = {
  name: 'get_page_outline',
  title: 'Get the outline of a page',
  description:
    'A page with the id, type, level and first words of each block. Much shorter than get_page: use it first.',
  operation: showPage,
  own: Input({ page }),
  output: outlineOutput,
  hints: reads,
  toRun: (own) => ({ operation: showPage, input: onPage(own, noBody) }),
  present: (result) => presentPage(result),
};

export const getPage: Tool = {
  name: 'get_page',
  title: 'Get a page',
  description: 'A page with all its blocks and their data.',
  operation: showPage,
  own: Input({ page }),
  output: fullOutput,
  hints: reads,
  toRun: (own) => ({ operation: showPage, input: onPage(own, noBody) }),
  present: (result) => presentPage(result, 'full'),
};

export const blocks = Type.Array(Input({ type: Type.String(), data: Type.Optional(Type.Object({})) }), {
  description: '{type, data} each, see describe_block_types',
});

const { title, slug, parent_id, nav_expansion, type } = PageCreate.properties;
const chapter = 'id of the chapter it belongs to; null: top level';

export const createOnePage: Tool = {
  name: 'create_page',
  title: 'Create a page or chapter',
  description: 'Adds a page at the end of its chapter, or with type container a chapter. Blocks can be sent along.',
  operation: createPage,
  own: Input({ detail, expected_version: optionalVersion }),
  body: {
    title,
    slug: described(slug, 'left out, it is made from the title'),
    parent_id: described(parent_id, chapter),
    nav_expansion,
    type: described(type, 'container is a chapter: it holds pages and no blocks'),
    blocks,
  },
  requiredInBody: ['title'],
  output: changedOutput,
  hints: adds,
  toRun: (_own, body) => ({ operation: createPage, input: { ...noInput, body } }),
  present: (result, own) => presentPage(result, own.detail),
};

export const updateOnePage: Tool = {
  name: 'update_page',
  title: 'Rename or move a page',
  description: 'Changes the title, and if sent the chapter and the navigation. Blocks stay as they are.',
  operation: updatePage,
  own: Input({ page, expected_version: requiredVersion, detail }),
  body: {
    title: PageUpdate.properties.title,
    parent_id: described(PageUpdate.properties.parent_id, chapter),
    nav_expansion: PageUpdate.properties.nav_expansion,
  },
  requiredInBody: ['title'],
  output: changedOutput,
  hints: changes,
  toRun: (own, body) => ({ operation: updatePage, input: onPage(own, body) }),
  present: (result, own) => presentPage(result, own.detail),
};

export const deleteOnePage: Tool = {
  name: 'delete_page',
  title: 'Delete a page',
  description: 'Moves a page into the trash, where it rests 30 days. A chapter must be empty.',
  operation: deletePage,
  own: Input({ page, expected_version: requiredVersion }),
  output: Input({ deleted: described(Type.Integer(), 'id of the page') }),
  hints: changes,
  toRun: (own) => ({ operation: deletePage, input: onPage(own, noBody) }),
  present: (_result, own) => ({ deleted: own.page }),
};
