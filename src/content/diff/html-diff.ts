import type { Effort } from '../../lib/effort.js';
import { blockContent, breakTags } from '../html/allow-list.js';
import { type Child, type Element, parseHtml } from '../html/parse.js';
import { textIn } from '../html/plain.js';
import type { CheckedHtml } from '../html/sanitizer.js';
import { DiffLimit } from './limit.js';
import type { Mark, MarkedNode } from './marked.js';
import { type Candidate, candidate, pairUp } from './pair-up.js';
import { type Hunk, hunksOf, TextNumbers } from './sequence.js';
import { withoutLoneBlanks, wordsOf } from './text-diff.js';

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
 * Blanks that readers do not see are left out.
 *
 * @returns one tree; `null` when they are too different to mark within `limit`
 */
export function diffHtml(
  before: CheckedHtml,
  after: CheckedHtml,
  limit = new DiffLimit(),
): readonly MarkedNode[] | null {
  return limit.within(before.html.length + after.html.length, (effort) => {
    const [older, newer] = [parseHtml(before.html), parseHtml(after.html)];
    if (older === null || newer === null) return null;
    for (const { childNodes } of [older, newer]) foldBlanks(childNodes);
    return new HtmlDiff(effort).children(older.childNodes, newer.childNodes);
  });
}

class HtmlDiff {
  readonly #keys = new TextNumbers();
  readonly #keyOf = new Map<Child, number>();

  constructor(private readonly effort: Effort) {}

  children(before: readonly Child[], after: readonly Child[]): MarkedNode[] {
    const [beforeAtoms, afterAtoms] = [this.#atoms(before), this.#atoms(after)];
    const hunks = withoutLoneBlanks(
      hunksOf(beforeAtoms, afterAtoms, ({ key }) => key, this.effort),
      ({ word }) => word,
    );
    const nodes: MarkedNode[] = [];
    for (const hunk of hunks) {
      if (hunk.isSame) add(nodes, hunk.after, 'same');
      else this.#changed(nodes, hunk);
    }
    return nodes;
  }

  /** Compares elements that are much alike part by part; all others are deleted or inserted. */
  #changed(nodes: MarkedNode[], { before, after }: Hunk<Atom>): void {
    let beforeDone = 0;
    let afterDone = 0;
    const [older, newer] = [before, after].map((atoms) => this.#candidates(atoms)) as [Candidate[], Candidate[]];
    for (const [beforeIndex, afterIndex] of pairUp(older, newer, this.effort)) {
      add(nodes, before.slice(beforeDone, beforeIndex), 'removed');
      add(nodes, after.slice(afterDone, afterIndex), 'added');
      const was = before[beforeIndex]?.element;
      const is = after[afterIndex]?.element;
      if (was != null && is != null)
        nodes.push({ ...shell(is), mark: 'same', children: this.children(was.childNodes, is.childNodes) });
      beforeDone = beforeIndex + 1;
      afterDone = afterIndex + 1;
    }
    add(nodes, before.slice(beforeDone), 'removed');
    add(nodes, after.slice(afterDone), 'added');
  }

  #candidates(atoms: readonly Atom[]): Candidate[] {
    return atoms.flatMap(({ element }, at) => {
      if (element === null) return [];
      const place = { at, shape: shellText(element), isHeld: structuralTags.has(element.tagName) };
      return [
        candidate(
          place,
          textIn(element, () => true),
          this.effort,
        ),
      ];
    });
  }

  #atoms(nodes: readonly Child[]): Atom[] {
    return nodes.flatMap((node): Atom[] => {
      if ('value' in node)
        return wordsOf(node.value, this.effort).map((word) => ({
          key: this.#keys.of(`w${word}`),
          word,
          element: null,
        }));
      return 'tagName' in node ? [{ key: this.#key(node), word: null, element: node }] : [];
    });
  }

  /** Comparison key: equal for nodes with the same HTML. */
  #key(node: Child): number {
    const cached = this.#keyOf.get(node);
    if (cached !== undefined) return cached;
    let text = 't';
    if ('value' in node) text += node.value;
    else if ('tagName' in node)
      text = `${shellText(node)} ${node.childNodes.map((child) => this.#key(child)).join(' ')}`;
    const key = this.#keys.of(text);
    this.#keyOf.set(node, key);
    return key;
  }
}

/** Elements whose blanks count. */
const keepsBlanks: ReadonlySet<string> = new Set(['pre', 'code']);

const isBlockTag = (tag: string): boolean => Object.hasOwn(blockContent, tag);

/** Makes several blanks one, and those at the ends of a line none, since readers see no others. */
export function foldBlanks(nodes: readonly Child[]): void {
  /** Text before in the line. */
  let last = { value: '' };
  const endLine = (): void => {
    last.value = last.value.replace(/ $/, '');
    last = { value: '' };
  };
  const visit = (node: Child): void => {
    if ('value' in node) {
      const text = node.value.replaceAll(/[ \t\n\f\r]+/g, ' ');
      node.value = /^$| $/.test(last.value) ? text.replace(/^ /, '') : text;
      if (node.value !== '') last = node;
    } else if ('tagName' in node) {
      const isLine = isBlockTag(node.tagName) || breakTags.has(node.tagName);
      if (isLine) endLine();
      if (keepsBlanks.has(node.tagName)) last = { value: node.tagName };
      else node.childNodes.forEach(visit);
      if (isLine) endLine();
    }
  };
  nodes.forEach(visit);
  endLine();
}

function shellText({ tagName, attrs }: Element): string {
  return `${tagName} ${JSON.stringify(attrs.map(({ name, value }) => [name, value]))}`;
}

/** Tags of elements that pair up by their position in a table or a list, whatever they hold. */
const structuralTags: ReadonlySet<string> = new Set('table caption thead tbody tfoot td th ul ol dl'.split(' '));

function shell({ tagName, attrs }: Element) {
  return { tag: tagName, attributes: attrs.map(({ name, value }) => ({ name, value })) };
}

function add(nodes: MarkedNode[], atoms: readonly Atom[], mark: Mark): void {
  for (const { word, element } of atoms) {
    const last = nodes.at(-1);
    if (element !== null) nodes.push(markedElement(element, mark));
    else if (last !== undefined && 'text' in last && last.mark === mark)
      nodes[nodes.length - 1] = { text: last.text + word, mark };
    else nodes.push({ text: word ?? '', mark });
  }
}

function markedElement(element: Element, mark: Mark): MarkedNode {
  const children = element.childNodes.flatMap((child): MarkedNode[] => {
    if ('value' in child) return [{ text: child.value, mark }];
    return 'tagName' in child ? [markedElement(child, mark)] : [];
  });
  return { ...shell(element), mark, children };
}
