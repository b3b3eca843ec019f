import { isObject } from '../../lib/json.js';
import { maxDepth } from '../../validation/json-hardening.js';
import { htmlText } from '../html/text.js';
import { replaceTexts } from '../json-strings.js';
import { maxBlockLevels } from '../limits.js';
import { allBlocks } from './block-tree.js';
import type { Kind, StoredBlock } from './block-type.js';
import { blockTypes } from './types.js';
import { mapKinds } from './walk-schema.js';

export interface BlockText {
  readonly id: string | null;
  readonly text: string;
}

const between = ' · ';

/** The texts of a page in reading order, at any level; a block without any is left out. */
export function* textsOf(blocks: readonly StoredBlock[]): Generator<BlockText> {
  for (const block of allBlocks(blocks)) {
    const text = joinTexts(fieldTextsOf(block).map(({ text, isHtml }) => (isHtml ? htmlText(text) : text)));
    if (text !== '') yield { id: block.id, text };
  }
}

export function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(between);
}

/** Kinds of texts that people read. */
export type TextKind = Extract<Kind, 'plain' | 'line' | 'html'>;
export const isTextKind = (kind: Kind): kind is TextKind => kind === 'plain' || kind === 'line' || kind === 'html';

interface FieldText {
  readonly field: string;
  readonly text: string;
  readonly kind: TextKind;
  readonly isHtml: boolean;
}

export function fieldTextsOf({ type, data }: StoredBlock): FieldText[] {
  const texts: FieldText[] = [];
  const blockType = blockTypes.get(type ?? '');
  if (blockType === undefined) {
    // Any text of an unknown type may be HTML.
    replaceTexts(data, (text, field) => {
      texts.push({ field, text, kind: 'html', isHtml: true });
      return text;
    });
    return texts;
  }
  const { data: schema, look = [] } = blockType;
  const members = Object.entries(data).filter(([name]) => !look.includes(name));
  mapKinds(schema, Object.fromEntries(members), (kind, text, field) => {
    if (typeof text === 'string' && isTextKind(kind)) texts.push({ field, text, kind, isHtml: kind === 'html' });
    return text;
  });
  return texts;
}

/**
 * @param field path in the data of the block
 * @param path path in the page
 */
export type HtmlMap = (html: unknown, data: object, field: string, path: string) => unknown;

/** Maps the HTML of blocks. Invalid files, and blocks nested too deep, stay as they are. */
export function mapHtml(
  blocks: unknown,
  map: HtmlMap,
  mapUnknown: (data: object) => object,
  path = 'blocks',
  levels = maxBlockLevels,
): unknown {
  if (!Array.isArray(blocks) || levels === 0) return blocks;
  return blocks.map((block: unknown, at) => {
    if (!isObject(block) || !isObject(block.data)) return block;
    const { type, data } = block;
    const blockType = typeof type === 'string' ? blockTypes.get(type.trim()) : undefined;
    const mapField = (kind: Kind, value: unknown, field: string): unknown => {
      const fieldPath = `${path}.${at}.data.${field}`;
      if (kind === 'blocks') return mapHtml(value, map, mapUnknown, fieldPath, levels - 1);
      return kind === 'html' ? map(value, data, field, fieldPath) : value;
    };
    const mapped = blockType === undefined ? mapUnknown(data) : mapKinds(blockType.data, data, mapField);
    return mapped === data ? block : { ...block, data: mapped };
  });
}

/** The HTML that is read of blocks, sent or pushed. Those that nest too deep are read as well, and then refused. */
export function htmlIn(blocks: unknown): string[] {
  const texts: string[] = [];
  const collect: HtmlMap = (html) => {
    if (typeof html === 'string') texts.push(html);
    return html;
  };
  mapHtml(blocks, collect, (data) => data, 'blocks', maxDepth);
  return texts;
}
