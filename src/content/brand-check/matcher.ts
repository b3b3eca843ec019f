import { LRUCache } from 'lru-cache';
import type { Effort } from '../../lib/effort.js';
import { entries } from '../../lib/lru.js';
import { formsOf, genitivesOf } from './inflection.js';
import type { Rule, Rules } from './rules.js';

/** Upper bound on the words of a term. */
const maxTokens = 32;
/** Upper bound on the forms of a word, and on the terms, that are followed at once. */
const maxBranches = 16;

/** A range of a text, in UTF-16 code units, and the rules that it breaks; none: an allowed term. */
interface Match {
  readonly start: number;
  readonly end: number;
  readonly rules: readonly Rule[];
}

interface Node {
  readonly next: Map<string, Node>;
  isRight: boolean;
  readonly words: Rule[];
  /** Rules by the exact text that they mean: rules that differ only in case count once. */
  readonly exact: Map<string, Rule[]>;
}

const newNode = (): Node => ({ next: new Map(), isRight: false, words: [], exact: new Map() });

interface Token {
  readonly start: number;
  readonly end: number;
  /** The end of the invisible characters that belong to it. */
  readonly edge: number;
  readonly folded: string;
  /** Separator before it: none, a space, or one that ends a term. */
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
/** Tried only at the first of a run. Otherwise, the time grows with the square of the run. */
const trailing = /(?<!\p{Cf})\p{Cf}+$/u;

/** Texts that are already normalised, as most texts in Han are. */
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
    return { start, end, edge, folded, gap: gapIn(before) };
  }
}

function gapIn(text: string): Token['gap'] {
  if (/\n.*\n/s.test(text)) return '\n';
  return /\s/.test(text) ? ' ' : '';
}

/** The terms of a brand in a trie of words, found by their forms: the time depends on the longest term, not on their number. */
export class Matcher {
  readonly #root = newNode();
  /** Words of terms by their forms. */
  readonly #bases = new Map<string, string[]>();
  readonly #known = new Set<string>();

  /** @throws TooMuchEffort */
  constructor({ wrong, right }: Rules, effort: Effort) {
    for (const text of right) {
      const node = this.#insert(text, effort);
      if (node !== null) node.isRight = true;
    }
    for (const rule of wrong) {
      const node = this.#insert(rule.text, effort);
      if (node === null) continue;
      if (rule.compare === 'words') node.words.push(rule);
      const texts = rule.compare === 'name' ? genitivesOf(exactly(rule.text)) : [exactly(rule.text)];
      if (rule.compare !== 'words') for (const text of texts) put(node.exact, text, rule);
    }
  }

