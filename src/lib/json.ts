import { misleading } from './display-safety.js';
import { sortedBy } from './order.js';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list, for reading; empty for anything else. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The items of a list that are objects, with their indices. */
export function objectsIn(list: unknown): { readonly at: number; readonly item: Record<string, unknown> }[] {
  return listIn(list).flatMap((item, at) => (isObject(item) ? [{ at, item }] : []));
}

/** The value of a text of JSON; `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object without its members that are `undefined`. */
export function withoutUndefined<T>(value: Readonly<Record<string, T>>): Record<string, Exclude<T, undefined>> {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries) as Record<string, Exclude<T, undefined>>;
}

/** The misleading characters except the newline, which is the file's own. None is above U+2069. */
const escaped = new RegExp(`[[${misleading}]--\\n]`, 'v');
const codes = Array.from({ length: 0x206a }, (_, code) => code).filter((code) =>
  escaped.test(String.fromCharCode(code)),
);
const escapeOf = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

/** The same without Unicode properties: in texts beyond ASCII it is ten times faster. */
const toEscape = new RegExp(`[${codes.map(escapeOf).join('')}]`);

/** Escapes in code units, by the code unit of their character. */
const escapes = new Map(
  codes.map((code) => [code, Array.from(escapeOf(code), (character) => character.charCodeAt(0))]),
);

/**
 * JSON, or YAML with such texts in double quotes, with escapes for what would mislead who reads it, as in `git log -p`. Not by
 * `replace`, which allocates for each character.
 */
export function escapeMisleading(text: string): string {
  if (!toEscape.test(text)) return text;
  let marks = 0;
  for (let from = 0; from < text.length; from += 1) if (escapes.has(text.charCodeAt(from))) marks += 1;
  const units = new Uint16Array(text.length + 5 * marks);
  let at = 0;
  for (let from = 0; from < text.length; from += 1) {
    const code = text.charCodeAt(from);
    const written = escapes.get(code);
    if (written === undefined) units[at++] = code;
    else for (const unit of written) units[at++] = unit;
  }
  return Buffer.from(units.buffer, 0, 2 * at).toString('utf16le');
}

/** JSON with two spaces, and with escapes for what would mislead. */
export function stringifyJson(value: unknown): string {
  return escapeMisleading(JSON.stringify(value, null, 2));
}

/** JSON with the members of objects in one order: equal for equal values. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (!isObject(member)) return member;
    return Object.fromEntries(sortedBy(Object.entries(member), ([name]) => name));
  });
}

/** Content as a file has it: two spaces, members in the order of the object, a newline at the end. */
export function encodeJson(value: unknown): Buffer {
  return Buffer.from(`${stringifyJson(value)}\n`);
}
