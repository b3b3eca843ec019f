import { Input, type TObject, Type } from '../../content/schema.js';
import { addBlock, BlockCreate, deleteBlock, replaceContent, updateBlock } from '../../operations/blocks.js';
import { changedOutput, detail, page, presentPage } from '../page-answer.js';
import {
  type Arguments,
  adds,
  changes,
  described,
  noBody,
  optionalVersion,
  requiredVersion,
  type Tool,
  text,
} from '../tool.js';
import { blocks, onPage } from './pages.js';

const block = Type.String({ description: 'id of a block, on any level' });
const onBlock = (own: Arguments, body: unknown) => {
  return { params: { page: text(own.page), block: text(own.block) }, query: {}, body };
};
const changed = {
  output: changedOutput,
  present: ((result, own) => presentPage(result, own.detail)) as Tool['present'],
};
const properties: TObject['properties'] = BlockCreate.properties;

export const replacePageContent: Tool = {
  ...changed,
  name: 'replace_page_content',
  title: 'Replace all blocks of a page',
  description:
    'Replaces every block. Send a block with the id and type it has to keep its id. For one block use update_block.',
  operation: replaceContent,
  own: Input({ page, expected_version: requiredVersion, detail }),
  body: { blocks },
  requiredInBody: ['blocks'],
  hints: changes,
  toRun: (own, body) => ({ operation: replaceContent, input: onPage(own, body) }),
};

export const addOneBlock: Tool = {
  ...changed,
  name: 'add_block',
  title: 'Add a block',
  description: 'Adds a block at the end of a page, or before or after another block of any level.',
  operation: addBlock,
  own: Input({ page, expected_version: optionalVersion, detail }),
  body: {
    type: described(Type.String(), 'see describe_block_types'),
    data: Type.Object({}),
    before: described(Type.String(), 'id of a block'),
    after: described(Type.String(), 'id of a block'),
  } satisfies Record<keyof typeof properties, unknown>,
  requiredInBody: ['type'],
  hints: adds,
  toRun: (own, body) => ({ operation: addBlock, input: onPage(own, body) }),
};

export const updateOneBlock: Tool = {
  ...changed,
  name: 'update_block',
  title: 'Change a block',
  description: 'Replaces the sent fields of the data of a block; the others stay.',
  operation: updateBlock,
  own: Input({ page, block, expected_version: requiredVersion, detail }),
  body: { data: Type.Object({}) },
  requiredInBody: ['data'],
  hints: changes,
  toRun: (own, body) => ({ operation: updateBlock, input: onBlock(own, body) }),
};

export const deleteOneBlock: Tool = {
  ...changed,
  name: 'delete_block',
  title: 'Remove a block',
  description: 'Removes a block with all that it holds.',
  operation: deleteBlock,
  own: Input({ page, block, expected_version: requiredVersion, detail }),
  hints: changes,
  toRun: (own) => ({ operation: deleteBlock, input: onBlock(own, noBody) }),
};
