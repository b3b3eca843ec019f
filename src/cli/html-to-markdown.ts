import type { PhrasingContent } from 'mdast';
import { serializeOuter } from 'parse5';
import { breakTags, inlineTags } from '../content/html/allow-list.js';
import { type Child, parseHtml } from '../content/html/parse.js';
import { withoutTags } from '../content/html/write.js';
import { fromHtml } from '../content/markdown/from-html.js';
import { serialize } from '../content/markdown/writers.js';

/** Elements that Markdown can express in a heading or a table. */
const markdownTags = new Set('h1 h2 h3 h4 h5 h6 table thead tbody tr th td p a strong b em i code s del'.split(' '));

/**
 * Headings, simple tables and pictures in Markdown's own form; each other element as HTML in a line of its own, which a
 * reader of Markdown takes as it is.
 */
export function htmlToMarkdown(html: string): string {
  const parts: string[] = [];
  let run = '';
  const endRun = (): void => {
    if (run.trim() !== '') parts.push(`<p>${run}</p>`);
    run = '';
  };
  const fragment = parseHtml(html);
  // HTML that is too complex stays as it is. Sanitising refuses it later.
  if (fragment === null) return onOneLine(html);
  for (const node of fragment.childNodes) {
    const name = node.nodeName;
    // A comment becomes one word, so that it cannot be read as the name of a block.
    const source = 'data' in node ? `<!--${node.data.replace(/\s+/g, '_')}-->` : onOneLine(serializeOuter(node));
    const isInline = name === '#text' || breakTags.has(name) || (inlineTags.has(name) && !/<img\b/.test(source));
    if (isInline) {
      run += source;
      continue;
    }
    endRun();
    parts.push('data' in node ? source : convertBlock(node, source));
  }
  endRun();
  return parts.filter((part) => part !== '').join('\n\n');
}

function convertBlock(node: Child, source: string): string {
  const pictures = picturesIn(node);
  if (pictures !== null) return serialize([{ type: 'paragraph', children: pictures }]).trimEnd();
  const names = [...source.matchAll(/<([a-z][\w-]*)/g)].map(([, name = '']) => name);
  const isSimple = /^<(?:h\d|table)\b/.test(source) && names.every((name) => markdownTags.has(name));
  if (!isSimple || /<\/p>\s*<p\b|<[^>]*\s(?:col|row)span=/.test(source)) return source;
  // The comment makes the import report that the attributes are lost.
  const isPlain = !/<[^>]*\s(?!href=)[\w-]+="/.test(source);
  return `${isPlain ? '' : '<!--looks-->\n\n'}${serialize(fromHtml(source)).trimEnd()}`;
}

/** Writes line breaks in code as references, because a blank line would end the HTML. */
function onOneLine(html: string): string {
  return html.replace(/<pre\b[\s\S]*?<\/pre>/g, (pre) => pre.replaceAll('\n', '&#10;')).replaceAll('\n', ' ');
}

/** @returns `null` if it also has other content */
function picturesIn(node: Child, caption: string | null = null): PhrasingContent[] | null {
  if ('value' in node) return node.value.trim() === '' ? [] : null;
  if (!('attrs' in node)) return [];
  const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
  if (node.tagName === 'img') {
    const [url = '', alt = null, title = caption] = ['src', 'alt', 'title'].map((name) => attributes.get(name));
    return [{ type: 'image', url, alt, title }];
  }
  if (node.tagName === 'br' || node.tagName === 'figcaption') return [];
  if (!['a', 'p', 'figure', 'picture'].includes(node.tagName)) return null;

  const figcaption = node.childNodes.find(({ nodeName }) => nodeName === 'figcaption');
  const text = figcaption === undefined ? caption : withoutTags(serializeOuter(figcaption));
  const found = node.childNodes.map((child) => picturesIn(child, text));
  if (found.includes(null)) return null;
  const children = found.flatMap((pictures) => pictures ?? []);
  if (node.tagName !== 'a') return children;
  return [{ type: 'link', url: attributes.get('href') ?? '', children: children as never }];
}
