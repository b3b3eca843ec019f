import type { Element } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { defaultHandlers, type Handle, type Options, type State, toMdast } from 'hast-util-to-mdast';
import type { BlockContent, ListItem, RootContent } from 'mdast';
import { phrasing as isPhrasing } from 'mdast-util-phrasing';
import { allowedTags } from '../html/allow-list.js';
import { parseHtml } from '../html/parse.js';
import { paragraph, paragraphs, strong, table } from './nodes.js';
import { line } from './phrasing.js';

/** Stored HTML as Markdown nodes; content without a Markdown form becomes its text. */
export function fromHtml(html: string): RootContent[] {
  const parsed = parseHtml(html);
  // Too large to be written through the API, so it came by git: its source is shown.
  if (parsed === null) return paragraphs(html);
  const fragment = fromParse5(parsed);
  const tree = toMdast(fragment, options);
  return flow('children' in tree ? tree.children : [tree]);
}

const nothing = (): undefined => undefined;

/** Elements that stored HTML cannot have are dropped, images, frames and forms among them. */
const unlisted = Object.keys(defaultHandlers).filter((name) => !allowedTags.has(name));

const options: Options = {
  document: true,
  handlers: {
    ...Object.fromEntries(unlisted.map((name) => [name, nothing])),
    table: withCaption,
    td: cell,
    th: cell,
    wbr: nothing,
  },
  nodeHandlers: { comment: nothing },
};

/** The library drops the caption of a table: here it comes before the table. */
function withCaption(state: State, node: Element): ReturnType<Handle> {
  const isNested = state.inTable;
  const table = defaultHandlers.table(state, node);
  if (isNested) return table;
  const captions = node.children.flatMap((child) => {
    const isCaption = child.type === 'element' && child.tagName === 'caption';
    return isCaption ? [paragraph([strong(line(state.all(child)))])] : [];
  });
  return [...captions, table];
}

/** Drops `colspan` and `rowspan`, which could ask for any number of cells. */
function cell(state: State, { children, ...cell }: Element): ReturnType<Handle> {
  return defaultHandlers.td(state, { ...cell, properties: {}, children });
}

/**
 * Content as mdast's content model allows it. HTML nests what Markdown cannot, a list in a cell or a heading in a
 * link; serialised as they are, those would be read back as something else.
 */
export function flow(nodes: readonly RootContent[]): BlockContent[] {
  const result: BlockContent[] = [];
  let run: RootContent[] = [];
  const endRun = (): void => {
    const children = line(run);
    if (children.length > 0) result.push({ type: 'paragraph', children });
    run = [];
  };
  for (const node of nodes.flatMap(opened)) {
    if (isPhrasing(node)) run.push(node);
    else {
      endRun();
      result.push(...block(node));
    }
  }
  endRun();
  return result;
}

/** Drops emphasis around blocks, for which Markdown has no form. */
function opened(node: RootContent): RootContent[] {
  return isPhrasing(node) && 'children' in node && holdsBlocks(node) ? node.children.flatMap(opened) : [node];
}

function holdsBlocks({ children }: { readonly children: readonly RootContent[] }): boolean {
  return children.some((child) => !isPhrasing(child) || ('children' in child && holdsBlocks(child)));
}

/** A list item's number has at most nine digits in CommonMark. */
const highestNumber = 999_999_999;

/** An item of a list; of a `dl` in a link, the library puts the link around each item. */
function listItem(node: RootContent): ListItem {
  if (node.type === 'listItem') return { ...node, children: flow(node.children) };
  return { type: 'listItem', spread: false, children: flow([node]) };
}

function block(node: RootContent): BlockContent[] {
  switch (node.type) {
    case 'code':
    case 'thematicBreak':
      return [node];
    case 'heading':
      return [{ ...node, children: line(node.children) }];
    case 'table':
      return [table(node.children.map((row) => row.children.map((cell) => line(cell.children))))];
    case 'blockquote': {
      const children = flow(node.children);
      return children.length > 0 ? [{ ...node, children }] : [];
    }
    case 'list': {
      const items = node.children.map(listItem);
      const children = items.filter((item) => item.children.length > 0);
      const start = node.start ?? 1;
      const isNumber = start >= 0 && start + children.length <= highestNumber;
      return children.length > 0 ? [{ ...node, start: isNumber ? start : 1, children }] : [];
    }
    default:
      return 'children' in node ? flow(node.children) : [];
  }
}
