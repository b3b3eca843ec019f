import type { StoredBlock } from './blocks/block-type.js';
import { mapChildren } from './blocks/children.js';
import type { Catalog } from './catalog/catalog.js';

/** Upper bound on the colours of a palette that is filled. */
const maxColors = 100;

/** Blocks of a new page that is made from another: a palette without colours gets those of the brand. */
export function fromTemplate(blocks: readonly StoredBlock[], { colors }: Pick<Catalog, 'colors'>): StoredBlock[] {
  const ids = [...colors.keys()].sort((a, b) => a - b).slice(0, maxColors);
  const filled = (list: readonly StoredBlock[]): StoredBlock[] =>
    list.map((block) => {
      const data = mapChildren(block, filled);
      const isEmpty = block.type === 'color_palette' && Array.isArray(data.color_ids) && data.color_ids.length === 0;
      return { ...block, data: isEmpty ? { ...data, color_ids: ids } : data };
    });
  return filled(blocks);
}
