import { type Said, say } from '../../lib/say.js';

const anchor = /<(\/?)a(?:\s[^"<>]*(?:"[^"]*"[^"<>]*)*)?>/g;
const target = /\shref="([^"]*)"/;

const linksIn = (html: string): string[] =>
  html.includes('<a') ? [...html.matchAll(anchor)].flatMap(([tag, end]) => (end === '/' ? [] : [tag])) : [];

const targetsIn = (html: string): string[] => linksIn(html).map((tag) => target.exec(tag)?.[1] ?? '');

/** HTML with the links of its source, by position. One that the source does not have is only text. */
export function withLinksOf(source: string, html: string): string {
  if (!html.includes('<a')) return html;
  const links = linksIn(source);
  const next = { start: 0, end: 0 };
  return html.replace(anchor, (_, end: string) => {
    if (end === '/') return links[next.end++] === undefined ? '' : '</a>';
    return links[next.start++] ?? '';
  });
}

/**
 * Reason why links of a translation would lead elsewhere than it says: there are more or fewer than in its source, or one has the target
 * of another. A target that the source does not have says nothing. `null`: there is none.
 */
export function linkProblem(source: string, html: string): Said | null {
  const [links, sent] = [targetsIn(source), targetsIn(html)];
  if (links.length !== sent.length)
    return say`its number of links is ${sent.length}, and that of its source ${links.length}`;
  const isOther = (href: string, at: number): boolean => href !== links[at] && links.includes(href);
  return sent.some(isOther) ? say`its links are in another order than those of its source` : null;
}
