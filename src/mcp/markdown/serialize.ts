import type { RootContent } from 'mdast';
import { gfmAutolinkLiteralToMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers, type Handle, type Options, toMarkdown, type Unsafe } from 'mdast-util-to-markdown';

/** Readers link these in any case, which the library escapes in lower case or not at all (GFM, section 6.9). */
const linked = ['[Xx][Mm][Pp][Pp]', '[Mm][Aa][Ii][Ll][Tt][Oo]', '[Hh][Tt][Tt][Pp][Ss]?', '[Ff][Tt][Pp]'];
const inTexts: Omit<Unsafe, 'character'> = {
  inConstruct: 'phrasing',
  notInConstruct: ['autolink', 'link', 'image', 'label'],
};

/** Only a marker begins a line with a comment: such code stands one column to the right as a whole, which readers take off. */
const code: Handle = (node, parent, state, info) => {
  const fenced = defaultHandlers.code(node, parent, state, info);
  if (parent?.type !== 'root' || !/^<!--/m.test(fenced)) return fenced;
  return state.indentLines(fenced, (line, _, isBlank) => (isBlank ? '' : ' ') + line);
};

const options: Options = {
  bullet: '-',
  handlers: { code },
  unsafe: [
    ...linked.map((before) => ({ character: ':', before, ...inTexts })),
    { character: '.', before: '[Ww][Ww][Ww]', after: '[-.\\w]', ...inTexts },
  ],
  rule: '-',
  // What a marker belongs to stands on the next line.
  join: [(left, right) => (left.type === 'html' && right.type !== 'html' ? 0 : undefined)],
  extensions: [
    gfmAutolinkLiteralToMarkdown(),
    gfmStrikethroughToMarkdown(),
    gfmTableToMarkdown({ tablePipeAlign: false }),
  ],
};

/** GitHub Flavored Markdown that reads back as these nodes: the library escapes whatever stands in a text. */
export function serialize(children: RootContent[]): string {
  return toMarkdown({ type: 'root', children }, options);
}
