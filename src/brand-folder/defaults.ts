import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../json.js';

/** A mapping with what it leaves out; anything else as it is. */
export function withDefaults(value: unknown, defaults: Readonly<Record<string, unknown>>): unknown {
  return isObject(value) ? { ...defaults, ...value } : value;
}

/** The other way round: a mapping without what `withDefaults` puts back. */
export function withoutDefaults(value: object, defaults: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isDefault = ([name, member]: [string, unknown]): boolean =>
    Object.hasOwn(defaults, name) && isDeepStrictEqual(member, defaults[name]);
  return Object.fromEntries(Object.entries(value).filter((entry) => !isDefault(entry)));
}

/** A mapping with one member changed, if it has it; anything else as it is. */
export function withMember(value: unknown, name: string, change: (member: unknown) => unknown): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? { ...value, [name]: change(value[name]) } : value;
}

/** A list with each item changed; anything else as it is. */
export function mapItems(value: unknown, change: (item: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(change) : value;
}
