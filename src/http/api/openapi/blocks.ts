import type { BlockType } from '../../../content/blocks/block-type.js';
import { holdsBlocks } from '../../../content/blocks/children.js';
import { blockTypes } from '../../../content/blocks/types.js';
import { maxBlocksInList } from '../../../content/limits.js';
import { BlockCreate } from '../../../operations/blocks.js';
import { type Json, reference, type SchemaWriter } from './schema.js';

const types = [...blockTypes.values()];

/** `rich_text` → `RichText`. */
function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Schema of a type's data: blocks inside it have more fields in an answer than in a request. */
function dataOf(blockType: BlockType, writer: SchemaWriter, sent: boolean): Json {
  const name = `${sent && holdsBlocks(blockType.type) ? 'New' : ''}${pascal(blockType.type)}Data`;
  return writer.named(name, () => {
    const data = writer.inline(blockType.data, sent ? 'NewBlock' : 'Block');
    return { ...data, description: `The data of a block of type \`${blockType.type}\`. No field is required.` };
  });
}

function union(names: readonly string[], extra: Json): Json {
  const mapping = Object.fromEntries(types.map(({ type }, at) => [type, reference(names[at] as string).$ref]));
  return { ...extra, oneOf: names.map(reference), discriminator: { propertyName: 'type', mapping } };
}

const id = { type: ['string', 'null'], description: 'Id from the service, unique in the brand. It never changes.' };

function knownBlock(writer: SchemaWriter): Json {
  const names = types.map((blockType) => {
    const name = `${pascal(blockType.type)}Block`;
    writer.named(name, () => ({
      type: 'object',
      required: ['id', 'type', 'data'],
      properties: { id, type: { type: 'string', const: blockType.type }, data: dataOf(blockType, writer, false) },
      additionalProperties: false,
    }));
    return name;
  });
  return union(names, { description: 'A block of one of the types that the API can write.' });
}

const ownId = { ...id, description: 'Id of an existing block; any other is ignored.' };

/** @param suffix of the components' names; `more`: members of a block other than type and data */
function writableBlock(writer: SchemaWriter, suffix: string, description: string, more: Json): Json {
  const names = types.map((blockType) => {
    const name = `New${pascal(blockType.type)}${suffix}`;
    writer.named(name, () => ({
      type: 'object',
      required: ['type'],
      properties: {
        type: { type: 'string', const: blockType.type },
        data: dataOf(blockType, writer, true),
        ...more,
      },
    }));
    return name;
  });
  return union(names, { description });
}

function backendBlock(): Json {
  return {
    description: 'A block that was made in the backend. It can be kept, moved and deleted, but not changed.',
    type: 'object',
    required: ['id', 'type', 'data'],
    properties: {
      id,
      type: { type: ['string', 'null'], not: { enum: types.map(({ type }) => type) } },
      data: { type: 'object', additionalProperties: true },
    },
    additionalProperties: false,
  };
}

export const blockComponents: Readonly<Record<string, (writer: SchemaWriter) => Json>> = {
  Block: (writer) => ({
    description: 'A block of a page.',
    anyOf: [writer.named('KnownBlock', () => knownBlock(writer)), writer.named('BackendBlock', backendBlock)],
  }),
  WritableBlock: (writer) => {
    const about = 'A block to write. Fields of `data` that its type does not have are dropped.';
    return writableBlock(writer, 'Block', about, { id: ownId });
  },
  NewBlock: (writer) => ({
    description: `A block in a request; a list holds at most ${maxBlocksInList}.`,
    anyOf: [writer.named('WritableBlock', () => ({})), writer.named('BackendBlock', backendBlock)],
  }),
  BlockCreate: (writer) => {
    const { before, after } = BlockCreate.properties;
    const about = 'A block and where to put it: without `before` and `after` at the end of the page.';
    return writableBlock(writer, 'BlockAt', about, { before: writer.inline(before), after: writer.inline(after) });
  },
  BlockData: (writer) => ({
    description: "Fields of the block's type.",
    anyOf: types.map((blockType) => dataOf(blockType, writer, true)),
  }),
};
