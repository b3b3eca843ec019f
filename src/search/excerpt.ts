import { type Word, wordsIn } from './words.js';

/** One text of a document, and the block that it stands in. */
export interface Part {
  readonly id: string | null;
  readonly text: string;
}

export interface Excerpt {
  readonly block_id: string | null;
  readonly excerpt: string;
  readonly matches: { readonly start: number; readonly end: number }[];
}

/** In UTF-16 code units, and how many of them may stand before what matched. */
const length = 200;
const lead = 60;
/** Where matches lie closest is looked for among the first so many. */
const maxCompared = 200;

/** How much a word that matched is worth; 0: it did not. */
export type Weigh = (folded: string) => number;

/** The part of a document that matches best, the first of several, around where it does. */
export function excerptOf(parts: readonly Part[], weigh: Weigh): Excerpt {
  let best: { part: Part; words: readonly Word[]; worth: number } | undefined;
  for (const part of parts) {
    const words = [...wordsIn(part.text)].filter(({ folded }) => weigh(folded) > 0);
    const worth = worthOf(words, weigh);
    if (best === undefined || worth > best.worth) best = { part, words, worth };
  }
  if (best === undefined) return { block_id: null, excerpt: '', matches: [] };
  const { part, words, worth } = best;
  return { block_id: worth === 0 ? null : part.id, ...cut(part.text, words, weigh) };
}

/** Of different words. */
function worthOf(words: readonly Word[], weigh: Weigh): number {
  return [...new Set(words.map(({ folded }) => folded))].reduce((worth, folded) => worth + weigh(folded), 0);
}

function cut(text: string, words: readonly Word[], weigh: Weigh): Omit<Excerpt, 'block_id'> {
  const focus = densest(words, weigh);
  const from = startOf(text, focus?.start ?? 0);
  const to = endOf(text, from, focus?.end ?? 0);
  const before = from > 0 ? '…' : '';
  const shift = before.length - from;
  const inside = words.filter(({ start, end }) => start >= from && end <= to);
  return {
    excerpt: `${before}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    matches: inside.map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  };
}

/** The word that is followed by the most worth within an excerpt. */
function densest(words: readonly Word[], weigh: Weigh): Word | undefined {
  let best: { word: Word; worth: number } | undefined;
  for (const [at, word] of words.slice(0, maxCompared).entries()) {
    const near = words.slice(at, at + maxCompared).filter(({ end }) => end <= word.start + length - lead);
    const worth = worthOf(near, weigh);
    if (best === undefined || worth > best.worth) best = { word, worth };
  }
  return best?.word;
}

/** At the start of a word, if one starts there. */
function startOf(text: string, match: number): number {
  if (match <= lead) return 0;
  const space = text.indexOf(' ', match - lead);
  return space === -1 || space >= match ? wholeCharacter(text, match - lead) : space + 1;
}

function endOf(text: string, from: number, matchEnd: number): number {
  if (text.length - from <= length) return text.length;
  const space = text.lastIndexOf(' ', from + length);
  return space < Math.max(matchEnd, from + lead) ? wholeCharacter(text, from + length) : space;
}

/** Not between two halves of a character. */
function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}
