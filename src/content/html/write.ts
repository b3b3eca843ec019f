import { compare } from '../../lib/order.js';
import { blockContent, inlineTags } from './allow-list.js';

export type Attributes = Readonly<Record<string, string>>;

export interface MarkJson {
  readonly type: string;
  readonly attrs?: { readonly html?: Attributes | null };
}

/**
 * A text for an editor, as ProseMirror's JSON: `doc`, a node for each element, `bare` for text that is in none, `text`. Inline
 * elements are marks.
 */
export interface NodeJson {
  readonly type: string;
  readonly attrs?: {
    readonly html?: Attributes | null;
    /** Source of a top-level block, and its serialised form. While that is unchanged, the source is kept. */
    readonly kept?: readonly [source: string, written: string] | null;
    /** White space after a block at the top. */
    readonly gap?: string;
  };
  readonly marks?: readonly MarkJson[];
  readonly text?: string;
  readonly content?: readonly NodeJson[];
}

/** HTML of a document. Blocks at the top that were not changed keep their source, byte by byte. */
export function writeDocument({ content = [] }: NodeJson): string {
  return content.map((node, at) => writeTopBlock(node, content[at - 1], content[at + 1])).join('');
}

export function writeTopBlock(node: NodeJson, before?: NodeJson, after?: NodeJson): string {
  const { kept, gap = '' } = node.attrs ?? {};
  const written = writeBlock(node, before, after);
  return (kept?.[1] === written ? kept[0] : written) + gap;
}

/** Two bare texts in a row are paragraphs: nothing else would part them. */
export function writeBlock(node: NodeJson, before?: NodeJson, after?: NodeJson): string {
  const { type, attrs, content = [] } = node;
  const isBare = type === 'bare';
  const holdsText = isBare || blockContent[type] === 'inline*';
  const inside = holdsText
    ? writeInline(content)
    : content.map((child, at) => writeBlock(child, content[at - 1], content[at + 1])).join('');
  if (isBare && before?.type !== 'bare' && after?.type !== 'bare') return inside;
  const tag = isBare ? 'p' : type;
  if (blockContent[tag] === '') return opening(tag, attrs?.html);
  // A parser drops a newline that follows the tag.
  const newline = tag === 'pre' && inside.startsWith('\n') ? '\n' : '';
  return `${opening(tag, attrs?.html)}${newline}${inside}</${tag}>`;
}

interface Open {
  readonly tag: string;
  readonly html: string;
  readonly rank: number;
}

const ranks = new Map([...inlineTags].map((tag, rank) => [tag, rank]));

/** Elements that reach farther are outside. */
function writeInline(nodes: readonly NodeJson[]): string {
  const marks = nodes.map((node) => (node.marks ?? []).map(openOf));
  const ends = endsOf(marks);
  let html = '';
  let open: Open[] = [];
  for (const [at, { type, text, attrs }] of nodes.entries()) {
    const here = new Map((marks[at] ?? []).map((mark) => [mark.html, mark]));
    const firstToClose = open.findIndex((mark) => !here.has(mark.html));
    const staying = firstToClose < 0 ? open : open.slice(0, firstToClose);
    html += closing(open.slice(staying.length));
    for (const { html: known } of staying) here.delete(known);
    const reach = (mark: Open): number => ends[at]?.get(mark.html) ?? 0;
    const starting = [...here.values()].sort(
      (a, b) => reach(b) - reach(a) || a.rank - b.rank || compare(a.html, b.html),
    );
    open = [...staying, ...starting];
    html +=
      starting.map((mark) => mark.html).join('') + (text === undefined ? opening(type, attrs?.html) : escapeText(text));
  }
  return html + closing(open);
}

/** For each node, the end of the run of each of its marks. */
function endsOf(marks: readonly (readonly Open[])[]): Map<string, number>[] {
  const ends: Map<string, number>[] = [];
  for (let at = marks.length - 1; at >= 0; at -= 1) {
    const next = ends[at + 1];
    ends[at] = new Map((marks[at] ?? []).map(({ html }) => [html, next?.get(html) ?? at + 1]));
  }
  return ends;
}

function openOf({ type, attrs }: MarkJson): Open {
  return { tag: type, html: opening(type, attrs?.html), rank: ranks.get(type) ?? 0 };
}

function closing(open: readonly Open[]): string {
  return open.reduceRight((html, { tag }) => `${html}</${tag}>`, '');
}

function opening(tag: string, html: Attributes | null | undefined): string {
  const attributes = Object.entries(html ?? {}).map(
    ([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`,
  );
  return `<${tag}${attributes.join('')}>`;
}

/** A text as HTML is serialised. */
export function escapeText(text: string): string {
  return escapeHtml(text).replaceAll('\u00a0', '&nbsp;');
}

/** A text as HTML, outside of attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * HTML without its tags; the entities in its texts stay.
 *
 * @param gap in the place of each tag
 */
export function withoutTags(html: string, gap = ''): string {
  let text = '';
  let read = 0;
  for (let start = html.indexOf('<'); start >= 0; start = html.indexOf('<', read)) {
    const end = html.indexOf('>', start);
    if (end < 0) break;
    text += html.slice(read, start) + gap;
    read = end + 1;
  }
  return text + html.slice(read);
}
