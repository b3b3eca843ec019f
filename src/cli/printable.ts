/** Characters that steer a terminal, or show text in another order than it is stored. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** One harmless line of foreign text. */
export function oneLine(text: string): string {
  return text.replace(unprintable, '?');
}

/** Harmless lines of foreign text. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => (character === '\n' || character === '\t' ? character : '?'));
}

/** Harmless lines of git's output, with its colours. */
export function printablePatch(text: string): string {
  return text
    .split(/(\u001b\[[\d;]*m)/)
    .map((part, at) => (at % 2 === 0 ? printable(part) : part))
    .join('');
}
