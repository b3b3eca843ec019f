import { misleading } from './display-safety.js';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object without its members that are `undefined`. */
export function withoutUndefined<T>(value: Readonly<Record<string, T>>): Record<string, Exclude<T, undefined>> {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries) as Record<string, Exclude<T, undefined>>;
}

/** The misleading characters but for the newline, which is the file's own. */
const toEscape = new RegExp(`[[${misleading}]--\\n]`, 'gv');

/** JSON, or YAML with such texts in double quotes, with escapes for what would mislead who reads it, as in `git log -p`. */
export function escapeMisleading(text: string): string {
  return text.replace(toEscape, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** JSON with two spaces, and with escapes for what would mislead. */
export function stringifyJson(value: unknown): string {
  return escapeMisleading(JSON.stringify(value, null, 2));
}

/** JSON with the members of objects in one order: equal for equal values. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (!isObject(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Content as it stands in a file: two spaces, members in the order of the object, a newline at the end. */
export function encodeJson(value: unknown): Buffer {
  return Buffer.from(`${stringifyJson(value)}\n`);
}
