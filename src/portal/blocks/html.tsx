import type { DefaultTreeAdapterTypes } from 'parse5';
import { type ComponentChild, type ComponentChildren, h } from 'preact';
import { allowedAttributes, allowedTags, voidTags } from '../../content/html/allow-list.js';
import { parseHtml } from '../../content/html/parse.js';
import { isSafeUrl } from '../../content/html/sanitizer.js';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** HTML of content, rebuilt from its tree by the allow-list: markup that a sanitiser has missed never reaches a page. */
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

/** Element of content; one that is not allowed is replaced by its children. @param added attributes besides the content's own */
export function contentElement(
  tag: string,
  attributes: readonly Attribute[],
  inside: ComponentChildren,
  added: Readonly<Record<string, string>> = {},
): ComponentChildren {
  if (!allowedTags.has(tag)) return inside;
  const props: Record<string, string> = {};
  for (const { name, value } of attributes) {
    if (name !== 'href' && name !== 'target' && name !== 'rel' && allowedAttributes.has(name)) props[name] = value;
  }
  const children = voidTags.has(tag) ? [] : [inside];
  if (tag !== 'a') return h(belowPageTitle(tag), { ...props, ...added }, ...children);
  const href = attributes.find(({ name }) => name === 'href')?.value;
  return h('a', { ...props, ...(href === undefined ? {} : linkTo(href)), ...added }, ...children);
}

/** Attributes of a link in content, which tell the other site nothing of this page; none for an unsafe address. */
export function linkTo(href: string): Readonly<Record<string, string>> {
  if (!isSafeUrl(href)) return {};
  return { href, target: '_blank', rel: 'noopener noreferrer nofollow', title: href };
}

/** Tag with a heading moved below `h1` and `h2`, which are the page's own. */
function belowPageTitle(tag: string): string {
  const level = /^h([1-6])$/.exec(tag)?.[1];
  return level === undefined ? tag : headingTag(Number(level));
}

const headingTags = ['h3', 'h3', 'h4', 'h5', 'h6', 'h6'] as const;

/** Tag for a heading of content. @param level in the content, from 1 */
export function headingTag(level: number): (typeof headingTags)[number] {
  return headingTags[Math.min(6, Math.max(1, level)) - 1] ?? 'h6';
}
