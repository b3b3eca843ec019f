import { type Reading, readDocument } from './document.js';
import { cleanClipboard } from './pasted-html.js';

/** Sanitised HTML, and the same for an editor. `pictures` were left out. */
export type OpenedText = Reading & { readonly html: string; readonly pictures: number };

/** @param sanitize `null`: too complex */
export function openText(
  text: string,
  from: 'clipboard' | 'source',
  sanitize: (text: string) => string | null,
): OpenedText {
  const { html, pictures } = (from === 'clipboard' ? cleanClipboard(text) : { html: text, pictures: 0 }) ?? {
    html: null,
    pictures: 0,
  };
  const clean = html === null ? null : sanitize(html);
  if (clean === null) return { html: '', pictures, reason: 'it is too complex' };
  return { html: clean, pictures, ...readDocument(clean) };
}
