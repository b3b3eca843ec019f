import type { BlockType, Kind } from '../content/blocks/block-type.js';
import { blockTypes } from '../content/blocks/types.js';
import { maxBlockLevels, maxBlocksInList, maxBlocksOnPage } from '../content/limits.js';
import { Input, Type } from '../validation/schema.js';
import { message, Violations } from '../validation/violations.js';
import { read } from './engine/operation.js';

const kinds: Record<Kind, string> = {
  plain: 'text without markup, of one or several lines',
  line: 'text without markup on one line',
  html: 'HTML: paragraphs, lists, tables, links and emphasis; scripts and styles are removed',
  url: 'an http, https, mailto or tel address, or a relative one',
  media: 'the id of a released medium of the brand',
  color: 'the id of a colour of the brand',
  collection: 'the id of a collection of media, in place of items',
  blocks: 'a list of blocks like those of a page: {type, data}',
};

const limits = { levels: maxBlockLevels, blocks_in_list: maxBlocksInList, blocks_on_page: maxBlocksOnPage };

export const BlockTypesQuery = Input({
  types: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: blockTypes.size })),
});

export const BlockTypesAnswer = Input({
  types: Type.Array(
    Input({
      type: Type.String(),
      fields: Type.Array(Type.String()),
      data: Type.Optional(Type.Object({}, { description: 'JSON Schema. `kinds` explains `x-kind`.' })),
    }),
  ),
  kinds: Type.Optional(Type.Object({})),
  limits: Type.Optional(Type.Object({})),
});

export const describeBlockTypes = read({
  name: 'block_types.describe',
  summary: 'Describe the block types that can be written',
  description:
    'With `types`, returns the JSON Schema of these types. Otherwise, returns all types with their field names.',
  query: BlockTypesQuery,
  answers: BlockTypesAnswer,
  run(_view, { query: { types: names } }) {
    if (names === undefined) return { value: { types: [...blockTypes.values()].map(summarize) }, resource: null };
    const violations = new Violations();
    const types = names.flatMap((name, at) => {
      const found = blockTypes.get(name);
      if (found === undefined) violations.add(`types.${at}`, message.selected(`types.${at}`, [...blockTypes.keys()]));
      return found === undefined ? [] : [{ ...summarize(found), data: found.data }];
    });
    violations.throwIfAny();
    return { value: { types, kinds, limits }, resource: null };
  },
});

const summarize = ({ type, data }: BlockType) => ({ type, fields: Object.keys(data.properties) });
