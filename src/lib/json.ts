import { escapeMisleading } from './escape-misleading.js';
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
