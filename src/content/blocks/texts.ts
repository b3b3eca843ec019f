import { htmlText } from '../html/text.js';
import type { BlockData, BlockType, Kind, StoredBlock } from './block-type.js';
import { walkBlocks } from './edit.js';
import { blockTypes } from './types.js';
import { mapKinds } from './walk-schema.js';

/** What a reader sees of one block, without the blocks that it holds. */
export interface BlockText {
  readonly id: string | null;
  /** On one line, without markup. */
  readonly text: string;
}

const between = ' · ';

/** The texts of a page in reading order, at any level; a block without any is left out. */
export function* textsOf(blocks: readonly StoredBlock[]): Generator<BlockText> {
  for (const { block } of walkBlocks(blocks)) {
    const blockType = blockTypes.get(block.type ?? '');
    const texts = blockType === undefined ? [...anyTexts(block.data)] : declaredTexts(blockType, block.data);
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

/** Of a type made in the backend it is not known which texts are HTML. */
function* anyTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield htmlText(value);
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* anyTexts(member);
}
