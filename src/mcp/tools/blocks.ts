import { addBlock, deleteBlock, replaceContent, updateBlock } from '../../operations/blocks.js';
import { Input, Type } from '../../validation/schema.js';
import { changedOutput, detail, page, presentPage } from '../page-answer.js';
import { adds, changes, optionalVersion, requiredVersion, tool } from '../tool.js';
import { allBlocks, at } from './pages.js';

const block = Type.String({ description: 'id of a block, on any level' });

export const replacePageContent = tool({
  name: 'replace_page_content',
  title: 'Replace all blocks of a page',
  description:
    'Replaces every block. Send a block with the id and type it has to keep its id. For one block use update_block.',
  operation: replaceContent,
  own: Input({ page, expected_version: requiredVersion, detail }),
  wording: { blocks: allBlocks },
  output: changedOutput,
  hints: changes,
  call: async ({ page, detail }, body, run) =>
    presentPage(await run(replaceContent, { params: at(page), body }), detail),
});

export const addOneBlock = tool({
  name: 'add_block',
  title: 'Add a block',
  description: 'Adds a block at the end of a page, or before or after another block of any level.',
  operation: addBlock,
  own: Input({ page, expected_version: optionalVersion('of the page'), detail }),
  wording: { type: 'see describe_block_types', before: 'id of a block', after: 'id of a block' },
  output: changedOutput,
  hints: adds,
  call: async ({ page, detail }, body, run) => presentPage(await run(addBlock, { params: at(page), body }), detail),
});

export const updateOneBlock = tool({
  name: 'update_block',
  title: 'Change a block',
  description: 'Replaces the sent fields of the data of a block; the others stay.',
  operation: updateBlock,
  own: Input({ page, block, expected_version: requiredVersion, detail }),
  wording: { data: Type.Object({}) },
  output: changedOutput,
  hints: changes,
  call: async ({ page, block, detail }, body, run) =>
    presentPage(await run(updateBlock, { params: { ...at(page), block }, body }), detail),
});

export const deleteOneBlock = tool({
  name: 'delete_block',
  title: 'Remove a block',
  description: 'Removes a block with all that it holds.',
  operation: deleteBlock,
  own: Input({ page, block, expected_version: requiredVersion, detail }),
  output: changedOutput,
  hints: changes,
  call: async ({ page, block, detail }, _body, run) =>
    presentPage(await run(deleteBlock, { params: { ...at(page), block } }), detail),
});
