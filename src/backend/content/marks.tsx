import type { ComponentChildren } from 'preact';
import type { Mark, MarkedNode } from '../../content/diff/marked.js';
import { contentElement } from './html.js';

/** The versions that are shown: both in one text, or one alone. */
export type Side = 'both' | 'before' | 'after';

export function isShownOn(side: Side, mark: Mark): boolean {
  return mark === 'same' || side === 'both' || (mark === 'removed') === (side === 'before');
}

/** Added or removed text, told apart by element, sign and words, not by colour alone. */
export function Marked({ mark, children }: { readonly mark: Mark; readonly children: ComponentChildren }) {
  if (mark === 'same') return <>{children}</>;
  const Tag = mark === 'added' ? 'ins' : 'del';
  return (
    <Tag>
      <span class="hidden">{mark}: </span>
      {children}
      <span class="hidden"> end of {mark} </span>
    </Tag>
  );
}

/** Elements that cannot stand in `ins` and `del`: the mark goes inside. */
const unwrappable = new Set('li dt dd tr td th thead tbody tfoot caption figcaption'.split(' '));

/** Elements that may have neither `ins` nor `del` as a child. */
const strictParents = new Set('ul ol dl table thead tbody tfoot tr'.split(' '));

/** White space between elements is not marked: a mark would show as a blot, and browsers move it out of a table. */
const isBetweenBlocks = (text: string, parent: string): boolean =>
  /^\s*\n\s*$/.test(text) || (strictParents.has(parent) && text.trim() === '');

/** Marked HTML, or one side of it. @param parent tag of the element around it */
export function drawNode(node: MarkedNode, side: Side, parent = ''): ComponentChildren {
  if (!isShownOn(side, node.mark)) return null;
  if ('text' in node) {
    return isBetweenBlocks(node.text, parent) ? node.text : <Marked mark={node.mark}>{node.text}</Marked>;
  }
  const { tag, attributes, mark, children } = node;
  const isInner = unwrappable.has(tag) || strictParents.has(parent);
  const holdsInner =
    isInner && (strictParents.has(tag) || children.some((child) => 'tag' in child && unwrappable.has(child.tag)));
  // Children of a marked element have its mark, which is drawn once, around it.
  const inside = children.map((child) => (mark === 'same' || holdsInner ? drawNode(child, side, tag) : plain(child)));
  if (mark === 'same') return contentElement(tag, attributes, inside);
  if (!isInner) return <Marked mark={mark}>{contentElement(tag, attributes, inside)}</Marked>;
  return contentElement(tag, attributes, holdsInner ? inside : <Marked mark={mark}>{inside}</Marked>, {
    class: mark,
  });
}

function plain(node: MarkedNode): ComponentChildren {
  return 'text' in node ? node.text : contentElement(node.tag, node.attributes, node.children.map(plain));
}
