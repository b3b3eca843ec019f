import { isObject } from '../content/blocks/block-type.js';

/** A mapping with what it leaves out; anything else as it is. */
export function withDefaults(value: unknown, defaults: Readonly<Record<string, unknown>>): unknown {
  return isObject(value) ? { ...defaults, ...value } : value;
}

/** A mapping with one member changed, if it has it; anything else as it is. */
export function withMember(value: unknown, name: string, change: (member: unknown) => unknown): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? { ...value, [name]: change(value[name]) } : value;
}

/** A list with each item changed; anything else as it is. */
export function mapItems(value: unknown, change: (item: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(change) : value;
}
