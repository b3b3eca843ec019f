import { type ComponentChildren, h } from 'preact';
import type { NodeJson } from '../../../content/html/write.js';
import { contentElement } from '../../blocks/content-element.js';
import type { HtmlStyle } from '../../blocks/heading.js';

/** Draws a document as readers see its HTML. */
export function drawDocument({ content = [] }: NodeJson, style: HtmlStyle): ComponentChildren {
  return content.map((node) => drawnNode(node, style));
}

function drawnNode({ type, text, attrs, marks = [], content = [] }: NodeJson, style: HtmlStyle): ComponentChildren {
  const inside = content.map((node) => drawnNode(node, style));
  const own =
    type === 'text'
      ? text
      : type === 'bare'
        ? h('div', { class: 'bare' }, ...inside)
        : contentElement(type, attrs?.html ?? {}, inside, style);
  return marks.reduceRight<ComponentChildren>(
    (drawn, mark) => contentElement(mark.type, mark.attrs?.html ?? {}, drawn, style),
    own,
  );
}
