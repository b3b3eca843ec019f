import type { Break, PhrasingContent, RootContent, Text } from 'mdast';
import { link, spaced } from './nodes.js';

/** Phrasing content of a paragraph, a heading or a cell: blocks become theirs, with spaces between them. */
export function line(nodes: readonly RootContent[]): PhrasingContent[] {
  const content = joined(nodes.flatMap((node) => phrasing(node, [])));
  const isShown = (node: PhrasingContent): boolean =>
    node.type !== 'break' && (node.type !== 'text' || node.value.trim() !== '');
  const first = content.findIndex(isShown);
  return first === -1 ? [] : outerSpaces(content.slice(first, content.findLastIndex(isShown) + 1)).within;
}

/** @param around the kinds of nodes around it: Markdown has no link in a link, and reads `~~~~` as a fence */
function phrasing(node: RootContent, around: readonly string[]): PhrasingContent[] {
  if (around.includes(node.type) && 'children' in node) return inside(node.children, around);
  switch (node.type) {
    case 'text':
      return [{ type: 'text', value: spaced(node.value) }];
    case 'break':
      return [node];
    case 'code':
    case 'inlineCode': {
      const value = spaced(node.value).trim();
      // A code span in a cell cannot hold an escaped pipe.
      if (value === '' || value.includes('\\|')) return [{ type: 'text', value }];
      return [{ type: 'inlineCode', value }];
    }
    case 'strong':
    case 'emphasis':
    case 'delete': {
      const { before, within, after } = outerSpaces(inside(node.children, [...around, node.type]));
      return within.length === 0 ? before : [...before, { type: node.type, children: within }, ...after];
    }
    case 'link': {
      const children = inside(node.children, [...around, node.type]);
      return children.length === 0 || node.url === '' ? children : link(node.url, children, node.title);
    }
    default:
      return 'children' in node ? [space, ...inside(node.children, around), space] : [];
  }
}

const inside = (nodes: readonly RootContent[], around: readonly string[]): PhrasingContent[] =>
  joined(nodes.flatMap((node) => phrasing(node, around)));

const space: PhrasingContent = { type: 'text', value: ' ' };

/** Neighbouring texts as one: escapes depend on the characters next to them. */
function joined(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  let run: string[] = [];
  const endRun = (): void => {
    const value = spaced(run.join(''));
    if (value !== '') result.push({ type: 'text', value });
    run = [];
  };
  for (const node of nodes) {
    if (node.type === 'text') run.push(node.value);
    else {
      endRun();
      result.push(node);
    }
  }
  endRun();
  return result;
}

type Outer = Break | Text;

function isOuter(node: PhrasingContent | undefined, hasSpace: (text: string) => boolean): node is Outer {
  return node?.type === 'break' || (node?.type === 'text' && hasSpace(node.value));
}

/** Emphasis must not begin or end with a space or a break: these go outside. */
function outerSpaces(nodes: readonly PhrasingContent[]) {
  const within = [...nodes];
  const before: PhrasingContent[] = [];
  const after: PhrasingContent[] = [];
  for (let first = within[0]; isOuter(first, (text) => text.startsWith(' ')); first = within[0]) {
    before.push(first.type === 'break' ? first : space);
    within.splice(0, 1, ...(first.type === 'text' ? joined([{ type: 'text', value: first.value.slice(1) }]) : []));
  }
  for (let last = within.at(-1); isOuter(last, (text) => text.endsWith(' ')); last = within.at(-1)) {
    after.unshift(last.type === 'break' ? last : space);
    within.splice(-1, 1, ...(last.type === 'text' ? joined([{ type: 'text', value: last.value.slice(0, -1) }]) : []));
  }
  return { before, within, after };
}
