import { distance as levenshtein } from 'fastest-levenshtein';
import { folded } from '../lib/folded.js';

export interface Word {
  /** Compared form: lower case, without accents. */
  readonly folded: string;
  /** Offset in UTF-16 code units, as in JavaScript's strings. */
  readonly start: number;
  readonly end: number;
}

/** Scripts without spaces, where each character is a word. */
const spaceless = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]';

/** A soft hyphen or another invisible mark does not end a word. */
const wordPattern = new RegExp(
  `${spaceless}|(?:(?!${spaceless})[\\p{L}\\p{N}\\p{M}\\u00ad\\u200c\\u200d\\u2060])+`,
  'gu',
);

/** Upper bound on a word's compared length, because a text without spaces is one word. */
const maxLength = 100;

/** Compared form of a word. */
function fold(word: string): string {
  const form = /^[a-z0-9]+$/i.test(word) ? word.toLowerCase() : folded(word);
  return form.slice(0, maxLength);
}

export function* wordsIn(text: string): Generator<Word> {
  for (const { 0: word, index: start } of text.matchAll(wordPattern)) {
    const form = fold(word);
    if (form !== '') yield { folded: form, start, end: start + word.length };
  }
}

export function foldedWords(text: string): string[] {
  // Folding turns a few characters into phrases with several words.
  const words = (text.match(wordPattern) ?? []).map(fold).join(' ').split(' ');
  return words.filter((word) => word !== '');
}

/** Maximum number of wrong, missing or extra letters in a word. Words with digits must match exactly. */
export function maxDistance(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/** Edit distance (Levenshtein) of two words. Any distance above `max` may be returned as `max + 1`. */
export function distance(a: string, b: string, max: number): number {
  return Math.abs(a.length - b.length) > max ? max + 1 : levenshtein(a, b);
}
