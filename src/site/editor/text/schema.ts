import {
  type Attrs,
  type MarkSpec,
  type MarkType,
  type NodeSpec,
  type NodeType,
  Schema,
  type TagParseRule,
} from 'prosemirror-model';
import { allowedAttributes, blockContent, breakTags, inlineTags } from '../../../content/html/allow-list.js';

/** Attributes of every block node. `kept` and `gap` are set only on blocks at the top of a document. */
const blockAttrs = {
  /** HTML attributes of the element, or `null`. */
  html: { default: null },
  /**
   * `[source, written]`: the stored HTML of the block, which replaces the written HTML while the block is unchanged.
   */
  kept: { default: null },
  /** White space of the source after the block. */
  gap: { default: '' },
};

/** Node specs of the block elements, and of `bare`: text that is in no element. */
function blocks(): Record<string, NodeSpec> {
  const parts = new Set(Object.values(blockContent).flatMap((content) => content.match(/[a-z0-9]+/g) ?? []));
  const specs: Record<string, NodeSpec> = {};
  for (const [tag, content] of Object.entries(blockContent)) {
    specs[tag] = {
      content,
      attrs: blockAttrs,
      ...(parts.has(tag) ? {} : { group: 'flow' }),
      ...(tag === 'pre' ? { code: true, whitespace: 'pre' as const } : {}),
      // A pasted or joined cell or item keeps its type.
      ...(content === 'inline*' || content === '' ? {} : { defining: true }),
      parseDOM: [parseRule(tag)],
      toDOM: ({ attrs }) => [tag, attrs.html ?? {}, ...(content === '' ? [] : [0])],
    };
  }
  // ProseMirror inserts the first type of a group by itself. `bare` comes last, so that this is a paragraph.
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
        // Text may be in several elements of one tag with different attributes.
        excludes: '',
        inclusive: tag !== 'a',
        code: tag === 'code',
        parseDOM: [parseRule(tag)],
        toDOM: ({ attrs }) => [tag, attrs.html ?? {}, 0],
      } satisfies MarkSpec,
    ]),
  );
}

/** Tags of the elements that the toolbar makes. */
export const toolbarTags = new Set('doc p h2 h3 h4 pre bare ul ol li blockquote hr strong em code a'.split(' '));

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

/**
 * Schema with a node for each block element that content may have, and a mark for each inline one. All keep their
 * attributes.
 */
export const schema = new Schema({
  nodes: { doc: { content: 'flow+' }, ...blocks(), ...breaks(), text: { group: 'inline' } },
  marks: marks(),
});

/** Types of the schema by tag. */
export const nodeType = (tag: string): NodeType => schema.nodes[tag] as NodeType;
export const markType = (tag: string): MarkType => schema.marks[tag] as MarkType;
