import { escapeMisleading } from './escape-misleading.js';
import { sortedBy } from './order.js';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is a list; an empty list for any other value. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The items of a list that are objects, with their indices. */
export function objectsIn(list: unknown): { readonly at: number; readonly item: Record<string, unknown> }[] {
  return listIn(list).flatMap((item, at) => (isObject(item) ? [{ at, item }] : []));
}

/** @returns `undefined` if the text is not JSON */
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

/** JSON with an indent of two spaces, and with escapes for misleading characters. */
export function stringifyJson(value: unknown): string {
  return escapeMisleading(JSON.stringify(value, null, 2));
}

/** JSON with the members of objects in sorted order, so that equal values give equal texts. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (!isObject(member)) return member;
    return Object.fromEntries(sortedBy(Object.entries(member), ([name]) => name));
  });
}

/** Encodes the content of a file: an indent of two spaces, members in the object's order, and a newline at the end. */
export function encodeJson(value: unknown): Buffer {
  return Buffer.from(`${stringifyJson(value)}\n`);
}
