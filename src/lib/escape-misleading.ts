import { misleading } from './display-safety.js';

/** The misleading characters except the newline, which is the file's own. None is above U+2069. */
const misleadingPattern = new RegExp(`[[${misleading}]--\\n]`, 'v');
const misleadingCodes = Array.from({ length: 0x206a }, (_, code) => code).filter((code) =>
  misleadingPattern.test(String.fromCharCode(code)),
);

const escapeSequence = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

/** `misleadingPattern` without Unicode properties: in texts beyond ASCII it is ten times faster. */
const fastPattern = new RegExp(`[${misleadingCodes.map(escapeSequence).join('')}]`);

/** Code units of the escape sequences, by the code of the character. */
const escapeUnits = new Map(
  misleadingCodes.map((code) => [code, Array.from(escapeSequence(code), (character) => character.charCodeAt(0))]),
);

/** Length of an escape sequence, less the character that it replaces. */
const addedUnits = 5;

/**
 * Escapes the characters of JSON that would mislead its reader, as in `git log -p`. The text can also be YAML whose
 * texts with such characters are in double quotes. It does not use `replace`, because that allocates for each
 * character.
 */
export function escapeMisleading(text: string): string {
  if (!fastPattern.test(text)) return text;
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (escapeUnits.has(text.charCodeAt(index))) count += 1;
  }

  const units = new Uint16Array(text.length + addedUnits * count);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    for (const unit of escapeUnits.get(code) ?? [code]) units[length++] = unit;
  }
  return Buffer.from(units.buffer, 0, 2 * length).toString('utf16le');
}
