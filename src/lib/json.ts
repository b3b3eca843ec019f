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

/**
 * Whether a value is longer than this: characters of its texts and names, bytes of its buffers, and a few for each value. It is read only so
 * far.
 */
export function isLongerThan(value: unknown, max: number): boolean {
  let left = max;
  const waiting: Iterator<unknown>[] = [[value].values()];
  while (left >= 0) {
    const next = waiting.at(-1)?.next();
    if (next === undefined) return false;
    if (next.done) {
      waiting.pop();
      continue;
    }
    left -= valueLength;
    const { value: item } = next;
    if (typeof item === 'string') left -= item.length;
    else if (ArrayBuffer.isView(item)) left -= item.byteLength;
    else if (Array.isArray(item)) waiting.push(item.values());
    else if (isObject(item)) waiting.push(Object.entries(item).flat().values());
  }
  return true;
}

/** Characters that a value has in JSON beyond its text: quotes and a comma. */
const valueLength = 3;

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
