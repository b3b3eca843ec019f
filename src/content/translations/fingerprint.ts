import { hash } from 'node:crypto';
import { inlineTags } from '../html/allow-list.js';
import { unescaped } from '../merge/together.js';

/** Emphasis moves with the words of a language: it is no change of the source. */
const emphasis: ReadonlySet<string> = new Set(['strong', 'b', 'em', 'i']);
const codes: ReadonlySet<string> = new Set([...inlineTags, 'br', 'wbr'].filter((tag) => !emphasis.has(tag)));

/** Tags of HTML as sanitising writes it. */
export const htmlTag = /<(\/?)([a-z][a-z0-9]*)((?:\s[^"<>]*(?:"[^"]*"[^"<>]*)*)?)>/g;
const href = /\shref="([^"]*)"/;
const letter = /\p{L}/u;
/** Character before the name of a code: no text has it. */
const mark = '\u0001';

interface Fingerprint {
  /** SHA-256 in 16 hexadecimal digits. */
  readonly of: string;
  /** Whether it has a letter: a text without any needs no translation. */
  readonly isWorded: boolean;
}

/**
 * Fingerprint of a source text: its words, targets of links and inline codes in order. Emphasis and runs of blanks do not count. Every
 * text of a brand is read so at a start: each is read once.
 */
export function fingerprintOf(text: string, isHtml: boolean): Fingerprint {
  if (!isHtml || !/[<&]/.test(text)) return { of: digest(text), isWorded: letter.test(text) };
  let coded = '';
  let isWorded = false;
  let read = 0;
  const add = (end: number): void => {
    const words = text.slice(read, end);
    coded += words;
    isWorded ||= letter.test(words.includes('&') ? unescaped(words.replaceAll('&quot;', '"')) : words);
  };
  for (const { 0: whole, 1: end, 2: name = '', 3: attributes = '', index } of text.matchAll(htmlTag)) {
    add(index);
    read = index + whole.length;
    if (emphasis.has(name)) continue;
    if (!codes.has(name)) coded += ' ';
    else coded += end === '/' ? `${mark}/` : `${mark}${name}${href.exec(attributes)?.[1] ?? ''}${mark}`;
  }
  add(text.length);
  return { of: digest(coded.includes('&') ? unescaped(coded) : coded), isWorded };
}

const digest = (text: string): string => hash('sha256', text.replaceAll(/\s+/g, ' ').trim()).slice(0, 16);
