import { type ComponentChild, h } from 'preact';
import { allowedAttributes, blockContent, breakTags } from '../../../content/html/allow-list.js';
import type { DrawnHtml } from '../../../content/html/drawn.js';
import { isSafeUrl } from '../../../content/html/url.js';
import type { NodeJson } from '../../../content/html/write.js';
import type { HtmlStyle } from '../../blocks/heading.js';

type Attributes = Readonly<Record<string, string>>;

/** Draws a document as readers see its HTML. */
export function drawDocument({ content = [] }: NodeJson, style: HtmlStyle): ComponentChild[] {
  return content.map((node) => drawNode(node, style));
}

function drawNode({ type, text, attrs, marks = [], content = [] }: NodeJson, style: HtmlStyle): ComponentChild {
  const inside = content.map((node) => drawNode(node, style));
  const own =
    type === 'text'
      ? text
      : type === 'bare'
        ? h('div', { class: 'bare' }, ...inside)
        : element(type, attrs?.html ?? {}, inside, style);
  return marks.reduceRight<ComponentChild>(
    (drawn, mark) => element(mark.type, mark.attrs?.html ?? {}, [drawn], style),
    own,
  );
}

/** Draws HTML that no document can have. */
export function drawHtml(drawn: DrawnHtml, style: HtmlStyle): ComponentChild {
  if (drawn === null) return h('p', { class: 'hint' }, 'This text is too complex to be shown.');
  return drawn.map((node) =>
    typeof node === 'string' ? node : element(node.tag, node.attributes, [drawHtml(node.inside, style)], style),
  );
}

const isKnown = (tag: string): boolean => Object.hasOwn(blockContent, tag) || breakTags.has(tag);

function element(
  tag: string,
  attributes: Attributes,
  inside: ComponentChild[],
  { heading, link }: HtmlStyle,
): ComponentChild {
  const { href, target: _, rel: __, ...others } = attributes;
  const kept = Object.fromEntries(Object.entries(others).filter(([name]) => allowedAttributes.has(name)));
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (tag === 'a') return h('a', { ...kept, ...(href !== undefined && isSafeUrl(href) ? link(href) : {}) }, ...inside);
  const isVoid = breakTags.has(tag) || (isKnown(tag) && blockContent[tag] === '');
  return h(level === undefined ? tag : heading(Number(level)), kept, ...(isVoid ? [] : inside));
}
