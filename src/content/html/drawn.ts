import { allowedAttributes, allowedTags } from './allow-list.js';
import { type Child, parseHtml } from './parse.js';
import type { Attributes } from './write.js';

/** HTML as elements and texts, to be drawn; elements that are not allowed are replaced by their children. `null` if it is too complex. */
export type DrawnHtml = readonly DrawnNode[] | null;

export type DrawnNode = string | DrawnElement;

export interface DrawnElement {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly inside: readonly DrawnNode[];
}

export function drawnHtml(html: string): DrawnHtml {
  return parseHtml(html)?.childNodes.flatMap(drawnNode) ?? null;
}

function drawnNode(node: Child): readonly DrawnNode[] {
  if ('value' in node) return [node.value];
  if (!('tagName' in node)) return [];
  const inside = node.childNodes.flatMap(drawnNode);
  if (!allowedTags.has(node.tagName)) return inside;
  const kept = node.attrs.filter(({ name }) => allowedAttributes.has(name));
  const attributes = Object.fromEntries(kept.map(({ name, value }) => [name, value]));
  return [{ tag: node.tagName, attributes, inside }];
}
