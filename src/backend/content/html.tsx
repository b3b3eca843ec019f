import type { DefaultTreeAdapterTypes } from 'parse5';
import { type ComponentChild, type ComponentChildren, h } from 'preact';
import { allowedAttributes, allowedTags, voidTags } from '../../content/html/allow-list.js';
import { parseHtml } from '../../content/html/parse.js';
import { isSafeUrl } from '../../content/html/sanitizer.js';

type Node = DefaultTreeAdapterTypes.ChildNode;

/**
 * HTML of content as elements, built anew from its tree by the allow-list. Markup that a sanitiser has missed, or an older one has let
 * through, never reaches a page.
 */
export function Html({ text }: { readonly text: string }): ComponentChild {
  const fragment = parseHtml(text);
  if (fragment === null) return <p class="hint">This text is too complex to be shown.</p>;
  return <>{fragment.childNodes.map(toElement)}</>;
}

function toElement(node: Node): ComponentChildren {
  if ('value' in node) return node.value;
  if (!('tagName' in node)) return null;
  const inside = node.childNodes.map(toElement);
  return contentElement(node.tagName, node.attrs, inside);
}

interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** An element of content; a forbidden one is replaced by its children. @param own attributes besides the content's */
export function contentElement(
  tag: string,
  attributes: readonly Attribute[],
  inside: ComponentChildren,
  own: Readonly<Record<string, string>> = {},
): ComponentChildren {
  if (!allowedTags.has(tag)) return inside;
  const props: Record<string, string> = {};
  for (const { name, value } of attributes) {
    if (name !== 'href' && name !== 'target' && name !== 'rel' && allowedAttributes.has(name)) props[name] = value;
  }
  const children = voidTags.has(tag) ? [] : [inside];
  if (tag !== 'a') return h(lowered(tag), { ...props, ...own }, ...children);
  const href = attributes.find(({ name }) => name === 'href')?.value;
  return h('a', { ...props, ...(href === undefined ? {} : linkTo(href)), ...own }, ...children);
}

/** Attributes of a link in content: the other site learns nothing of this page. */
export function linkTo(href: string): Readonly<Record<string, string>> {
  if (!isSafeUrl(href)) return {};
  return { href, target: '_blank', rel: 'noopener noreferrer nofollow', title: href };
}

/** The page's own title is `h1`: headings of content come below it. */
function lowered(tag: string): string {
  const level = /^h([1-6])$/.exec(tag)?.[1];
  return level === undefined ? tag : headingTag(Number(level));
}

const headingTags = ['h3', 'h3', 'h4', 'h5', 'h6', 'h6'] as const;

/** @param level of content, from 1 */
export function headingTag(level: number): (typeof headingTags)[number] {
  return headingTags[Math.min(6, Math.max(1, level)) - 1] ?? 'h6';
}
