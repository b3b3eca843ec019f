/** What steers a terminal, or makes a line read otherwise than it is written. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** What git, an import or a client brought in may hold anything: it stays on its line and steers no terminal. */
export function oneLine(text: string): string {
  return text.replace(unprintable, '?');
}

/** The same for a text of several lines. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => (character === '\n' || character === '\t' ? character : '?'));
}

/** The same for lines that git has coloured: only colours pass. */
export function printablePatch(text: string): string {
  return text
    .split(/(\u001b\[[\d;]*m)/)
    .map((part, at) => (at % 2 === 0 ? printable(part) : part))
    .join('');
}
