import type { ComponentChild } from 'preact';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import { Block } from '../../portal/blocks/block.js';
import type { BlockView } from '../../portal/blocks/view.js';

/** Blocks as the portal shows them. */
export function shownBlocks(blocks: readonly StoredBlock[], view: BlockView): ComponentChild {
  return (
    <div class="page shown">
      {blocks.map((block) => (
        <Block block={block} view={view} />
      ))}
    </div>
  );
}
