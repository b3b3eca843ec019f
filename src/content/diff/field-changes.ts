import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../json.js';

/** One value that differs, by its dotted path; without `from` it is new, without `to` it is gone. */
export interface FieldChange {
  readonly field: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** What differs between two JSON values, as deep as both have the same shape; `undefined` is no value. */
export function fieldChanges(from: unknown, to: unknown, field = ''): FieldChange[] {
  if (isDeepStrictEqual(from, to)) return [];
  const inside = (key: string | number): string => (field === '' ? String(key) : `${field}.${key}`);
  if (isObject(from) && isObject(to)) {
    const keys = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...keys].flatMap((key) => fieldChanges(own(from, key), own(to, key), inside(key)));
  }
  if (Array.isArray(from) && Array.isArray(to)) {
    const places = Array.from({ length: Math.max(from.length, to.length) }, (_, at) => at);
    return places.flatMap((at) => fieldChanges(from[at], to[at], inside(at)));
  }
  return [{ field, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
