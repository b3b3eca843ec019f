import { formsOf, genitivesOf } from './inflection.js';
import type { Rule, Rules } from './rules.js';

/** Upper bounds: a longer term is not looked for; words that stand for many others are looked up as so many. */
const maxTokens = 32;
const maxBranches = 16;

/** A place in a text, in UTF-16 code units, and what it breaks; nothing: a right text in which wrong words may stand. */
interface Match {
  readonly start: number;
  readonly end: number;
  readonly rules: readonly Rule[];
}

interface Node {
  readonly next: Map<string, Node>;
  isRight: boolean;
  readonly words: Rule[];
  /** Rules by the exact text that they mean: the number of rules that differ in case alone must not count. */
  readonly exact: Map<string, Rule[]>;
}

const newNode = (): Node => ({ next: new Map(), isRight: false, words: [], exact: new Map() });

interface Token {
  readonly start: number;
  readonly end: number;
  /** The end of the invisible characters that belong to it. */
  readonly edge: number;
  readonly folded: string;
  /** Separator before it: none, a space, or one that no term goes on across. */
  readonly gap: '' | ' ' | '\n';
}

/** Scripts without blanks: each character is a token, and the segmenter says where words end. */
const spaceless = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const token = new RegExp(
  `[${spaceless}]\\p{M}*|\\p{L}(?:(?![${spaceless}])[\\p{L}\\p{M}\\p{Cf}]|['’](?=\\p{L}))*|\\p{N}+|\\S\\p{M}*`,
  'uy',
);
const gap = /[\s\p{Cf}]*/uy;
const invisible = /\p{Cf}/gu;
/** Tried at the first of a run alone: else the time grows with the square of the run. */
const trailing = /(?<!\p{Cf})\p{Cf}+$/u;

/** Texts that are normalised already; most of what is written in Han is. */
const plain = /^(?:[a-zA-Z0-9]+|[\u4e00-\u9fff])$/;

const withoutInvisible = (text: string): string => text.replace(invisible, '').normalize('NFC');

/** The tokens of a text, each read once. */
class Tokens {
  readonly #ahead: Token[] = [];
  #at = 0;

  constructor(private readonly text: string) {}

  /** The token at a number of tokens behind the current one; `null` behind the last. */
  peek(number: number): Token | null {
    while (this.#ahead.length <= number) {
      const next = this.#read();
      if (next === null) return null;
      this.#ahead.push(next);
    }
    return this.#ahead[number] as Token;
  }

  shift(): void {
    this.#ahead.shift();
  }

  #read(): Token | null {
    gap.lastIndex = this.#at;
    gap.test(this.text);
    const start = gap.lastIndex;
    token.lastIndex = start;
    if (!token.test(this.text)) return null;
    const edge = token.lastIndex;
    const written = this.text.slice(start, edge);
    const isPlain = plain.test(written);
    const folded = (isPlain ? written : withoutInvisible(written)).toLowerCase();
    const end = start + (isPlain ? written : written.replace(trailing, '')).length;
    const before = start === this.#at ? '' : this.text.slice(this.#at, start);
    this.#at = edge;
    return { start, end, edge, folded, gap: /\n.*\n/s.test(before) ? '\n' : /\s/.test(before) ? ' ' : '' };
  }
}

/** The terms of a brand in a trie of words, which are found by their forms: the time does not depend on how many there are. */
export class Matcher {
  readonly #root = newNode();
  /** Words of terms by their forms. */
  readonly #bases = new Map<string, string[]>();
  readonly #known = new Set<string>();

  constructor({ wrong, right }: Rules) {
    for (const text of right) {
      const node = this.#insert(text);
      if (node !== null) node.isRight = true;
    }
    for (const rule of wrong) {
      const node = this.#insert(rule.text);
      if (node === null) continue;
      if (rule.compare === 'words') node.words.push(rule);
      const texts = rule.compare === 'name' ? genitivesOf(exactly(rule.text)) : [exactly(rule.text)];
      if (rule.compare !== 'words') for (const text of texts) put(node.exact, text, rule);
    }
  }

  /** Matches in their order, those within others left out. */
  *matches(text: string): Generator<Match> {
    const boundaries = new WordBoundaries(text);
    let covered = -1;
    const tokens = new Tokens(text);
    for (let first = tokens.peek(0); first !== null; tokens.shift(), first = tokens.peek(0)) {
      const bases = this.#bases.get(first.folded);
      if (bases === undefined) continue;
      // All begin at the same place: the longest one has the others in it.
      for (const { start, end, edge, rules } of this.#from(text, tokens, first, bases).reverse()) {
        if (end <= covered) break;
        const isWhole = boundaries.has(start) && boundaries.has(edge);
        const broken = isWhole ? rules : rules.filter(({ compare }) => compare === 'literal');
        if (broken.length > 0) yield { start, end, rules: broken };
        if (!isWhole && broken.length === 0) continue;
        covered = end;
        break;
      }
    }
  }

