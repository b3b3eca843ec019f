import { joinTexts, textsOf } from '../content/blocks/texts.js';
import type { SearchDocument } from './document.js';
import type { Part } from './excerpt.js';

/** Of one document, in UTF-16 code units; what comes after is not found. */
export const maxCharacters = 50_000;

/** The texts of a document that are searched. */
export function partsOf({ content }: SearchDocument): Part[] {
  const texts = 'blocks' in content ? textsOf(content.blocks) : [{ id: null, text: joinTexts(content.texts) }];
  const parts: Part[] = [];
  let left = maxCharacters;
  for (const { id, text } of texts) {
    parts.push({ id, text: text.slice(0, left) });
    left -= text.length;
    if (left <= 0) break;
  }
  return parts;
}
