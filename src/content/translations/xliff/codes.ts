import { groupBy } from '../../../lib/group-by.js';
import { voidTags } from '../../html/allow-list.js';
import { htmlText } from '../../html/text.js';
import { escapeText } from '../../html/write.js';
import type { TranslatedText } from '../apply.js';
import { htmlTag } from '../fingerprint.js';

/** Tag of HTML in a text: the start or the end of an element, or all of one without an end. */
export interface Code {
  readonly id: string;
  readonly at: 'start' | 'end' | 'single';
}

/** A text with codes in the place of its elements. */
export interface CodedText {
  readonly parts: readonly (string | Code)[];
  /** Start tags as HTML, by the id of the code. */
  readonly tags: ReadonlyMap<string, string>;
}

export const nameOf = (tag: string): string => /^<([a-z0-9]+)/.exec(tag)?.[1] ?? '';

/**
 * HTML as codes, which have numbers in the order of their tags.
 *
 * @param source text whose codes the same tags get; others are `t1`, `t2` and so on
 */
function codesIn(html: string, source?: CodedText): CodedText {
  const free = groupBy([...(source?.tags ?? [])].reverse(), ([, tag]) => tag);
  const tags = new Map<string, string>();
  const parts: (string | Code)[] = [];
  const open: string[] = [];
  let own = 0;
  let read = 0;
  const idOf = (tag: string): string => {
    const known = free.get(tag)?.pop();
    if (known !== undefined) return known[0];
    own += 1;
    return source === undefined ? `${own}` : `t${own}`;
  };
  const addText = (end: number): void => {
    if (end > read) parts.push(htmlText(html.slice(read, end)));
  };
  for (const { 0: tag, 1: end, 2: name = '', index } of html.matchAll(htmlTag)) {
    addText(index);
    read = index + tag.length;
    if (end === '/') {
      const id = open.pop();
      if (id !== undefined) parts.push({ id, at: 'end' });
      continue;
    }
    const id = idOf(tag);
    tags.set(id, tag);
    if (voidTags.has(name)) parts.push({ id, at: 'single' });
    else {
      open.push(id);
      parts.push({ id, at: 'start' });
    }
  }
  addText(html.length);
  return { parts, tags };
}

/** A text without elements, which has no codes. */
const withoutCodes = (text: string): CodedText => ({ parts: text === '' ? [] : [text], tags: new Map() });

export const htmlOf = ({ parts, tags }: CodedText): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return escapeText(part);
      const tag = tags.get(part.id) ?? '';
      return part.at === 'end' ? `</${nameOf(tag)}>` : tag;
    })
    .join('');

/** Words without codes. */
export const wordsOf = ({ parts }: CodedText): string => parts.filter((part) => typeof part === 'string').join('');

/** The codes of a text as names, in its order. */
export const codesOf = ({ parts }: CodedText): string[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [] : [`${part.id} ${part.at}`]));

/** A text with its own translation in a language, with the same codes where both have the same elements. */
export function codedText({ kind, text, shown, language, state, stored }: TranslatedText, tag: string) {
  const isOwn = stored !== null && state !== 'missing' && language === tag;
  if (kind !== 'html') return { source: withoutCodes(text), target: isOwn ? withoutCodes(shown) : null };
  const source = codesIn(text);
  return { source, target: isOwn ? codesIn(shown, source) : null };
}

/** XML has no way to write two of the characters that texts may have. */
export const withoutNonCharacters = (text: string): string => text.replaceAll(/[\ufffe\uffff]/g, '');
