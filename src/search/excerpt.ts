import type { BlockText } from '../content/blocks/texts.js';
import type { Excerpt } from './document.js';
import { type Word, wordsIn } from './words.js';

/** Lengths of an excerpt and of the text before its first match, in UTF-16 code units. */
const excerptLength = 200;
const leadLength = 60;
/** Upper bound on matches that are compared for their density. */
const maxCompared = 200;

/** Returns the weight of a word; 0 if the word does not match. */
type Weigh = (folded: string) => number;

/** Excerpt of the text that matches best. Of equally good texts, it is the first. */
export function excerptOf(texts: readonly BlockText[], weigh: Weigh): Excerpt {
  let best: { text: BlockText; words: readonly Word[]; worth: number } | undefined;
  for (const text of texts) {
    const words = [...wordsIn(text.text)].filter(({ folded }) => weigh(folded) > 0);
    const worth = sumOfWeights(words, weigh);
    if (best === undefined || worth > best.worth) best = { text, words, worth };
  }
  if (best === undefined) return { block_id: null, excerpt: '', matches: [] };
  const { text, words, worth } = best;
  return { block_id: worth === 0 ? null : text.id, ...cutExcerpt(text.text, words, weigh) };
}

/** Sum of the weights of the words, in which a repeated word counts once. */
function sumOfWeights(words: readonly Word[], weigh: Weigh): number {
  return [...new Set(words.map(({ folded }) => folded))].reduce((worth, folded) => worth + weigh(folded), 0);
}

function cutExcerpt(text: string, words: readonly Word[], weigh: Weigh): Omit<Excerpt, 'block_id'> {
  const focus = findDensest(words, weigh);
  const excerptStart = findExcerptStart(text, focus?.start ?? 0);
  const excerptEnd = findExcerptEnd(text, excerptStart, focus?.end ?? 0);

  const before = excerptStart > 0 ? '…' : '';
  const after = excerptEnd < text.length ? '…' : '';
  const shift = before.length - excerptStart;
  const matches = words.filter(({ start, end }) => start >= excerptStart && end <= excerptEnd);
  return {
    excerpt: `${before}${text.slice(excerptStart, excerptEnd)}${after}`,
    matches: matches.map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  };
}

/** The word with which an excerpt must start to have the largest sum of weights. */
function findDensest(words: readonly Word[], weigh: Weigh): Word | undefined {
  let best: { word: Word; worth: number } | undefined;
  for (const [index, word] of words.slice(0, maxCompared).entries()) {
    const maxEnd = word.start + excerptLength - leadLength;
    const wordsInReach = words.slice(index, index + maxCompared).filter(({ end }) => end <= maxEnd);
    const worth = sumOfWeights(wordsInReach, weigh);
    if (best === undefined || worth > best.worth) best = { word, worth };
  }
  return best?.word;
}

function findExcerptStart(text: string, match: number): number {
  if (match <= leadLength) return 0;
  const space = text.indexOf(' ', match - leadLength);
  return space === -1 || space >= match ? skipHalfCharacter(text, match - leadLength) : space + 1;
}

function findExcerptEnd(text: string, start: number, matchEnd: number): number {
  if (text.length - start <= excerptLength) return text.length;
  const space = text.lastIndexOf(' ', start + excerptLength);
  return space < Math.max(matchEnd, start + leadLength) ? skipHalfCharacter(text, start + excerptLength) : space;
}

/** The offset, or the next one if the offset is between the halves of a surrogate pair. */
function skipHalfCharacter(text: string, offset: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(offset)) ? offset + 1 : offset;
}
