import { isObject } from '../../json.js';
import type { BlockData, StoredBlock } from './block-type.js';
import { allBlocks } from './edit.js';
import { blockTypes } from './registry.js';

export interface References {
  readonly media: readonly number[];
  readonly colors: readonly number[];
}

/** The media and colours that the blocks of a page refer to, each once, ascending. */
export function references(blocks: readonly StoredBlock[]): References {
  const found = { media: new Set<number>(), color: new Set<number>() };
  const collect = (schema: unknown, value: unknown): void => {
    const { properties, items, 'x-kind': kind } = schema as Record<string, unknown>;
    if ((kind === 'media' || kind === 'color') && typeof value === 'number') found[kind].add(value);
    else if (Array.isArray(value) && isObject(items)) for (const item of value) collect(items, item);
    else if (isObject(value) && isObject(properties)) {
      for (const [name, property] of Object.entries(properties)) collect(property, value[name]);
    }
  };
  for (const block of allBlocks(blocks)) {
    const blockType = blockTypes.get(block.type ?? '');
    if (blockType !== undefined) collect(blockType.data, block.data);
  }
  const ascending = (ids: Set<number>): number[] => [...ids].sort((a, b) => a - b);
  return { media: ascending(found.media), colors: ascending(found.color) };
}

/** The same blocks, referring to nothing that is not there any more. */
export function withoutReferences(
  blocks: readonly StoredBlock[],
  isThere: { readonly media: (id: number) => boolean; readonly color: (id: number) => boolean },
): StoredBlock[] {
  const clean = (schema: unknown, value: unknown): unknown => {
    const { properties, items, 'x-kind': kind } = schema as Record<string, unknown>;
    if (kind === 'blocks' && Array.isArray(value)) return withoutReferences(value, isThere);
    if ((kind === 'media' || kind === 'color') && typeof value === 'number') {
      return isThere[kind](value) ? value : undefined;
    }
    if (Array.isArray(value) && isObject(items)) {
      return value.map((item) => clean(items, item)).filter((item) => item !== undefined);
    }
    if (!isObject(value) || !isObject(properties)) return value;
    const members = Object.entries(value).map(([name, member]) => {
      return [name, Object.hasOwn(properties, name) ? clean(properties[name], member) : member] as const;
    });
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  };
  return blocks.map((block) => {
    const blockType = blockTypes.get(block.type ?? '');
    return blockType === undefined ? block : { ...block, data: clean(blockType.data, block.data) as BlockData };
  });
}