  /** Matches that begin with a token, the shortest first. */
  #from(text: string, tokens: Tokens, first: Token, bases: readonly string[]): (Match & { readonly edge: number })[] {
    const { start } = first;
    const found: (Match & { readonly edge: number })[] = [];
    let nodes = this.#step([this.#root], '', bases);
    let last = first;
    for (let count = 1; nodes.length > 0; count += 1) {
      const ends = nodes.filter(({ words, exact, isRight }) => isRight || words.length > 0 || exact.size > 0);
      if (ends.length > 0) {
        const isNamed = ends.some(({ exact }) => exact.size > 0);
        const written = isNamed ? exactly(text.slice(start, last.end)) : '';
        const rules = ends.flatMap(({ words, exact }) => [...words, ...(exact.get(written) ?? [])]);
        const { end, edge } = last;
        if (rules.length > 0 || ends.some(({ isRight }) => isRight)) found.push({ start, end, edge, rules });
      }
      if (nodes.every(({ next }) => next.size === 0)) break;
      const following = tokens.peek(count);
      if (following === null) break;
      nodes = this.#step(nodes, following.gap, this.#bases.get(following.folded) ?? []);
      last = following;
    }
    return found;
  }

  #step(nodes: readonly Node[], gap: string, bases: readonly string[]): Node[] {
    const reached = nodes.flatMap(({ next }) => bases.flatMap((base) => next.get(gap + base) ?? []));
    return reached.slice(0, maxBranches);
  }

  #insert(text: string): Node | null {
    let node = this.#root;
    const tokens = new Tokens(text);
    for (let count = 0; ; count += 1) {
      const next = tokens.peek(count);
      if (next === null) return count === 0 ? null : node;
      if (count === maxTokens) return null;
      const key = (count === 0 ? '' : next.gap) + next.folded;
      const inner = node.next.get(key) ?? newNode();
      node.next.set(key, inner);
      this.#know(withoutInvisible(text.slice(next.start, next.end)), next.folded);
      node = inner;
    }
  }

  #know(word: string, base: string): void {
    if (this.#known.has(word)) return;
    this.#known.add(word);
    for (const form of formsOf(word)) {
      const bases = this.#bases.get(form) ?? [];
      this.#bases.set(form, bases);
      if (bases.length < maxBranches && !bases.includes(base)) bases.push(base);
    }
  }
}

/** Compared character by character; blanks of any kind are one space, since lines are broken at them. */
const exactly = (text: string): string => withoutInvisible(text).replace(/\s+/g, ' ');

function put<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** Size of a piece that is segmented, and what is read before and behind it; the segmenter takes the square of a text's length. */
const [pieceLength, around] = [400, 50];

const segmenter = new Intl.Segmenter('de', { granularity: 'word' });

/** Boundaries of words as readers see them. Asked for places that ascend, each piece is segmented once. */
class WordBoundaries {
  #pieces = new Map<number, ReadonlySet<number>>();

  constructor(private readonly text: string) {}

  has(place: number): boolean {
    if (this.#isClear(place)) return true;
    const number = Math.floor(place / pieceLength);
    let boundaries = this.#pieces.get(number);
    if (boundaries === undefined) {
      if (this.#pieces.size > 2) this.#pieces = new Map();
      boundaries = this.#segmented(number * pieceLength);
      this.#pieces.set(number, boundaries);
    }
    return boundaries.has(place);
  }

  /** Most words stand between blanks, or end a sentence: these need no segmenter, which takes a millisecond for 1,000 characters. */
  #isClear(place: number): boolean {
    const isBlank = (at: number): boolean => /^\s?$/.test(this.text.charAt(at));
    return isBlank(place - 1) || isBlank(place) || (/^[.,:;!?]$/.test(this.text.charAt(place)) && isBlank(place + 1));
  }

  #segmented(start: number): ReadonlySet<number> {
    const from = Math.max(0, start - around);
    const piece = this.text.slice(from, start + pieceLength + around);
    const boundaries = new Set([from + piece.length]);
    for (const { index } of segmenter.segment(piece)) boundaries.add(from + index);
    return boundaries;
  }
}
