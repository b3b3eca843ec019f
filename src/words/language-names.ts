import { words } from './words.js';

const names = new Map<string, Intl.DisplayNames>();

function nameIn(locale: string, tag: string): string {
  const known = names.get(locale) ?? new Intl.DisplayNames([locale], { type: 'language' });
  names.set(locale, known);
  return known.of(tag) ?? tag;
}

/** Name of a language in itself, as a menu has it: `Deutsch`. */
export function ownLanguageName(tag: string): string {
  const name = nameIn(tag, tag);
  return name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1);
}

/** Name of a language in that of the reader, as a sentence has it. */
export const languageName = (tag: string): string => nameIn(words().locale, tag);
