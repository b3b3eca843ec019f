import type { DefaultTreeAdapterTypes } from 'parse5';
import { h } from 'preact';
import type { MarkedNode } from '../../src/content/diff/marked.js';
import { headingTag } from '../../src/portal/blocks/heading.js';
import { Html, linkTo } from '../../src/portal/blocks/html.js';
import type { Side } from '../../src/portal/parts/marks.js';
import { drawNode } from '../../src/portal/parts/marks.js';
import { draw } from '../../src/portal/render.js';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Fragment = DefaultTreeAdapterTypes.DocumentFragment;
type Changed = 'added' | 'removed';

const style = { heading: headingTag, link: linkTo };

/** What the backend shows of two versions of HTML. */
export function drawn(nodes: readonly MarkedNode[], side: Side = 'both'): string {
  return [...draw(nodes.map((node) => drawNode(node, side, style)))].join('');
}

/** What the backend shows of one text. */
export function drawnAlone(text: string): string {
  return [...draw(h(Html, { text, style }))].join('');
}

/** Drawn HTML without the words that are for screen readers, and with `+` and `-` for the classes of marks. */
export function brief(html: string): string {
  return html
    .replaceAll(/<(ins|del)><span class="vh">(?:added|removed): <\/span>/g, '<$1>')
    .replaceAll(/<span class="vh"> end of (?:added|removed) <\/span><\/(ins|del)>/g, '</$1>')
    .replaceAll(' class="added"', ' +')
    .replaceAll(' class="removed"', ' -');
}

/** Drawn HTML, as a parser has read it, written the way the backend writes. Of well-formed HTML it is the same text. */
export function reread(html: Fragment): string {
  return write(html.childNodes, written);
}

/** Drawn HTML without its marks, and without what is marked as `gone`. Content has no classes, so marks cannot be mistaken. */
export function unmarked(html: Fragment, gone?: Changed): string {
  const visit = (node: Node): string => {
    const mark = 'tagName' in node ? markOf(node) : null;
    if (mark === null || !('tagName' in node)) return written(node, visit);
    if (mark === gone) return '';
    if (isMark(node)) return write(node.childNodes.slice(1, -1), visit);
    return written({ ...node, attrs: node.attrs.filter(({ name }) => name !== 'class') }, visit);
  };
  return write(html.childNodes, visit);
}

/** Each element that stands in a mark, and what the mark stands in: `ul > p`. */
export function* markedElements(html: Fragment): Generator<string> {
  const waiting: Node[] = [...html.childNodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('tagName' in node)) continue;
    for (const mark of node.childNodes) {
      if (!('tagName' in mark) || !isMark(mark)) continue;
      for (const one of mark.childNodes.slice(1, -1)) if ('tagName' in one) yield `${node.tagName} > ${one.tagName}`;
    }
    waiting.push(...node.childNodes);
  }
}

function markOf(element: Element): Changed | null {
  const changed = isMark(element)
    ? changes.find((one) => element.tagName === tags[one])
    : changes.find((one) => element.attrs.some(({ name, value }) => name === 'class' && value === one));
  return changed ?? null;
}

const changes = ['added', 'removed'] as const;
const tags = { added: 'ins', removed: 'del' } as const;

/** Whether it is a mark as the backend draws them, which says where it begins and ends; content may have `ins` and `del`, too. */
function isMark({ tagName, childNodes }: Element): boolean {
  const said = [childNodes[0], childNodes.at(-1)].map((node) => (node === undefined ? '' : written(node)));
  return changes.some(
    (one) =>
      tagName === tags[one] &&
      said[0] === `<span class="vh">${one}: </span>` &&
      said[1] === `<span class="vh"> end of ${one} </span>`,
  );
}

const write = (nodes: readonly Node[], one: (node: Node) => string): string => nodes.map((node) => one(node)).join('');

const empty = new Set(['br', 'hr', 'wbr']);

function written(node: Node, child: (node: Node) => string = written): string {
  if ('value' in node) return escaped(node.value);
  if (!('tagName' in node)) throw new Error(`Nothing draws ${node.nodeName}`);
  const { tagName, attrs, childNodes } = node;
  const attributes = attrs.map(({ name, value }) => (value === '' ? ` ${name}` : ` ${name}="${escaped(value)}"`));
  const begin = `<${tagName}${attributes.join('')}`;
  return empty.has(tagName) ? `${begin}/>` : `${begin}>${write(childNodes, child)}</${tagName}>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
