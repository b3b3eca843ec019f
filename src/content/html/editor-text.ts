import { type Reading, readDocument } from './document.js';
import { cleanClipboard } from './pasted-html.js';
import { htmlText } from './text.js';
import { typedHtml } from './typed.js';

/** Sanitised HTML, and the same for an editor; empty with a reason: it cannot be stored. `pictures` were left out. */
export type OpenedText = Reading & { readonly html: string; readonly pictures: number };

/** @param sanitize `null`: too complex */
export function openText(
  text: string,
  from: 'clipboard' | 'source',
  sanitize: (text: string) => string | null,
): OpenedText {
  const { html, pictures } = (from === 'clipboard' ? cleanClipboard(text) : { html: typedHtml(text), pictures: 0 }) ?? {
    html: null,
    pictures: 0,
  };
  const clean = html === null ? null : sanitize(html);
  if (html === null || clean === null) return { html: '', pictures, reason: 'it is too complex' };
  if (from === 'source' && wordsOf(html) !== wordsOf(clean)) {
    return { html: '', pictures, reason: 'words would be lost with the tags around them' };
  }
  return { html: clean, pictures, ...readDocument(clean) };
}

const wordsOf = (html: string): string => htmlText(html).replaceAll(/\s/g, '');
