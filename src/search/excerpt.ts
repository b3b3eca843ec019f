import type { BlockText } from '../content/blocks/texts.js';
import type { Excerpt } from './document.js';
import { type Word, wordsIn } from './words.js';

/** Lengths of an excerpt and of the text before its first match, in UTF-16 code units. */
const excerptLength = 200;
const leadLength = 60;
/** Upper bound on matches that are compared for their density. */
const maxCompared = 200;

/** Weight of a matching word; 0: it does not match. */
type Weigh = (folded: string) => number;

/** Excerpt of the text that matches best, the first of equals. */
export function excerptOf(texts: readonly BlockText[], weigh: Weigh): Excerpt {
  let best: { text: BlockText; words: readonly Word[]; worth: number } | undefined;
  for (const text of texts) {
    const words = [...wordsIn(text.text)].filter(({ folded }) => weigh(folded) > 0);
    const worth = worthOf(words, weigh);
    if (best === undefined || worth > best.worth) best = { text, words, worth };
  }
  if (best === undefined) return { block_id: null, excerpt: '', matches: [] };
  const { text, words, worth } = best;
  return { block_id: worth === 0 ? null : text.id, ...cut(text.text, words, weigh) };
}

/** Sum of the weights of the different words. */
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

/** The word from which on an excerpt holds the most worth. */
function densest(words: readonly Word[], weigh: Weigh): Word | undefined {
  let best: { word: Word; worth: number } | undefined;
  for (const [at, word] of words.slice(0, maxCompared).entries()) {
    const near = words.slice(at, at + maxCompared).filter(({ end }) => end <= word.start + excerptLength - leadLength);
    const worth = worthOf(near, weigh);
    if (best === undefined || worth > best.worth) best = { word, worth };
  }
  return best?.word;
}

function startOf(text: string, match: number): number {
  if (match <= leadLength) return 0;
  const space = text.indexOf(' ', match - leadLength);
  return space === -1 || space >= match ? wholeCharacter(text, match - leadLength) : space + 1;
}

function endOf(text: string, from: number, matchEnd: number): number {
  if (text.length - from <= excerptLength) return text.length;
  const space = text.lastIndexOf(' ', from + excerptLength);
  return space < Math.max(matchEnd, from + leadLength) ? wholeCharacter(text, from + excerptLength) : space;
}

/** The offset, or the next one when it is between the halves of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}
