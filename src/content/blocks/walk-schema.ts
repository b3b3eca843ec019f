import { isObject } from '../../lib/json.js';
import { joinPath } from '../../validation/violations.js';
import type { DataSchema, Kind } from './block-type.js';

/** Callbacks of a walk along a schema. */
export interface Visitor {
  /** A member that is left out. @param known those that are declared in its place */
  unknown?(name: string, path: string, known: readonly string[]): void;
  /** Replaces a list of blocks. */
  blocks?(blocks: readonly unknown[], path: string): unknown;
}

/**
 * A copy with the declared members only, in the order of their declaration, so that two versions of a file compare line by
 * line. Where a schema leaves members free, all stay. What has a kind is not looked into; what does not fit is left to the
 * validator.
 */
export function declaredMembers(
  schema: DataSchema,
  value: Readonly<Record<string, unknown>>,
  visitor: Visitor = {},
  path = '',
): Record<string, unknown> {
  const { properties = {}, additionalProperties } = schema;
  const declared = Object.keys(properties);
  const given = Object.keys(value);
  const isClosed = additionalProperties === false;
  const unknown = given.filter((name) => !Object.hasOwn(properties, name));
  if (isClosed) for (const name of unknown) visitor.unknown?.(name, joinPath(path, name), declared);
  const names = isClosed ? declared.filter((name) => Object.hasOwn(value, name)) : given;
  const members = names.map((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, property ? declaredIn(property, value[name], visitor, joinPath(path, name)) : value[name]];
  });
  return Object.fromEntries(members);
}

/** `declaredMembers` for any value. */
export function declaredIn(schema: DataSchema, value: unknown, visitor: Visitor = {}, path = ''): unknown {
  const { properties, items, 'x-kind': kind } = schema;
  if (kind === 'blocks' && Array.isArray(value)) return visitor.blocks?.(value, path) ?? value;
  if (kind !== undefined) return value;
  if (Array.isArray(value) && items !== undefined) {
    return value.map((item, at) => declaredIn(items, item, visitor, joinPath(path, at)));
  }
  return isObject(value) && properties !== undefined ? declaredMembers(schema, value, visitor, path) : value;
}

/**
 * The value with each part that has a kind replaced by what `map` makes of it; where that is `undefined`, the part is left out.
 * Members that are not declared stay, and so does an object of which nothing was replaced.
 */
export function mapKinds(
  schema: DataSchema,
  value: unknown,
  map: (kind: Kind, value: unknown, path: string) => unknown,
  path = '',
): unknown {
  const { properties, items, 'x-kind': kind } = schema;
  if (kind !== undefined) return map(kind, value, path);
  if (Array.isArray(value) && items !== undefined) {
    return value.map((item, at) => mapKinds(items, item, map, joinPath(path, at))).filter((item) => item !== undefined);
  }
  if (!isObject(value) || properties === undefined) return value;
  let mapped = value;
  for (const [name, property] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const member = mapKinds(property, value[name], map, joinPath(path, name));
    if (member === value[name]) continue;
    mapped = { ...mapped, [name]: member };
    if (member === undefined) delete mapped[name];
  }
  return mapped;
}
