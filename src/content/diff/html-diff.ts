import type { DefaultTreeAdapterTypes } from 'parse5';
import type { CheckedHtml } from '../html/checked-html.js';
import { parseHtml } from '../html/parse.js';
import { DiffLimit, type TimeLeft } from './limit.js';
import type { Mark, MarkedNode } from './marked.js';
import { type Candidate, candidate, pairUp } from './pair-up.js';
import { type Hunk, hunksOf, TextNumbers } from './sequence.js';
import { withoutLoneBlanks, wordsOf } from './text-diff.js';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Unit of comparison: a word of a text, or an element with all it holds. Equal keys mean equal content. */
interface Atom {
  readonly key: number;
  readonly word: string | null;
  readonly element: Element | null;
}

/**
 * Difference of two versions of HTML: their trees from the top down, lists of children by words and elements. An element
 * whose tag or attributes differ is another one, so that a link with a new target shows as such.
 *
 * @returns one tree; `null` when they are too different to mark within the time there is
 */
export function diffHtml(
  before: CheckedHtml,
  after: CheckedHtml,
  limit = new DiffLimit(),
): readonly MarkedNode[] | null {
  return limit.within(before.html.length + after.html.length, (timeLeft) => {
    const [old, now] = [parseHtml(before.html), parseHtml(after.html)];
    return old === null || now === null ? null : new HtmlDiff(timeLeft).children(old.childNodes, now.childNodes);
  });
}

class HtmlDiff {
  readonly #keys = new TextNumbers();
  readonly #keyOf = new Map<Node, number>();

  constructor(private readonly timeLeft: TimeLeft) {}

  children(before: readonly Node[], after: readonly Node[]): MarkedNode[] {
    const [old, now] = [this.#atoms(before), this.#atoms(after)];
    const found = withoutLoneBlanks(
      hunksOf(old, now, ({ key }) => key, this.timeLeft),
      ({ word }) => word,
    );
    const nodes: MarkedNode[] = [];
    for (const hunk of found) {
      if (hunk.isSame) add(nodes, hunk.after, 'same');
      else this.#changed(nodes, hunk);
    }
    return nodes;
  }

  /** Compares elements that are much alike part by part; all others are deleted or inserted. */
  #changed(nodes: MarkedNode[], { before, after }: Hunk<Atom>): void {
    let [from, to] = [0, 0];
    for (const [was, is] of pairUp(candidates(before), candidates(after), this.timeLeft)) {
      add(nodes, before.slice(from, was), 'removed');
      add(nodes, after.slice(to, is), 'added');
      const [old, now] = [before[was]?.element, after[is]?.element];
      if (old != null && now != null)
        nodes.push({ ...shell(now), mark: 'same', children: this.children(old.childNodes, now.childNodes) });
      [from, to] = [was + 1, is + 1];
    }
    add(nodes, before.slice(from), 'removed');
    add(nodes, after.slice(to), 'added');
  }

  #atoms(nodes: readonly Node[]): Atom[] {
    return nodes.flatMap((node): Atom[] => {
      if ('value' in node)
        return wordsOf(node.value).map((word) => ({ key: this.#keys.of(`w${word}`), word, element: null }));
      return 'tagName' in node ? [{ key: this.#key(node), word: null, element: node }] : [];
    });
  }

  /** Comparison key: equal for nodes with the same HTML. */
  #key(node: Node): number {
    const known = this.#keyOf.get(node);
    if (known !== undefined) return known;
    let text = 't';
    if ('value' in node) text += node.value;
    else if ('tagName' in node)
      text = `${shellText(node)} ${node.childNodes.map((child) => this.#key(child)).join(' ')}`;
    const key = this.#keys.of(text);
    this.#keyOf.set(node, key);
    return key;
  }
}

function shellText({ tagName, attrs }: Element): string {
  return `${tagName} ${JSON.stringify(attrs.map(({ name, value }) => [name, value]))}`;
}

/** Elements that keep their place in a table or a list, whatever stands in them. */
const held: ReadonlySet<string> = new Set('table caption thead tbody tfoot td th ul ol dl'.split(' '));

function candidates(atoms: readonly Atom[]): Candidate[] {
  return atoms.flatMap(({ element }, at) => {
    if (element === null) return [];
    return [candidate(at, shellText(element), held.has(element.tagName), textsIn(element))];
  });
}

function* textsIn(element: Element): Generator<string> {
  for (const child of element.childNodes) {
    if ('value' in child) yield child.value;
    if ('tagName' in child) yield* textsIn(child);
  }
}

function shell({ tagName, attrs }: Element) {
  return { tag: tagName, attributes: attrs.map(({ name, value }) => ({ name, value })) };
}

function add(nodes: MarkedNode[], atoms: readonly Atom[], mark: Mark): void {
  for (const { word, element } of atoms) {
    const last = nodes.at(-1);
    if (element !== null) nodes.push(whole(element, mark));
    else if (last !== undefined && 'text' in last && last.mark === mark)
      nodes[nodes.length - 1] = { text: last.text + word, mark };
    else nodes.push({ text: word ?? '', mark });
  }
}

function whole(element: Element, mark: Mark): MarkedNode {
  const children = element.childNodes.flatMap((child): MarkedNode[] => {
    if ('value' in child) return [{ text: child.value, mark }];
    return 'tagName' in child ? [whole(child, mark)] : [];
  });
  return { ...shell(element), mark, children };
}
