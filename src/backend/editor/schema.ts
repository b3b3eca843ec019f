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

/** Attributes of HTML, with what blocks at the top of a document keep. */
const blockAttrs = { html: { default: null }, kept: { default: null }, gap: { default: '' } };

function blocks(): Record<string, NodeSpec> {
  const parts = new Set(Object.values(blockContent).flatMap((content) => content.match(/[a-z0-9]+/g) ?? []));
  const specs: Record<string, NodeSpec> = {};
  for (const [tag, content] of Object.entries(blockContent)) {
    specs[tag] = {
      content,
      attrs: blockAttrs,
      ...(parts.has(tag) ? {} : { group: 'flow' }),
      ...(tag === 'pre' ? { code: true, whitespace: 'pre' as const } : {}),
      // Pasted or joined to something else, a cell or an item stays one.
      ...(content === 'inline*' || content === '' ? {} : { defining: true }),
      parseDOM: [ruleOf(tag)],
      toDOM: ({ attrs }) => [tag, shownAs(tag, attrs), ...(content === '' ? [] : [0])],
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
        parseDOM: [ruleOf(tag)],
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
        // Elements of one kind with other attributes may lie around one text.
        excludes: '',
        inclusive: tag !== 'a',
        parseDOM: [ruleOf(tag)],
        toDOM: ({ attrs }) => [tag, shownAs(tag, attrs), 0],
      } satisfies MarkSpec,
    ]),
  );
}

/** Elements that the toolbar makes; any other shows its name. */
export const ownTags = new Set('doc p h2 h3 h4 pre bare ul ol li blockquote hr strong em code a'.split(' '));

function shownAs(tag: string, { html }: Attrs): Record<string, string> {
  return { ...html, ...(ownTags.has(tag) ? {} : { 'data-tag': tag }) };
}

function ruleOf(tag: string): TagParseRule {
  return {
    tag,
    getAttrs: (element): Attrs => {
      const html = element.getAttributeNames().filter((name) => allowedAttributes.has(name));
      if (html.length === 0) return { html: null };
      return { html: Object.fromEntries(html.map((name) => [name, element.getAttribute(name) ?? ''])) };
    },
  };
}

/** A node for each element that content may have, a mark for each inline one. All keep their attributes. */
export const schema = new Schema({
  nodes: { doc: { content: 'flow+' }, ...blocks(), ...breaks(), text: { group: 'inline' } },
  marks: marks(),
});

/** A type of the schema, which has one for each tag. */
export const typeOf = (tag: string): NodeType => schema.nodes[tag] as NodeType;
export const markOf = (tag: string): MarkType => schema.marks[tag] as MarkType;
