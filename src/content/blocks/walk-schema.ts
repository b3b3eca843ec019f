import { isObject } from '../../json.js';
import type { Kind } from './block-type.js';

interface Walked {
  readonly properties?: Readonly<Record<string, Walked>>;
  readonly items?: Walked;
  readonly 'x-kind'?: Kind;
}

/**
 * A copy with the declared members only, in the order of their declaration, so that two versions of a file compare line by
 * line. What has a kind is not looked into; what does not fit is left to the validator.
 */
export function declaredMembers(schema: Walked, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (Object.hasOwn(value, name)) members[name] = copy(property, value[name]);
  }
  return members;
}

function copy(schema: Walked, value: unknown): unknown {
  if (schema['x-kind'] !== undefined) return value;
  const { items } = schema;
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => copy(items, item));
  return isObject(value) && schema.properties !== undefined ? declaredMembers(schema, value) : value;
}

/**
 * The value with each part that has a kind replaced by what `map` makes of it; where that is `undefined`, the part is left out.
 * Members that are not declared stay.
 */
export function mapKinds(schema: Walked, value: unknown, map: (kind: Kind, value: unknown) => unknown): unknown {
  const { properties, items, 'x-kind': kind } = schema;
  if (kind !== undefined) return map(kind, value);
  const isThere = (item: unknown): boolean => item !== undefined;
  if (Array.isArray(value) && items !== undefined)
    return value.map((item) => mapKinds(items, item, map)).filter(isThere);
  if (!isObject(value) || properties === undefined) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, property === undefined ? member : mapKinds(property, member, map)] as const;
  });
  return Object.fromEntries(members.filter(([, member]) => isThere(member)));
}
