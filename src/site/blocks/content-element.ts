import { type ComponentChildren, h } from 'preact';
import { allowedAttributes, allowedTags, voidTags } from '../../content/html/allow-list.js';
import type { DrawnNode } from '../../content/html/drawn.js';
import type { HtmlStyle } from './heading.js';

type Attributes = Readonly<Record<string, string>>;

/**
 * Element of content; one that is not allowed is replaced by its children.
 *
 * @param added attributes in addition to the content's own
 */
export function contentElement(
  tag: string,
  attributes: Attributes,
  inside: ComponentChildren,
  { heading, link }: HtmlStyle,
  added: Attributes = {},
): ComponentChildren {
  if (!allowedTags.has(tag)) return inside;
  const { href, target: _, rel: __, ...others } = attributes;
  const kept = Object.fromEntries(Object.entries(others).filter(([name]) => allowedAttributes.has(name)));
  const children = voidTags.has(tag) ? [] : [inside];
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (tag === 'a') return h('a', { ...kept, ...(href === undefined ? {} : link(href)), ...added }, ...children);
  return h(level === undefined ? tag : heading(Number(level)), { ...kept, ...added }, ...children);
}

/** Element or text of content, rebuilt by the allow-list: markup that a sanitiser has missed never reaches a page. */
export function drawNode(node: DrawnNode, style: HtmlStyle, added: Attributes = {}): ComponentChildren {
  if (typeof node === 'string') return node;
  const inside = node.inside.map((child) => drawNode(child, style));
  return contentElement(node.tag, node.attributes, inside, style, added);
}
