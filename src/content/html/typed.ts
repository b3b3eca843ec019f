import { html } from 'parse5';
import { allowedTags } from './allow-list.js';

const elements = new Set([...allowedTags, ...Object.values(html.TAG_NAMES).map((name) => name.toLowerCase())]);

/** Comments, declarations and whole tags; the name of a tag is a group. */
const markup =
  /<!--(?:(?!<!--)[\s\S])*?-->|<!\[?[a-z][^<>]*>|<\/?([a-z][\w:-]*)(?:[\s/]+[\w:@-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>][^\s<>]*(?=[\s>])))?)*[\s/]*>/gi;

/** Ampersands that begin no entity. */
const ampersand = /&(?!#\d+;|#x[0-9a-f]+;|[a-z][a-z0-9]*;)/gi;

/** HTML that a person typed. Without a tag it is plain text, with blank lines between paragraphs; a `<` that begins no tag is a sign. */
export function typedHtml(text: string): string {
  let [written, end] = ['', 0];
  for (const { 0: tag, 1: name = 'p', index } of text.matchAll(markup)) {
    if (!elements.has(name.toLowerCase()) && !name.includes(':')) continue;
    written += signs(text.slice(end, index)) + tag;
    end = index + tag.length;
  }
  written += signs(text.slice(end));
  if (end > 0) return written;
  const paragraphs = written.trim().split(/\n[ \t]*\n\s*/);
  const html = paragraphs.map((one) => one.replaceAll('\n', '<br>'));
  return html.length === 1 ? html.join('') : html.map((one) => `<p>${one}</p>`).join('');
}

const signs = (text: string): string => text.replaceAll(ampersand, '&amp;').replaceAll('<', '&lt;');
