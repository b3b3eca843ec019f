import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../lib/json.js';
import type { TObject, TSchema } from '../validation/schema.js';

type Members = Readonly<Record<string, unknown>>;

/** Default values of the members that YAML may omit: null where the schema allows it, and empty lists. */
export function omissible({ properties }: Pick<TObject, 'properties'>): Members {
  const members: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const { type } = property as { readonly type?: unknown };
    if (type === 'array') members[name] = [];
    else if (Array.isArray(type) && type.includes('null')) members[name] = null;
  }
  return members;
}

/** The value with its omitted members, at every depth. Parts that do not fit the schema stay as they are. */
export function filled(schema: TSchema, value: unknown): unknown {
  const { items, properties } = schema as { readonly items?: TSchema; readonly properties?: TObject['properties'] };
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => filled(items, item));
  if (!isObject(value) || properties === undefined) return value;
  const members = Object.entries({ ...omissible({ properties }), ...value });
  const filledMember = (name: string, member: unknown): unknown => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property === undefined ? member : filled(property, member);
  };
  return Object.fromEntries(members.map(([name, member]) => [name, filledMember(name, member)]));
}

/** A mapping with its omitted members; anything else as it is. */
export function withDefaults(value: unknown, defaults: Members): unknown {
  return isObject(value) ? { ...defaults, ...value } : value;
}

export function withoutDefaults(value: object, defaults: Members): Record<string, unknown> {
  const isDefault = ([name, member]: [string, unknown]): boolean =>
    Object.hasOwn(defaults, name) && isDeepStrictEqual(member, defaults[name]);
  return Object.fromEntries(Object.entries(value).filter((entry) => !isDefault(entry)));
}
