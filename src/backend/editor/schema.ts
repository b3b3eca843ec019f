import {
  type Attrs,
  type MarkSpec,
  type MarkType,
  type NodeSpec,
  type NodeType,
  Schema,
  type TagParseRule,
} from 'prosemirror-model';
import { allowedAttributes, blockContent, breakTags, inlineTags } from '../../content/html/write.js';

/** Attributes of a block: those of its HTML, and what a block at the top of a document keeps of its source. */
const blockAttrs = { html: { default: null }, kept: { default: null }, gap: { default: '' } };

/** Nodes of block elements, and `bare`: a text without an element. */
function blocks(): Record<string, NodeSpec> {
  const parts = new Set(Object.values(blockContent).flatMap((content) => content.match(/[a-z0-9]+/g) ?? []));
  const specs: Record<string, NodeSpec> = {};
  for (const [tag, content] of Object.entries(blockContent)) {
    specs[tag] = {
      content,
      attrs: blockAttrs,
      ...(parts.has(tag) ? {} : { group: 'flow' }),
      ...(tag === 'pre' ? { code: true, whitespace: 'pre' as const } : {}),
      // A cell or an item that is pasted, or joined to something else, stays one.
      ...(content === 'inline*' || content === '' ? {} : { defining: true }),
      parseDOM: [parseRule(tag)],
      toDOM: ({ attrs }) => [tag, domAttributes(tag, attrs), ...(content === '' ? [] : [0])],
    };
  }
  // The first type of a group is what an editor adds by itself: a paragraph.
  specs.bare = {
    content: 'inline*',
    group: 'flow',
    attrs: blockAttrs,
    parseDOM: [{ tag: 'div.bare', priority: 60 }],
    toDOM: () => ['div', { class: 'bare' }, 0],
  };
  return specs;
}

function breaks(): Record<string, NodeSpec> {
  return Object.fromEntries(
    [...breakTags].map((tag) => [
      tag,
      {
        inline: true,
        group: 'inline',
        selectable: false,
        attrs: { html: { default: null } },
        parseDOM: [parseRule(tag)],
        toDOM: ({ attrs }) => [tag, attrs.html ?? {}],
      } satisfies NodeSpec,
    ]),
  );
}

function marks(): Record<string, MarkSpec> {
  return Object.fromEntries(
    [...inlineTags].map((tag) => [
      tag,
      {
        attrs: { html: { default: null } },
        // Elements of one kind with other attributes may surround one text.
        excludes: '',
        inclusive: tag !== 'a',
        parseDOM: [parseRule(tag)],
        toDOM: ({ attrs }) => [tag, domAttributes(tag, attrs), 0],
      } satisfies MarkSpec,
    ]),
  );
}

/** Tags of the elements that the toolbar makes. */
export const toolbarTags = new Set('doc p h2 h3 h4 pre bare ul ol li blockquote hr strong em code a'.split(' '));

/** Attributes of an element in the editor. Elements without a button carry their tag, which the style sheet shows. */
function domAttributes(tag: string, { html }: Attrs): Record<string, string> {
  return { ...html, ...(toolbarTags.has(tag) ? {} : { 'data-tag': tag }) };
}

function parseRule(tag: string): TagParseRule {
  return {
    tag,
    getAttrs: (element): Attrs => {
      const html = element.getAttributeNames().filter((name) => allowedAttributes.has(name));
      if (html.length === 0) return { html: null };
      return { html: Object.fromEntries(html.map((name) => [name, element.getAttribute(name) ?? ''])) };
    },
  };
}

/** Schema with a node for each block element that content may have, and a mark for each inline one. All keep their attributes. */
export const schema = new Schema({
  nodes: { doc: { content: 'flow+' }, ...blocks(), ...breaks(), text: { group: 'inline' } },
  marks: marks(),
});

/** A type of the schema, which has one for each tag. */
export const typeOf = (tag: string): NodeType => schema.nodes[tag] as NodeType;
export const markOf = (tag: string): MarkType => schema.marks[tag] as MarkType;
