import { PageSummary } from '../../content/page.js';
import { createPage, deletePage, listPages, showPage, updatePage } from '../../operations/pages.js';
import { Input, Type } from '../../validation/schema.js';
import { changedOutput, detail, fullOutput, outlineOutput, page, presentPage } from '../page-answer.js';
import { listAnswer, pagingArguments, pagingOutput } from '../paging.js';
import { adds, changes, described, optionalVersion, reads, requiredVersion, tool, version } from '../tool.js';

/** The address of a page. */
export const at = (page: number) => ({ page: String(page) });

export const listAllPages = tool({
  name: 'list_pages',
  title: 'List pages',
  description: 'All chapters (type container) and pages in navigation order, without their blocks.',
  operation: listPages,
  own: Input(pagingArguments),
  output: Input({ version, ...pagingOutput, pages: Type.Array(PageSummary) }),
  hints: reads,
  call: async (paging, _body, run) => listAnswer('pages', await run(listPages), paging),
});

export const getOutline = tool({
  name: 'get_page_outline',
  title: 'Get the outline of a page',
  description:
    'A page with the id, type, depth and first words of each block. Much shorter than get_page: use it first.',
  operation: showPage,
  own: Input({ page }),
  output: outlineOutput,
  hints: reads,
  call: async ({ page }, _body, run) => presentPage(await run(showPage, { params: at(page) })),
});

export const getPage = tool({
  name: 'get_page',
  title: 'Get a page',
  description: 'A page with all its blocks and their data.',
  operation: showPage,
  own: Input({ page }),
  output: fullOutput,
  hints: reads,
  call: async ({ page }, _body, run) => presentPage(await run(showPage, { params: at(page) }), 'full'),
});

const block = { type: Type.String(), data: Type.Optional(Type.Object({})) };

export const newBlocks = Type.Array(Input(block), { description: '{type, data} each, see describe_block_types' });

export const allBlocks = Type.Array(Input({ id: Type.Optional(Type.String()), ...block }), {
  description: '{id, type, data} each, see describe_block_types',
});

const chapter = 'id of the chapter it belongs to; null: top level';

export const createOnePage = tool({
  name: 'create_page',
  title: 'Create a page or chapter',
  description: 'Adds a page at the end of its chapter, or with type container a chapter. Blocks can be sent along.',
  operation: createPage,
  own: Input({ detail, expected_version: optionalVersion('of list_pages') }),
  wording: {
    slug: 'left out, it is made from the title',
    parent_id: chapter,
    type: 'container is a chapter: it holds pages and no blocks',
    blocks: newBlocks,
  },
  output: changedOutput,
  hints: adds,
  call: async ({ detail }, body, run) => presentPage(await run(createPage, { body }), detail),
});

export const updateOnePage = tool({
  name: 'update_page',
  title: 'Rename or move a page',
  description: 'Changes the title, and if sent the chapter and the navigation. Blocks stay as they are.',
  operation: updatePage,
  own: Input({ page, expected_version: requiredVersion, detail }),
  wording: { parent_id: chapter },
  output: changedOutput,
  hints: changes,
  call: async ({ page, detail }, body, run) => presentPage(await run(updatePage, { params: at(page), body }), detail),
});

export const deleteOnePage = tool({
  name: 'delete_page',
  title: 'Delete a page',
  description: 'Moves a page into the trash, where it rests 30 days. A chapter must be empty.',
  operation: deletePage,
  own: Input({ page, expected_version: requiredVersion }),
  output: Input({ deleted: described(Type.Integer(), 'id of the page') }),
  hints: changes,
  async call({ page }, _body, run) {
    await run(deletePage, { params: at(page) });
    return { deleted: page };
  },
});
