import type { RootContent } from 'mdast';
import { gfmAutolinkLiteralToMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';

const options: Options = {
  bullet: '-',
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
