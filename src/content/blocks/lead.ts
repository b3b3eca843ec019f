import { htmlText } from '../html/text.js';
import { maxSummaryLength } from '../page.js';
import { allBlocks } from './block-tree.js';
import type { StoredBlock } from './block-type.js';

/** End tags of elements with text, and line breaks, in HTML as sanitising writes it. */
const ends = /<(?:\/(p|h[1-6]|li|d[td]|blockquote|pre|caption|t[dh]|figcaption|address|div)|br)>/g;

/** End of a sentence: not that of an abbreviation or a number. */
const sentenceEnd = /[.!?…](?<=[\p{Ll}\p{Nd})]{2}.)["“”»«’)]?(?=\s+["„“«»(]?[\p{Lu}\p{Nd}])|[。！？]/u;

/** First sentence of the text of a page, plain, at most as long as a summary; `null` without text. */
export function leadOf(blocks: readonly StoredBlock[]): string | null {
  for (const { type, data } of allBlocks(blocks)) {
    const lead = type === 'rich_text' && typeof data.html === 'string' ? firstSentence(data.html) : null;
    if (lead !== null) return lead;
  }
  return null;
}

/** First sentence of HTML that is not in a heading, as `leadOf` has it. */
export function firstSentence(html: string): string | null {
  let from = 0;
  for (const { 0: tag, 1: name = '', index } of html.matchAll(ends)) {
    const text = name.startsWith('h') ? '' : plainText(html.slice(from, index));
    if (text !== '') return sentenceIn(text);
    from = index + tag.length;
  }
  const text = plainText(html.slice(from));
  return text === '' ? null : sentenceIn(text);
}

/** Text on one line; empty without a letter. */
function plainText(html: string): string {
  const text = htmlText(html).replaceAll(/\s+/g, ' ').trim();
  return /\p{L}/u.test(text) ? text : '';
}

/** A string of its own: a part of another one would keep the whole text in memory. */
function sentenceIn(text: string): string {
  const end = sentenceEnd.exec(text);
  const sentence = [...text.slice(0, end === null ? undefined : end.index + end[0].length)];
  return Buffer.from(sentence.length <= maxSummaryLength ? sentence.join('') : cut(sentence)).toString();
}

/** Characters up to the last whole word, with an ellipsis. */
function cut(characters: readonly string[]): string {
  const words = characters.slice(0, maxSummaryLength);
  const end = words.lastIndexOf(' ');
  return `${(end > 0 ? words.slice(0, end) : words.slice(0, -1)).join('')}…`;
}
