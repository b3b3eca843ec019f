import type { BlockType, Kind } from '../content/blocks/block-type.js';
import { maxBlockLevels, maxBlocksInList, maxBlocksOnPage } from '../content/blocks/block-type.js';
import { blockTypes } from '../content/blocks/registry.js';
import { message } from '../content/messages.js';
import { Violations } from '../content/violations.js';
import type { ReadOperation } from './operation.js';

const kinds: Record<Kind, string> = {
  plain: 'text without markup, of one or several lines',
  line: 'text without markup on one line',
  html: 'HTML: paragraphs, lists, tables, links and emphasis; scripts and styles are removed',
  url: 'an http, https, mailto or tel address, or a relative one',
  media: 'the id of a released medium of the brand',
  color: 'the id of a colour of the brand',
  blocks: 'a list of blocks like those of a page: {type, data}',
};

/**
 * The block types that can be written: by `query.types` (a list of names) with the JSON Schema of their data, else all
 * with the names of their fields.
 */
export const describeBlockTypes: ReadOperation = {
  name: 'block_types.describe',
  right: 'read',
  run(_view, { query }) {
    const names = query.types as readonly string[] | undefined;
    const violations = new Violations();
    for (const [at, name] of (names ?? []).entries()) {
      if (!blockTypes.has(name)) violations.add(`types.${at}`, message.selected(`types.${at}`));
    }
    violations.throwIfAny();
    const value =
      names === undefined
        ? { types: [...blockTypes.values()].map(summarize) }
        : {
            types: names.map((name) => describe(blockTypes.get(name) as BlockType)),
            kinds,
            limits: {
              levels: maxBlockLevels,
              blocks_in_list: maxBlocksInList,
              blocks_on_page: maxBlocksOnPage,
            },
          };
    return { value, resource: null };
  },
};

const summarize = ({ type, data }: BlockType) => ({ type, fields: Object.keys(data.properties) });

const describe = ({ type, data }: BlockType) => ({ type, fields: Object.keys(data.properties), data });
