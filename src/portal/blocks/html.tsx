import type { DefaultTreeAdapterTypes } from 'parse5';
import { type ComponentChild, type ComponentChildren, h } from 'preact';
import { allowedAttributes, allowedTags, voidTags } from '../../content/html/allow-list.js';
import { parseHtml } from '../../content/html/parse.js';
import { isSafeUrl } from '../../content/html/sanitizer.js';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Headings and links of content, which differ by the page around it. */
export interface HtmlStyle {
  /** Tag of a heading. @param level in the content, from 1 */
  heading(level: number): HeadingTag;
  /** Attributes of a link; none for an address that must not be followed. */
  link(href: string): Readonly<Record<string, string>>;
  /** Id of the block that is this text; its second and further headings get ids made of it. */
  readonly anchor?: string;
}

interface HtmlProps {
  readonly text: string;
  /** Left out: that of the workspace. */
  readonly style?: HtmlStyle;
}

/** HTML of content, rebuilt from its tree by the allow-list: markup that a sanitiser has missed never reaches a page. */
export function Html({ text, style }: HtmlProps): ComponentChild {
  const fragment = parseHtml(text);
  if (fragment === null) return <p class="hint">This text is too complex to be shown.</p>;
  let headings = 0;
  return (
    <>
      {fragment.childNodes.map((node) => {
        if (!('tagName' in node) || !/^h[12]$/.test(node.tagName)) return toElement(node, style);
        headings += 1;
        const id = style?.anchor === undefined || headings === 1 ? {} : { id: headingAnchor(style.anchor, headings) };
        return contentElement(
          node.tagName,
          node.attrs,
          node.childNodes.map((child) => toElement(child, style)),
          id,
          style,
        );
      })}
    </>
  );
}

/** Id of a heading of the second level in a text. @param number from 1: the first is where the block begins */
export const headingAnchor = (block: string, number: number): string => (number === 1 ? block : `${block}-${number}`);

function toElement(node: Node, style?: HtmlStyle): ComponentChildren {
  if ('value' in node) return node.value;
  if (!('tagName' in node)) return null;
  const inside = node.childNodes.map((child) => toElement(child, style));
  return contentElement(node.tagName, node.attrs, inside, {}, style);
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
  { heading, link }: HtmlStyle = workspaceStyle,
): ComponentChildren {
  if (!allowedTags.has(tag)) return inside;
  const props: Record<string, string> = {};
  for (const { name, value } of attributes) {
    if (name !== 'href' && name !== 'target' && name !== 'rel' && allowedAttributes.has(name)) props[name] = value;
  }
  const children = voidTags.has(tag) ? [] : [inside];
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (tag !== 'a') return h(level === undefined ? tag : heading(Number(level)), { ...props, ...added }, ...children);
  const href = attributes.find(({ name }) => name === 'href')?.value;
  return h('a', { ...props, ...(href === undefined ? {} : link(href)), ...added }, ...children);
}

/** Attributes of a link in content, which tell the other site nothing of this page; none for an unsafe address. */
export function linkTo(href: string): Readonly<Record<string, string>> {
  if (!isSafeUrl(href)) return {};
  return { href, target: '_blank', rel: 'noopener noreferrer nofollow', title: href };
}

const headingTags = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;
type HeadingTag = (typeof headingTags)[number];

/** Tag of a heading in content. @param below level of the page's own headings @param level in the content, from 1 */
export function headingBelow(below: 1 | 2, level: number): HeadingTag {
  const whole = Number.isFinite(level) ? Math.trunc(level) : 2;
  return headingTags[Math.max(2, Math.min(6, Math.max(2, whole) + below - 1)) - 2] ?? 'h6';
}

/** In the workspace, headings of content are below `h1` and `h2`, which are the page's own. */
export const workspaceStyle: HtmlStyle = { heading: (level) => headingBelow(2, level), link: linkTo };
