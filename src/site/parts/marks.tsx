import type { ComponentChildren } from 'preact';
import type { Mark, MarkedElement, MarkedNode } from '../../content/diff/marked.js';
import { words } from '../../words/words.js';
import { contentElement } from '../blocks/content-element.js';
import type { HtmlStyle } from '../blocks/heading.js';

/** Versions that a drawing shows: both in one text, or only one. */
export type Side = 'both' | 'before' | 'after';

/** Whether a piece with this mark belongs to what a side shows. */
export function isShownOn(side: Side, mark: Mark): boolean {
  return mark === 'same' || side === 'both' || (mark === 'removed') === (side === 'before');
}

/** Added or removed content: its element and hidden words tell it apart, not only its colour. */
export function Marked({ mark, children }: { readonly mark: Mark; readonly children: ComponentChildren }) {
  if (mark === 'same') return <>{children}</>;
  const Tag = mark === 'added' ? 'ins' : 'del';
  const { begins, ends } = words().reading.marks;
  return (
    <Tag>
      <span class="vh">{begins[mark]} </span>
      {children}
      <span class="vh"> {ends[mark]} </span>
    </Tag>
  );
}

/**
 * A marked text. White space around its words is not part of the mark: at the end of a line it would show as a blot.
 */
export function MarkedText({ mark, text }: { readonly mark: Mark; readonly text: string }) {
  const visible = text.trim();
  if (visible === '') return <Marked mark={mark}>{text}</Marked>;
  const from = text.length - text.trimStart().length;
  return (
    <>
      {text.slice(0, from)}
      <Marked mark={mark}>{visible}</Marked>
      {text.slice(from + visible.length)}
    </>
  );
}

interface FoundInProps {
  readonly text: string;
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/** A text in which what was found is marked. Of two ranges that overlap, only the first is. */
export function FoundIn({ text, ranges }: FoundInProps) {
  let drawnTo = 0;
  const pieces = ranges.map(({ start, end }) => {
    if (start < drawnTo) return null;
    const before = text.slice(drawnTo, start);
    drawnTo = end;
    return [before, <mark>{text.slice(start, end)}</mark>];
  });
  return (
    <>
      {pieces}
      {text.slice(drawnTo)}
    </>
  );
}

/** Elements that may not be children of `ins` and `del`. */
const neverInMark = new Set('li dt dd tr td th thead tbody tfoot caption figcaption'.split(' '));

/** Elements that may have neither `ins` nor `del` as a child. */
const neverHoldsMark = new Set('ul ol dl table thead tbody tfoot tr'.split(' '));

/**
 * Draws marked HTML, or one side of it.
 *
 * @param parent tag of the element around it
 */
export function drawMarked(node: MarkedNode, side: Side, style: HtmlStyle, parent = ''): ComponentChildren {
  if (!isShownOn(side, node.mark)) return null;
  if ('text' in node) {
    return isBetweenBlocks(node.text, parent) ? node.text : <MarkedText mark={node.mark} text={node.text} />;
  }
  const { tag, mark, children } = node;
  const drawChildren = () => children.map((child) => drawMarked(child, side, style, tag));
  if (mark === 'same') return element(node, drawChildren(), style);

  // Children of a marked element have its mark, which is drawn once, around them.
  const unmarkedChildren = children.map((child) => unmarked(child, style));
  const needsInnerMark = neverInMark.has(tag) || neverHoldsMark.has(parent);
  if (!needsInnerMark) return <Marked mark={mark}>{element(node, unmarkedChildren, style)}</Marked>;

  // In a list item that holds a list, for example, the mark goes deeper still.
  const isDeeper = neverHoldsMark.has(tag) || children.some((child) => 'tag' in child && neverInMark.has(child.tag));
  const content = isDeeper ? drawChildren() : <Marked mark={mark}>{unmarkedChildren}</Marked>;
  return element(node, content, style, { class: mark });
}

/**
 * Whether a text is white space between elements. It stays unmarked: a mark would show as a blot, and browsers move it
 * out of a table.
 */
const isBetweenBlocks = (text: string, parent: string): boolean =>
  text.trim() === '' && (text.includes('\n') || neverHoldsMark.has(parent));

function unmarked(node: MarkedNode, style: HtmlStyle): ComponentChildren {
  if ('text' in node) return node.text;
  return element(
    node,
    node.children.map((child) => unmarked(child, style)),
    style,
  );
}

function element({ tag, attributes }: MarkedElement, inside: ComponentChildren, style: HtmlStyle, added = {}) {
  const stored = Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
  return contentElement(tag, stored, inside, style, added);
}
