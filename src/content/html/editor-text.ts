import { html as htmlNames } from 'parse5';
import { allowedTags } from './allow-list.js';
import { type OpenedHtml, openHtml } from './opened-html.js';
import { cleanClipboard } from './pasted-html.js';
import { htmlText } from './text.js';

/** Sanitised HTML, and the same for an editor; empty with a reason: it cannot be stored. `pictures` were left out. */
export type OpenedText = OpenedHtml & { readonly html: string; readonly pictures: number };

/** @param sanitize returns `null` if the text is too complex */
export function openText(
  text: string,
  from: 'clipboard' | 'source',
  sanitize: (text: string) => string | null,
): OpenedText {
  const read = from === 'clipboard' ? cleanClipboard(text) : { html: typedHtml(text), pictures: 0 };
  if (read === null) return { html: '', pictures: 0, ...refused(tooComplex) };
  const { html, pictures } = read;
  const clean = sanitize(html);
  if (clean === null) return { html: '', pictures, ...refused(tooComplex) };
  if (from === 'source' && wordsOf(html) !== wordsOf(clean)) {
    return { html: '', pictures, ...refused('words would be lost with the tags around them') };
  }
  return { html: clean, pictures, ...openHtml(clean) };
}

const tooComplex = 'it is too complex';

export const refused = (reason: string): OpenedHtml => ({ reason, drawn: [] });

const wordsOf = (html: string): string => htmlText(html).replaceAll(/\s/g, '');

const elements = new Set([...allowedTags, ...Object.values(htmlNames.TAG_NAMES).map((name) => name.toLowerCase())]);

/** Comments, declarations and whole tags; the name of a tag is a group. */
const markup =
  /<!--(?:(?!<!--)[\s\S])*?-->|<!\[?[a-z][^<>]*>|<\/?([a-z][\w:-]*)(?:[\s/]+[\w:@-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>][^\s<>]*(?=[\s>])))?)*[\s/]*>/gi;

/** Ampersands that begin no entity. */
const ampersand = /&(?!#\d+;|#x[0-9a-f]+;|[a-z][a-z0-9]*;)/gi;

/** HTML that a person typed. Without a tag it is plain text, with blank lines between paragraphs; a `<` that begins no tag is a sign. */
function typedHtml(text: string): string {
  let written = '';
  let end = 0;
  for (const { 0: tag, 1: name = 'p', index } of text.matchAll(markup)) {
    if (!elements.has(name.toLowerCase()) && !name.includes(':')) continue;
    written += signs(text.slice(end, index)) + tag;
    end = index + tag.length;
  }
  written += signs(text.slice(end));
  if (end > 0) return written;
  const paragraphs = written.trim().split(/\n[ \t]*\n\s*/);
  const html = paragraphs.map((paragraph) => paragraph.replaceAll('\n', '<br>'));
  return html.length === 1 ? html.join('') : html.map((line) => `<p>${line}</p>`).join('');
}

const signs = (text: string): string => text.replaceAll(ampersand, '&amp;').replaceAll('<', '&lt;');
