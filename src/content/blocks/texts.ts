import { htmlText } from '../html/text.js';
import { textsIn } from '../texts.js';
import type { BlockData, BlockType, Kind, StoredBlock } from './block-type.js';
import { walkBlocks } from './edit.js';
import { blockTypes } from './types.js';
import { mapKinds } from './walk-schema.js';

/** Visible text of one block, without the blocks that it holds. */
export interface BlockText {
  readonly id: string | null;
  readonly text: string;
}

const between = ' · ';

/** The texts of a page in reading order, at any level; a block without any is left out. */
export function* textsOf(blocks: readonly StoredBlock[]): Generator<BlockText> {
  for (const { block } of walkBlocks(blocks)) {
    const blockType = blockTypes.get(block.type ?? '');
    // Any text of an unknown type may be HTML.
    const texts = blockType ? declaredTexts(blockType, block.data) : textsIn(block.data).map(htmlText);
    const text = joinTexts(texts);
    if (text !== '') yield { id: block.id, text };
  }
}

/** Several texts as one, on one line. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(between);
}

const textual: ReadonlySet<Kind> = new Set(['plain', 'line', 'html']);

function declaredTexts({ data: schema, look = [] }: BlockType, data: BlockData): string[] {
  const texts: string[] = [];
  const members = Object.entries(data).filter(([name]) => !look.includes(name));
  mapKinds(schema, Object.fromEntries(members), (kind, value) => {
    if (typeof value === 'string' && textual.has(kind)) texts.push(kind === 'html' ? htmlText(value) : value);
    return value;
  });
  return texts;
}
