import { isObject } from '../../json.js';
import type { BlockData, StoredBlock } from './block-type.js';
import { walkBlocks } from './edit.js';
import type { SentBlock } from './parse.js';
import { blockTypes } from './types.js';

/**
 * Which stored block each sent one takes the place of, so that it keeps its id: the one with the id and type it was sent
 * with; without one, the first of equal type and content that no other takes. Each is taken once, in document order.
 */
export function matchStored(sent: readonly SentBlock[], stored: readonly StoredBlock[]): Map<SentBlock, StoredBlock> {
  const matches = new Map<SentBlock, StoredBlock>();
  if (stored.length === 0) return matches;
  const all = [...walkBlocks(sent)].map(({ block }) => block);
  const free = new Set(stored);
  const take = (block: SentBlock, found: StoredBlock | undefined): void => {
    if (found === undefined || !free.delete(found)) return;
    matches.set(block, found);
  };
  const byId = new Map(stored.map((block) => [block.id, block]));
  for (const block of all) {
    const found = block.id === null ? undefined : byId.get(block.id);
    if (found?.type === block.type) take(block, found);
  }
  const open = all.filter((block) => !matches.has(block));
  if (open.length === 0 || free.size === 0) return matches;
  const byContent = new Map<string, StoredBlock[]>();
  for (const block of free) {
    const key = contentKey(block);
    const equal = byContent.get(key);
    if (equal === undefined) byContent.set(key, [block]);
    else equal.push(block);
  }
  for (const block of open) take(block, byContent.get(contentKey(block))?.shift());
  return matches;
}

type Content = Pick<SentBlock, 'type' | 'data'> & { readonly sent?: SentBlock['sent'] };

/** Equal for blocks of one type with equal data, whatever the ids of the blocks in them. */
function contentKey(block: Content): string {
  return JSON.stringify(contentOf(block), (_, value) => (isObject(value) ? sorted(value) : value));
}

function contentOf({ type, data, sent }: Content): unknown {
  const blockType = blockTypes.get(type ?? '');
  if (blockType === undefined) return [type, sent?.data ?? data];
  return [type, blockType.mapChildren?.(data, (list: readonly Content[]) => list.map(contentOf)) ?? data];
}

function sorted(value: BlockData): BlockData {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
