import { allBlocks } from './block-tree.js';
import type { StoredBlock } from './block-type.js';

/** Ids of blocks at any level, one after the other, in which an id is looked for. */
export const idsOf = (blocks: readonly StoredBlock[]): string =>
  allBlocks(blocks)
    .map(({ id }) => id ?? '')
    .join('');

/** Ids of the blocks in the file of a page, without parsing it. */
export const idsInFile = (bytes: Buffer): string =>
  [...bytes.toString('latin1').matchAll(/"id":\s*"([0-9a-z]{12})"/g)].map(([, id]) => id).join('');
