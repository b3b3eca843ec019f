import type { DefaultTreeAdapterTypes } from 'parse5';
import { type ComponentChild, type ComponentChildren, h } from 'preact';
import { allowedAttributes, allowedTags, voidTags } from '../../content/html/allow-list.js';
import { parseHtml } from '../../content/html/parse.js';
import { textIn } from '../../content/html/plain.js';
import { isSafeUrl } from '../../content/html/url.js';
import type { HtmlStyle } from './heading.js';

type Node = DefaultTreeAdapterTypes.ChildNode;

interface HtmlProps {
  readonly text: string;
  readonly style: HtmlStyle;
  /** Id of its block, of which its sections make theirs. Left out: they have none. */
  readonly anchor?: string | undefined;
}

/** HTML of content, rebuilt from its tree by the allow-list: markup that a sanitiser has missed never reaches a page. */
export function Html({ text, style, anchor }: HtmlProps): ComponentChild {
  const fragment = parseHtml(text);
  if (fragment === null) return <p class="hint">This text is too complex to be shown.</p>;
  const sections = anchor === undefined ? [] : sectionHeadings(fragment);
  return (
    <>
      {fragment.childNodes.map((node) => {
        const at = sections.findIndex((heading) => Object.is(heading, node));
        return toElement(node, style, at < 0 ? {} : { id: sectionId(anchor, at) });
      })}
    </>
  );
}

/** Headings that begin a section of the page. */
const sectionHeadings = (fragment: DefaultTreeAdapterTypes.DocumentFragment) =>
  fragment.childNodes.filter((node) => 'tagName' in node).filter(({ tagName }) => tagName === 'h1' || tagName === 'h2');

const sectionId = (anchor: string | undefined, at: number): string => `${anchor}-${at + 1}`;

/** Section of a page: the id of its heading, and its words. */
export interface Section {
  readonly id: string;
  readonly text: string;
}

/** Sections that a text begins. @param anchor id of its block */
export function sectionsIn(html: string, anchor: string): readonly Section[] {
  const fragment = /<h[12]/i.test(html) ? parseHtml(html) : null;
  const headings = fragment === null ? [] : sectionHeadings(fragment);
  return headings.map((heading, at) => ({ id: sectionId(anchor, at), text: textIn(heading).trim() }));
}

function toElement(node: Node, style: HtmlStyle, added: Readonly<Record<string, string>> = {}): ComponentChildren {
  if ('value' in node) return node.value;
  if (!('tagName' in node)) return null;
  const inside = node.childNodes.map((child) => toElement(child, style));
  return contentElement(node.tagName, node.attrs, inside, style, added);
}

interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** Element of content; one that is not allowed is replaced by its children. @param added attributes in addition to the content's own */
export function contentElement(
  tag: string,
  attributes: readonly Attribute[],
  inside: ComponentChildren,
  { heading, link }: HtmlStyle,
  added: Readonly<Record<string, string>> = {},
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
