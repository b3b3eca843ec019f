/**
 * Members of a regular expression's character class, for the flags `u` and `v`: what steers a terminal, ends a line or
 * turns the order in which it is shown. Shown raw, a text could pass for what it is not.
 */
export const misleading = '\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}';
