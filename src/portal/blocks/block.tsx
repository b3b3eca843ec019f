import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { PortalContext } from '../context.js';
import { Html } from './html.js';

interface BlockProps {
  readonly block: StoredBlock;
  readonly context: PortalContext;
}

/** A block as readers see it, with the blocks in it. */
export function Block({ block: { id, data } }: BlockProps) {
  return (
    <div class="block" id={id ?? undefined}>
      <Html text={String(Object(data).html ?? '')} />
    </div>
  );
}
