import type { Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A block in Markdown, or the head of the page. */
interface Part {
  readonly marker: string;
  readonly kinds: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
  readonly headings: number;
  /** What a reader sees, without white space. */
  readonly words: string;
}

/**
 * GitHub Flavored Markdown as its grammar reads it. The library's transforms are left out: they look for addresses once
 * more in texts that are read already, escaped ones among them.
 */
function readMarkdown(markdown: string): Root {
  const mdastExtensions = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }));
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions });
}

function* nodesOf(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* nodesOf(child);
}

export const withoutSpace = (text: string): string => text.replace(/[\s\u200b]+/g, '').replaceAll('\0', '\ufffd');

/** The parts that Markdown is read as: raw HTML on the top level begins one. */
export function foundIn(markdown: string): Part[] {
  const parts: [string, RootContent[]][] = [['', []]];
  for (const node of readMarkdown(markdown).children) {
    if (node.type === 'html') parts.push([node.value, []]);
    else parts.at(-1)?.[1].push(node);
  }
  return parts.map(([marker, children]) => {
    const nodes = children.flatMap((child) => [...nodesOf(child)]);
    const words = nodes.map((node) => ('value' in node ? node.value : '')).join('');
    return {
      marker,
      kinds: new Set(nodes.map(({ type }) => type).filter((type) => !unremarkable.has(type))),
      links: new Set(nodes.flatMap((node) => (node.type === 'link' ? [node.url] : []))),
      headings: nodes.filter(({ type }) => type === 'heading').length,
      words: withoutSpace(words),
    };
  });
}

const unremarkable = new Set(['text', 'paragraph', 'break']);
