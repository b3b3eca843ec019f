import { type ComponentChildren, h } from 'preact';
import type { NodeJson } from '../../../content/html/write.js';
import { contentElement } from '../../blocks/content-element.js';
import type { HtmlStyle } from '../../blocks/heading.js';

/** Draws a document as readers see its HTML. */
export function drawDocument({ content = [] }: NodeJson, style: HtmlStyle): ComponentChildren {
  return content.map((node) => drawnNode(node, style));
}

function drawnNode(node: NodeJson, style: HtmlStyle): ComponentChildren {
  return (node.marks ?? []).reduceRight<ComponentChildren>(
    (inside, mark) => contentElement(mark.type, mark.attrs?.html ?? {}, inside, style),
    drawnWithoutMarks(node, style),
  );
}

function drawnWithoutMarks({ type, text, attrs, content = [] }: NodeJson, style: HtmlStyle): ComponentChildren {
  if (type === 'text') return text;
  const inside = content.map((node) => drawnNode(node, style));
  if (type === 'bare') return h('div', { class: 'bare' }, ...inside);
  return contentElement(type, attrs?.html ?? {}, inside, style);
}
