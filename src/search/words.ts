/** A word as it stands in a text. */
export interface Word {
  /** What is compared: lower case, without accents. */
  readonly folded: string;
  /** In UTF-16 code units, as in JavaScript's strings. */
  readonly start: number;
  readonly end: number;
}

/** What is between two of these parts no words: of scripts that have no spaces, each character is one. */
const spaceless = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]';

/** A soft hyphen, or another mark that is not seen, does not part a word. */
const wordPattern = new RegExp(
  `${spaceless}|(?:(?!${spaceless})[\\p{L}\\p{N}\\p{M}\\u00ad\\u200c\\u200d\\u2060])+`,
  'gu',
);

/** Letters that decomposition leaves as they are. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const letter = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/** Of a word, for what is compared: a text without spaces is one word. */
const maxLength = 100;

/** Case, accents and ligatures folded (Unicode NFKD without marks): `Größe` and `GROSSE` are the same. */
export function fold(word: string): string {
  const folded = /^[a-z0-9]+$/i.test(word)
    ? word.toLowerCase()
    : word
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[\p{M}\p{Cf}]/gu, '')
        .replace(letter, (one) => letters[one] as string);
  return folded.slice(0, maxLength);
}

export function* wordsIn(text: string): Generator<Word> {
  for (const { 0: word, index: start } of text.matchAll(wordPattern)) {
    const folded = fold(word);
    if (folded !== '') yield { folded, start, end: start + word.length };
  }
}

export function foldedWords(text: string): string[] {
  // A few characters are whole phrases: their words are several.
  const words = (text.match(wordPattern) ?? []).map(fold).join(' ').split(' ');
  return words.filter((folded) => folded !== '');
}
