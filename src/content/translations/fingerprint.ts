import { hash } from 'node:crypto';
import { inlineTags } from '../html/allow-list.js';
import { unescaped } from '../merge/together.js';

/** Emphasis moves with the words of a language: it is no change of the source. */
const emphasis: ReadonlySet<string> = new Set(['strong', 'b', 'em', 'i']);
const codes: ReadonlySet<string> = new Set([...inlineTags, 'br', 'wbr'].filter((tag) => !emphasis.has(tag)));

/** Tags of HTML as sanitising writes it. */
export const htmlTag = /<(\/?)([a-z][a-z0-9]*)((?:\s[^"<>]*(?:"[^"]*"[^"<>]*)*)?)>/g;
const href = /\shref="([^"]*)"/;
/** Before the name of a code: no text has it. */
const mark = '\u0001';

interface Fingerprint {
  /** SHA-256 in 16 hexadecimal digits. */
  readonly of: string;
  /** Whether it has a letter: a text without any needs no translation. */
  readonly isWorded: boolean;
}

/** Fingerprint of a source text: its words, targets of links and inline codes in order. Emphasis and runs of blanks do not count. */
export function fingerprintOf(text: string, isHtml: boolean): Fingerprint {
  if (!isHtml) return { of: digest(text), isWorded: /\p{L}/u.test(text) };
  const words = unescaped(text.replace(htmlTag, ' ')).replaceAll('&quot;', '"');
  const coded = text.replace(htmlTag, (_, end: string, name: string, attributes: string) => {
    if (emphasis.has(name)) return '';
    if (!codes.has(name)) return ' ';
    return end === '/' ? `${mark}/` : `${mark}${name}${href.exec(attributes)?.[1] ?? ''}${mark}`;
  });
  return { of: digest(unescaped(coded)), isWorded: /\p{L}/u.test(words) };
}

const digest = (text: string): string => hash('sha256', text.replaceAll(/\s+/g, ' ').trim()).slice(0, 16);
