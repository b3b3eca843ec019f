import type { ComponentChild } from 'preact';
import type { StoredBlock } from '../../../content/blocks/block-type.js';
import { type BlockDiff, isChanged } from '../../../content/diff/page-diff.js';
import { fill, words } from '../../../words/words.js';
import { Block } from '../../blocks/block.js';
import type { BlockView } from '../../blocks/view.js';
import { blockName } from '../../labels.js';
import { type Around, comparedBlocks } from './compared-blocks.js';
import type { Names } from './reference-names.js';

/** Class of an element in which blocks look as in the portal. */
const box = 'page shown';

/** Blocks of two versions of a page, as the portal shows them. */
export const pageDifferences = (
  blocks: readonly BlockDiff[],
  names: Names,
  around: Omit<Around, 'box'> = {},
): ComponentChild[] => comparedBlocks(blocks, names, { ...around, box });

/** Blocks as the portal shows them. */
export const shownBlocks = (blocks: readonly StoredBlock[], view: BlockView): ComponentChild => (
  <div class={box}>
    {blocks.map((block) => (
      <Block block={block} view={view} />
    ))}
  </div>
);

/** `Block 3 · text · edited`. */
export function blockTitle(block: BlockDiff): string {
  const texts = words().differences;
  const { from_at, change, moved, lists } = block;
  const changes: string[] = [];
  if (change !== 'same') changes.push(texts.changes[change]);
  else if (lists.some(({ blocks }) => blocks.some(isChanged))) changes.push(texts.changedInside);
  if (moved) changes.push(fill(texts.movedFrom, { place: from_at ?? '' }));
  return [blockPlace(block), changes.join(', ')].join(' · ');
}

/** `Block 3 · rich text`. */
export const blockPlace = ({ at, from_at, type }: BlockDiff): string =>
  `${fill(words().differences.block, { place: at ?? from_at ?? '' })} · ${blockName(type)}`;
