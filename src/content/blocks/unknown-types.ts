import { markup } from '../html/plain.js';
import type { Sanitizer } from '../html/sanitizer.js';
import { replaceTexts, textsIn } from '../json-strings.js';
import { sanitizeText } from './sanitize-text.js';

/** Original data of a file, by the sanitised data that readers get in its place. */
const stored = new WeakMap<object, object>();

/** The data that the file of a page keeps, byte for byte, whatever readers get. */
export function storedData(data: object): object {
  return stored.get(data) ?? data;
}

const scriptUrl = /^(?:javascript|vbscript|data):/i;

/**
 * Makes harmless, in place, the data of blocks whose types are not known here: only their own readers know which texts are HTML
 * and which are addresses, so every text is treated as both.
 */
export async function cleanUnknown(unknownData: readonly object[], sanitizer: Sanitizer): Promise<void> {
  await sanitizer.prepare(textsIn(unknownData).filter((text) => markup.test(text)));
  const clean = (text: string): string => {
    if (scriptUrl.test(text.replaceAll(/[\s\p{Cc}]/gu, ''))) return '';
    return markup.test(text) ? sanitizeText('html', text, sanitizer).clean : text;
  };
  for (const data of unknownData) {
    const original = structuredClone(data);
    if (replaceTexts(data, clean)) stored.set(data, original);
  }
}
