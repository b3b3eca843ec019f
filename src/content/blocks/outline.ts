import { walkBlocks } from './block-tree.js';
import type { StoredBlock } from './block-type.js';

interface OutlineEntry {
  readonly id: string | null;
  readonly type: string | null;
  /** 1 for the page's own list; a deeper block belongs to the nearest one above it whose depth is one less. */
  readonly depth: number;
  /** Its first words, without markup. */
  readonly text: string;
}

const maxCharacters = 60;

/** Number of characters of a text that are read for its first words. */
const maxRead = 1000;

/** Every block of a page in reading order, a block before those it holds. */
export function outlineOf(blocks: readonly StoredBlock[]): OutlineEntry[] {
  return walkBlocks(blocks).map(({ block: { id, type, data }, level: depth }) => {
    return { id, type, depth, text: firstWords(data) };
  });
}

const blockTag = /<\/?(?:p|div|br|li|ul|ol|td|th|tr|h[1-6]|blockquote|pre)\b[^>]*>?/gi;
const anyTag = /<\/?[a-z][^>]*>?/gi;

function firstWords(data: unknown): string {
  let words = '';
  for (const text of ownTexts(data)) {
    const plain = text.slice(0, maxRead).replace(blockTag, ' ').replace(anyTag, '');
    words = `${words} ${plain}`.replace(/\s+/g, ' ').trim();
    if (words.length > maxCharacters) return `${words.slice(0, maxCharacters).toWellFormed()}…`;
  }
  return words;
}

function* ownTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) if (name !== 'blocks') yield* ownTexts(member);
  }
}
