import { allBlocks } from '../../blocks/block-tree.js';
import type { PageFile } from '../../page.js';
import type { TranslatedText, TranslatedTexts } from '../apply.js';
import { unitId } from './unit.js';
import type { PlacedText } from './write.js';

/** The texts of a page that have words, in reading order, below its title and the headings above them. */
export function placedTexts({ id, title, blocks }: PageFile, texts: TranslatedTexts): PlacedText[] {
  const placed = wordedTexts({ of: 'page', id: String(id), block: '' }, texts.get('') ?? [], [title]);
  const seen = new Set<string>();
  let above: { readonly level: number; readonly text: string }[] = [];
  for (const { id: block, type, data } of allBlocks(blocks)) {
    const own = block === null || seen.has(block) ? [] : (texts.get(block) ?? []);
    const { text, level } = data;
    const isHeading = type === 'heading' && typeof text === 'string';
    if (isHeading) above = above.filter((other) => other.level < Number(level ?? 2));
    const place = [title, ...above.map((heading) => heading.text)];
    placed.push(...wordedTexts({ of: 'page', id: String(id), block: block ?? '' }, own, place));
    if (isHeading) above.push({ level: Number(level ?? 2), text });
    if (block !== null) seen.add(block);
  }
  return placed;
}

/** Texts of one holder with their ids. */
export const wordedTexts = (
  holder: Omit<Parameters<typeof unitId>[0], 'path'>,
  texts: readonly TranslatedText[],
  place: readonly string[],
): PlacedText[] =>
  texts.flatMap((text) => (text.isWorded ? [{ id: unitId({ ...holder, path: text.path }), place, text }] : []));
