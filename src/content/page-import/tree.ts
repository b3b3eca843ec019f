import { type DefaultTreeAdapterTypes, html } from 'parse5';
import type { Child, Element, Fragment } from '../html/parse.js';
import { textIn } from '../html/plain.js';

export type Parent = Element | Fragment;

export const isElement = (node: Child): node is Element => 'tagName' in node;

/** Value of an attribute; empty if there is none. */
export const attribute = ({ attrs }: Element, name: string): string =>
  attrs.find((one) => one.name === name)?.value.trim() ?? '';

export const hasClass = (element: Element, pattern: RegExp): boolean => pattern.test(attribute(element, 'class'));

/** Elements below a node in the order of the document. */
export function elementsIn(root: Parent): Element[] {
  const found: Element[] = [];
  const waiting: Child[] = root.childNodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue;
    found.push(node);
    for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
  return found;
}

export const find = (root: Parent, isWanted: (element: Element) => boolean): Element | undefined =>
  elementsIn(root).find(isWanted);

/** Text on one line, without code. */
export const textOf = (root: Parent): string => textIn(root).replace(/\s+/g, ' ').trim();

/** Text of a heading, without the sign of the link to itself. */
export const headingText = (heading: Element): string => textOf(heading).replace(/ ?[#¶]$/, '');

/** Takes an element out of its parent. */
export const remove = (element: Element): void => replace(element, []);

/** Puts nodes in the place of an element. */
export function replace(element: Element, nodes: readonly Child[]): void {
  const parent = element.parentNode;
  if (parent === null) return;
  for (const node of nodes) node.parentNode = parent;
  parent.childNodes.splice(parent.childNodes.indexOf(element), 1, ...nodes);
  element.parentNode = null;
}

export function append(parent: Element, nodes: readonly Child[]): void {
  for (const node of nodes) node.parentNode = parent;
  parent.childNodes.push(...nodes);
}

export const textNode = (value: string): DefaultTreeAdapterTypes.TextNode => ({
  nodeName: '#text',
  parentNode: null,
  value,
});

export const elementNode = (tagName: string, nodes: readonly Child[] = []): Element => {
  const element: Element = {
    nodeName: tagName,
    tagName,
    attrs: [],
    namespaceURI: html.NS.HTML,
    childNodes: [],
    parentNode: null,
  };
  append(element, nodes);
  return element;
};
