/** Letters that Unicode decomposition does not change. */
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
const letterPattern = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/** Case, accents and ligatures folded (Unicode NFKD without marks): `Größe` and `GROSSE` are the same. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(letterPattern, (letter) => letters[letter] as string);
}

/** Cyrillic and Greek letters, each before the Latin one that it looks like. */
const lookAlikes = new Map(
  'аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx ԁd ԛq ԝw αa βb εe ιi κk νv οo ρp τt υu χx'
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
);

/** Letters and digits of a name, folded, with look-alikes as one: two names that people would read as the same are equal. */
export function foldedName(name: string): string {
  const letters = [...folded(name)].map((letter) => lookAlikes.get(letter) ?? letter);
  return letters.join('').replace(/[^\p{L}\p{N}]+/gu, '');
}
