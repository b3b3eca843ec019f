import { type DefaultTreeAdapterTypes, html, serialize, defaultTreeAdapter as tree } from 'parse5';
import { CheckedHtml } from '../html/checked.js';
import { isOn, type Mark, type MarkedElement, type MarkedNode, type Side } from './marked.js';

type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const marks = {
  added: { tag: 'ins', className: 'diff-added' },
  removed: { tag: 'del', className: 'diff-removed' },
} as const;

/** Nothing but certain elements may stand in these: not `ins`, not `del`. */
const strict: ReadonlySet<string> = new Set('ul ol dl table thead tbody tfoot tr'.split(' '));

/** These may stand nowhere but in certain elements. */
const bound: ReadonlySet<string> = new Set('li dt dd caption thead tbody tfoot tr th td figcaption'.split(' '));

/**
 * A tree of two versions as HTML. What was added is in `<ins class="diff-added">`, what was removed in
 * `<del class="diff-removed">`: content has no classes. An element that can stand in neither has the class itself, and the mark inside.
 *
 * @param side one version alone has only its own marks
 */
export function markedHtml(nodes: readonly MarkedNode[], side: Side = 'both'): CheckedHtml {
  const root = tree.createDocumentFragment();
  write(root, '', nodes, side);
  return CheckedHtml.ofTree(serialize(root));
}

/** One of the two versions, without any mark. */
export function versionHtml(nodes: readonly MarkedNode[], version: 'before' | 'after'): CheckedHtml {
  const root = tree.createDocumentFragment();
  copy(
    root,
    nodes.filter(({ mark }) => isOn(version, mark)),
    (child) => isOn(version, child.mark),
  );
  return CheckedHtml.ofTree(serialize(root));
}

function write(parent: ParentNode, parentTag: string, nodes: readonly MarkedNode[], side: Side): void {
  let [open, openMark]: [ParentNode, Mark] = [parent, 'same'];
  for (const node of nodes) {
    if (!isOn(side, node.mark)) continue;
    const className = node.mark === 'same' ? undefined : marks[node.mark].className;
    const isBound = 'tag' in node ? strict.has(parentTag) || bound.has(node.tag) : isBlankIn(parentTag, node.text);
    if (node.mark !== 'same' && !isBound) {
      if (openMark !== node.mark) open = mark(parent, node.mark);
      openMark = node.mark;
      copy(open, [node]);
      continue;
    }
    [open, openMark] = [parent, 'same'];
    if ('text' in node) tree.insertText(parent, node.text);
    else write(element(parent, node, className), node.tag, node.children, side);
  }
}

function isBlankIn(parentTag: string, text: string): boolean {
  return strict.has(parentTag) && text.trim() === '';
}

function mark(parent: ParentNode, mark: 'added' | 'removed'): ParentNode {
  const { tag, className } = marks[mark];
  return element(parent, { tag, attributes: [] }, className);
}

function copy(parent: ParentNode, nodes: readonly MarkedNode[], keeps = (_: MarkedNode): boolean => true): void {
  for (const node of nodes) {
    if (!keeps(node)) continue;
    if ('text' in node) tree.insertText(parent, node.text);
    else copy(element(parent, node), node.children, keeps);
  }
}

function element(
  parent: ParentNode,
  { tag, attributes }: Pick<MarkedElement, 'tag' | 'attributes'>,
  className?: string,
): ParentNode {
  const all = className === undefined ? attributes : [...attributes, { name: 'class', value: className }];
  const made = tree.createElement(
    tag,
    html.NS.HTML,
    all.map(({ name, value }) => ({ name, value })),
  );
  tree.appendChild(parent, made);
  return made;
}
