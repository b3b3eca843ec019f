import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const marks: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  em: '_',
  i: '_',
  code: '`',
  del: '~~',
  s: '~~',
};

/** Stored HTML, which is clean and nests at most 100 levels, as Markdown. What Markdown has no form for becomes its text. */
export function htmlToMarkdown(html: string): string {
  return blocks(parseFragment(html).childNodes).trim();
}

const isElement = (node: Node): node is Element => 'tagName' in node;

function inline(nodes: readonly Node[]): string {
  return nodes.map(inlineNode).join('');
}

function inlineNode(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value.replace(/\s+/g, ' ');
  if (!isElement(node)) return '';
  const { tagName, childNodes } = node;
  if (tagName === 'br') return '\\\n';
  const content = inline(childNodes);
  const mark = marks[tagName];
  if (mark !== undefined) return content.trim() === '' ? content : `${mark}${content}${mark}`;
  const href = tagName === 'a' ? node.attrs.find(({ name }) => name === 'href')?.value : undefined;
  return href === undefined ? content : `[${content}](${href})`;
}

const blockTags = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table hr div figure figcaption address'.split(' '),
);

/** Runs of inline nodes are paragraphs of their own. */
function blocks(nodes: readonly Node[]): string {
  const parts: string[] = [];
  let run: Node[] = [];
  const endRun = (): void => {
    const text = inline(run).trim();
    if (text !== '') parts.push(text);
    run = [];
  };
  for (const node of nodes) {
    if (isElement(node) && blockTags.has(node.tagName)) {
      endRun();
      parts.push(block(node));
    } else run.push(node);
  }
  endRun();
  return parts.filter((part) => part !== '').join('\n\n');
}

function block(element: Element): string {
  const { tagName, childNodes } = element;
  switch (tagName) {
    case 'hr':
      return '---';
    case 'ul':
    case 'ol':
      return list(element);
    case 'table':
      return table(element);
    case 'blockquote':
      return indented(blocks(childNodes), '> ', '> ');
    case 'pre':
      return `\`\`\`\n${textOf(element)}\n\`\`\``;
    case 'p':
      return inline(childNodes).trim();
    default: {
      const level = /^h([1-6])$/.exec(tagName)?.[1];
      return level === undefined ? blocks(childNodes) : `${'#'.repeat(Number(level))} ${inline(childNodes).trim()}`;
    }
  }
}

function list({ tagName, childNodes }: Element): string {
  const items = childNodes.filter((node): node is Element => isElement(node));
  const mark = (at: number): string => (tagName === 'ol' ? `${at + 1}. ` : '- ');
  return items.map((item, at) => indented(blocks(item.childNodes), mark(at), ' '.repeat(mark(at).length))).join('\n');
}

function table(element: Element): string {
  const rows = descendants(element, 'tr').map((row) =>
    row.childNodes.filter(isElement).map((cell) => inline(cell.childNodes)),
  );
  return tableToMarkdown(rows[0] ?? [], rows.slice(1));
}

/** @param rows of cells in Markdown */
export function tableToMarkdown(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replace(/\\?\s*\n\s*/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

function descendants(element: Element, tagName: string): Element[] {
  return element.childNodes.filter(isElement).flatMap((child) => {
    return child.tagName === tagName ? [child] : descendants(child, tagName);
  });
}

function textOf(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
  return isElement(node) ? node.childNodes.map(textOf).join('') : '';
}

export function indented(text: string, first: string, others: string): string {
  return first + text.replaceAll('\n', `\n${others}`);
}
