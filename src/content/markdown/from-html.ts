import type { Element } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { defaultHandlers, type Handle, type Options, type State, toMdast } from 'hast-util-to-mdast';
import type { RootContent } from 'mdast';
import { allowedTags } from '../html/allow-list.js';
import { parseHtml } from '../html/parse.js';
import { flow } from './content-model.js';
import { paragraph, paragraphs, strong } from './nodes.js';
import { line } from './phrasing.js';

/** Stored HTML as the nodes that Markdown has for it; what it has no form for becomes its text. */
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
