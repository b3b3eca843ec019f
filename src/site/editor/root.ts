import type { ContainerNode } from 'preact';

/**
 * Place among the children of an element in which Preact draws, as if it were an element of its own: the drawn elements
 * need none around it, and nothing of the page moves.
 *
 * @param before what was there, which is removed
 */
export function rootAmong(parent: Element, before: readonly Element[]): ContainerNode {
  const end = document.createTextNode('');
  const [first] = before;
  parent.insertBefore(end, first === undefined ? parent.querySelector('.meta') : (before.at(-1)?.nextSibling ?? null));
  for (const element of before) element.remove();
  return {
    nodeType: 1,
    parentNode: parent,
    firstChild: null,
    childNodes: [],
    insertBefore: (node: Node, next: Node | null) => parent.insertBefore(node, next ?? end),
    appendChild: (node: Node) => parent.insertBefore(node, end),
    removeChild: (node: Node) => parent.removeChild(node),
  };
}
