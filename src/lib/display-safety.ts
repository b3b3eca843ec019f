/**
 * Members of a regular expression's character class, for the flags `u` and `v`: what steers a terminal, ends a line or
 * turns the order in which it is shown. Shown raw, a text could pass for what it is not.
 */
export const misleading = '\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}';

const inLine = new RegExp(`[${misleading}]`, 'gu');
const inLines = new RegExp(`[[${misleading}]--[\\n\\t]]`, 'gv');

/** Replaces the misleading characters of a text for one line by question marks. */
export function visible(text: string): string {
  return text.replace(inLine, '?');
}

/** Does the same as `visible` for a message of several lines, and keeps its line breaks and tabs. */
export function visibleLines(text: string): string {
  return text.replace(inLines, '?');
}
