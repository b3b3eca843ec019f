import { allowedTags, inlineTags } from './allow-list.js';
import { parseHtml } from './parse.js';
import { textIn } from './plain.js';

/** Elements that a word continues across. All other elements separate words. */
const inline = new Set([...inlineTags, 'wbr']);

/** Visible text of HTML, for search; empty for HTML that is too complex to parse. */
export function htmlText(html: string): string {
  return /[<&]/.test(html) ? (cleanText(html) ?? parsedText(html)) : html;
}

const tag = /<\/?([a-z][a-z0-9]*)(?: [a-z-]+(?:="[^"]*")?)*>/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };
const unread = '\0';

/** Text of HTML as sanitising writes it, read without a parser; `null` for other HTML. */
function cleanText(html: string): string | null {
  const text = html.replace(tag, (_, name: string) => {
    if (!allowedTags.has(name)) return unread;
    return inline.has(name) ? '' : ' ';
  });
  if (text.includes('<')) return null;
  const read = text.replace(/&(?:([a-z]+);)?/g, (_, name: string | undefined) => entities[name ?? ''] ?? unread);
  return read.includes(unread) ? null : read;
}

function parsedText(html: string): string {
  const fragment = parseHtml(html);
  return fragment === null ? '' : textIn(fragment, (name) => !inline.has(name));
}
