import MiniSearch, { type SearchOptions } from 'minisearch';
import { joinTexts, textsOf } from '../content/blocks/texts.js';
import type { Found, Key, SearchDocument, SearchQuery } from './document.js';
import { excerptOf, type Part } from './excerpt.js';
import { foldedWords } from './words.js';

/** Of one document, in UTF-16 code units; what comes after is not found. */
export const maxCharacters = 50_000;

/** Only so many words of a query are also taken for beginnings or misspelt: each costs a walk over all words. */
const maxExpanded = 10;
const leastPrefix = 3;

interface Indexed extends Pick<SearchDocument, 'key' | 'type' | 'id' | 'title'> {
  readonly parts: readonly Part[];
}

export interface Changes {
  readonly put: readonly SearchDocument[];
  readonly removed: readonly Key[];
  /** All that is there, in the order of what is equally good; `null`: as before. */
  readonly order: readonly Key[] | null;
}

/** Full-text index of one brand. The same documents give the same answers, however they came here. */
export class TextIndex {
  readonly #words = new MiniSearch<Indexed>({
    fields: ['title', 'text'],
    idField: 'key',
    extractField: (document, field) => {
      if (field === 'text') return document.parts.map(({ text }) => text).join('\n');
      return field === 'key' ? document.key : document.title;
    },
    tokenize: foldedWords,
    processTerm: (word) => word,
    autoVacuum: false,
  });
  readonly #documents = new Map<Key, Indexed>();
  #rank: ReadonlyMap<Key, number> = new Map();
  #characters = 0;

  /** Of all texts. */
  get characters(): number {
    return this.#characters;
  }

  apply({ put, removed, order }: Changes): void {
    for (const key of removed) this.#remove(key);
    for (const document of put) {
      this.#remove(document.key);
      const { key, type, id, title } = document;
      const indexed = { key, type, id, title, parts: partsOf(document) };
      this.#documents.set(key, indexed);
      this.#words.add(indexed);
      this.#characters += sizeOf(indexed);
    }
    if (order !== null) this.#rank = new Map(order.map((key, at) => [key, at]));
  }

  /** What has all words, the best first; when nothing has them all, what has some. */
  find({ words, type, limit }: SearchQuery): Found[] {
    const asked = new Set(foldedWords(words));
    const options: SearchOptions = {
      ...matching,
      filter: ({ id }) => type === null || this.#documents.get(id)?.type === type,
    };
    const all = this.#words.search(words, { ...options, combineWith: 'AND' });
    const found = all.length > 0 || asked.size < 2 ? all : this.#words.search(words, { ...options, combineWith: 'OR' });
    const ranked = found.map(({ id, score, terms }) => ({
      id,
      terms,
      score: rounded(score),
      at: this.#rank.get(id) ?? 0,
    }));
    ranked.sort((a, b) => b.score - a.score || a.at - b.at);
    return ranked.slice(0, limit).flatMap(({ id: key, terms }) => {
      const document = this.#documents.get(key);
      if (document === undefined) return [];
      const matched = new Set(terms);
      const weigh = (word: string): number => (matched.has(word) ? (asked.has(word) ? 2 : 1) : 0);
      const { type, id, title, parts } = document;
      return [{ type, id, title, ...excerptOf(parts, weigh) }];
    });
  }

  /** The library forgets a document without a trace only when it is shown it as it was. */
  #remove(key: Key): void {
    const document = this.#documents.get(key);
    if (document === undefined) return;
    this.#words.remove(document);
    this.#documents.delete(key);
    this.#characters -= sizeOf(document);
  }
}

const matching: SearchOptions = {
  boost: { title: 3 },
  prefix: (word, at) => at < maxExpanded && word.length >= leastPrefix,
  fuzzy: (word, at) => at < maxExpanded && typos(word),
  weights: { prefix: 0.6, fuzzy: 0.3 },
};

/** Letters that may be wrong, missing or too many. A number is meant as it is written. */
function typos(word: string): number | false {
  if (word.length < 4 || /\d/.test(word)) return false;
  return word.length < 8 ? 1 : 2;
}

/** Sums of the same numbers in another order differ in their last digits. */
function rounded(score: number): number {
  return Number(score.toPrecision(6));
}

function partsOf({ content }: SearchDocument): Part[] {
  const texts = 'blocks' in content ? textsOf(content.blocks) : [{ id: null, text: joinTexts(content.texts) }];
  const parts: Part[] = [];
  let left = maxCharacters;
  for (const { id, text } of texts) {
    parts.push({ id, text: text.slice(0, left) });
    left -= text.length;
    if (left <= 0) break;
  }
  return parts;
}

function sizeOf({ title, parts }: Indexed): number {
  return parts.reduce((size, { text }) => size + text.length, title.length);
}
