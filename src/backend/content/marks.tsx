import type { ComponentChildren } from 'preact';
import { isOn, type Mark, type MarkedNode, type Side } from '../../content/diff/marked.js';
import { contentElement } from './html.js';

/** Text that was added or removed: by element, sign and words, not by colour alone. */
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

/** Elements that cannot stand in `ins` and `del`: the mark comes inside of them. */
const structural = new Set('li dt dd tr td th thead tbody tfoot caption figcaption'.split(' '));
const holdsParts = new Set('tr thead tbody tfoot'.split(' '));

/** A line break between two elements shows nowhere: a mark on it would be a stain. */
const isBetweenBlocks = (text: string): boolean => /^\s*\n\s*$/.test(text);

/** What is marked in HTML, or one side of it. */
export function drawNode(node: MarkedNode, side: Side): ComponentChildren {
  if (!isOn(side, node.mark)) return null;
  if ('text' in node) return isBetweenBlocks(node.text) ? node.text : <Marked mark={node.mark}>{node.text}</Marked>;
  const { tag, attributes, mark, children } = node;
  const isStructural = structural.has(tag);
  // What is in an element that is marked has the same mark, which is drawn once, around it.
  const inside = children.map((child) =>
    mark === 'same' || holdsParts.has(tag) ? drawNode(child, side) : plain(child),
  );
  if (mark === 'same') return contentElement(tag, attributes, inside);
  if (!isStructural) return <Marked mark={mark}>{contentElement(tag, attributes, inside)}</Marked>;
  return contentElement(tag, attributes, holdsParts.has(tag) ? inside : <Marked mark={mark}>{inside}</Marked>, {
    class: mark,
  });
}

function plain(node: MarkedNode): ComponentChildren {
  return 'text' in node ? node.text : contentElement(node.tag, node.attributes, node.children.map(plain));
}