  /**
   * Matches in their order, those within others left out.
   *
   * @param language of the text
   * @throws TooMuchEffort
   */
  *matches(text: string, language: string, effort: Effort): Generator<Match> {
    const boundaries = new WordBoundaries(text, language, effort);
    let covered = -1;
    const tokens = new Tokens(text);
    for (let first = tokens.peek(0); first !== null; tokens.shift(), first = tokens.peek(0)) {
      effort.spend(1);
      const bases = this.#bases.get(first.folded);
      if (bases === undefined) continue;
      // All begin at the same place: the longest one has the others in it.
      for (const { start, end, edge, rules } of this.#from(text, tokens, first, bases, effort).reverse()) {
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
  #from(text: string, tokens: Tokens, first: Token, bases: readonly string[], effort: Effort) {
    const { start } = first;
    const found: (Match & { readonly edge: number })[] = [];
    let nodes = step([this.#root], '', bases, effort);
    let last = first;
    for (let count = 1; nodes.length > 0; count += 1) {
      const ends = nodes.filter(({ words, exact, isRight }) => isRight || words.length > 0 || exact.size > 0);
      if (ends.length > 0) {
        const { end, edge } = last;
        const isNamed = ends.some(({ exact }) => exact.size > 0);
        if (isNamed) effort.read(end - start);
        const written = isNamed ? exactly(text.slice(start, end)) : '';
        const rules = ends.flatMap(({ words, exact }) => [...words, ...(exact.get(written) ?? [])]);
        effort.spend(rules.length);
        if (rules.length > 0 || ends.some(({ isRight }) => isRight)) found.push({ start, end, edge, rules });
      }
      if (nodes.every(({ next }) => next.size === 0)) break;
      const following = tokens.peek(count);
      if (following === null) break;
      nodes = step(nodes, following.gap, this.#bases.get(following.folded) ?? [], effort);
      last = following;
    }
    return found;
  }

  #insert(text: string, effort: Effort): Node | null {
    effort.read(text.length);
    let node = this.#root;
    const tokens = new Tokens(text);
    for (let count = 0; ; count += 1) {
      const next = tokens.peek(count);
      if (next === null) return count === 0 ? null : node;
      if (count === maxTokens) return null;
      effort.spend(1);
      const key = (count === 0 ? '' : next.gap) + next.folded;
      const inner = node.next.get(key) ?? newNode();
      node.next.set(key, inner);
      this.#know(withoutInvisible(text.slice(next.start, next.end)), next.folded, effort);
      node = inner;
    }
  }

  #know(word: string, base: string, effort: Effort): void {
    if (this.#known.has(word)) return;
    this.#known.add(word);
    for (const form of formsOf(word)) {
      effort.spend(1);
      const bases = this.#bases.get(form) ?? [];
      this.#bases.set(form, bases);
      if (bases.length < maxBranches && !bases.includes(base)) bases.push(base);
    }
  }
}

function step(nodes: readonly Node[], gap: string, bases: readonly string[], effort: Effort): Node[] {
  const reached: Node[] = [];
  effort.spend(nodes.length * bases.length);
  for (const { next } of nodes) {
    for (const base of bases) {
      const node = next.get(gap + base);
      if (node !== undefined && reached.length < maxBranches) reached.push(node);
    }
  }
  return reached;
}

/** Compared character by character; blanks of any kind are one space, since lines are broken at them. */
const exactly = (text: string): string => withoutInvisible(text).replace(/\s+/g, ' ');

function put<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** Characters segmented at once: the segmenter's time grows with the square of the length. */
const pieceLength = 400;
/** Characters read before and after a piece. */
const around = 50;

const stepsForPiece = 2000;

/** Segmenters by the language of the text. */
const segmenters = new LRUCache<string, Intl.Segmenter>(entries(20));

/** For a language that is not known, words are those of English. */
function segmenterFor(language: string): Intl.Segmenter {
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter([language, 'en'], { granularity: 'word' });
  segmenters.set(language, segmenter);
  return segmenter;
}

/** Boundaries of words as readers see them. Each piece is segmented once. */
class WordBoundaries {
  readonly #pieces = new Map<number, ReadonlySet<number>>();

  constructor(
    private readonly text: string,
    private readonly language: string,
    private readonly effort: Effort,
  ) {}

  has(place: number): boolean {
    if (this.#isClear(place)) return true;
    const number = Math.floor(place / pieceLength);
    let boundaries = this.#pieces.get(number);
    if (boundaries === undefined) {
      this.effort.spend(stepsForPiece);
      boundaries = this.#segmented(number * pieceLength);
      this.#pieces.set(number, boundaries);
    }
    return boundaries.has(place);
  }

  /** Most words are between blanks, or end a sentence. They need no segmenter, which takes a millisecond for 1,000 characters. */
  #isClear(place: number): boolean {
    const isBlank = (at: number): boolean => /^\s?$/.test(this.text.charAt(at));
    return isBlank(place - 1) || isBlank(place) || (/^[.,:;!?]$/.test(this.text.charAt(place)) && isBlank(place + 1));
  }

  #segmented(start: number): ReadonlySet<number> {
    const from = Math.max(0, start - around);
    const piece = this.text.slice(from, start + pieceLength + around);
    const boundaries = new Set([from + piece.length]);
    for (const { index } of segmenterFor(this.language).segment(piece)) boundaries.add(from + index);
    return boundaries;
  }
}
