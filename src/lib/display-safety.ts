/**
 * Members of a regular expression's character class, for the flags `u` and `v`: what steers a terminal, ends a line or
 * turns the order in which it is shown. Shown raw, a text could pass for what it is not.
 */
export const misleading = '\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}';

const inLine = new RegExp(`[${misleading}]`, 'gu');
const inLines = new RegExp(`[[${misleading}]--[\\n\\t]]`, 'gv');

/** A name or a subject for one line of a page: what would mislead is seen. */
export function visible(text: string): string {
  return text.replace(inLine, '?');
}

/** `visible` for a message of several lines: line breaks and tabs stay. */
export function visibleLines(text: string): string {
  return text.replace(inLines, '?');
}
