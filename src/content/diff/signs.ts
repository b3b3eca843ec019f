import { voidTags } from '../html/allow-list.js';
import type { FieldDiff } from './fields.js';
import type { Mark, MarkedNode } from './marked.js';
import type { BlockDiff } from './page-diff.js';

const signs: Record<Mark, readonly [string, string]> = {
  same: ['', ''],
  added: ['{+', '+}'],
  removed: ['[-', '-]'],
};

/** Both versions as one text, with the signs of `git diff --word-diff`: `Keep a [-finger-]{+thumb+} free`. Elements are written as tags. */
function signed(nodes: readonly MarkedNode[]): string {
  return nodes.map((node) => between(signs[node.mark], written(node, node.mark === 'same'))).join('');
}

function between([start, end]: readonly [string, string], text: string): string {
  return start + text + end;
}

function written(node: MarkedNode, isInsideMarked: boolean): string {
  if ('text' in node) return node.text;
  const inside = isInsideMarked ? signed(node.children) : node.children.map((child) => written(child, false)).join('');
  const attributes = node.attributes.map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`).join('');
  const start = `<${node.tag}${attributes}>`;
  return voidTags.has(node.tag) ? start : `${start}${inside}</${node.tag}>`;
}

/** A field with two text versions, as one marked text; `null` if it is not a text, or the versions are too different. */
export function signedField({ text, html }: FieldDiff): string | null {
  const nodes = text ?? html;
  return nodes === undefined ? null : signed(nodes);
}

/** The blocks at any level that are not the same or not where they were, in page order. */
export function* changedBlocks(blocks: readonly BlockDiff[]): Generator<BlockDiff> {
  for (const block of blocks) {
    if (block.change !== 'same' || block.moved) yield block;
    for (const { blocks: inside } of block.lists) yield* changedBlocks(inside);
  }
}
