/** Walks along the schema of a block's `data`; `keepDeclared` also along those of files in a brand folder. */

import { isObject } from '../../lib/json.js';
import { joinPath } from '../../validation/violations.js';
import type { BlockData, DataSchema, Kind } from './block-type.js';

export interface Visitor {
  /**
   * A member that is left out.
   *
   * @param known names that are declared there
   */
  unknown?(name: string, path: string, known: readonly string[]): void;
  /** Replacement for a list of blocks; without it the list stays. */
  blocks?(blocks: readonly unknown[], path: string): unknown;
}

/**
 * A copy with the declared members only, in the order of their declaration, so that two versions of a file compare line by
 * line. Where a schema leaves members free, all stay. What has a kind is not looked into; what does not fit is left to the
 * validator.
 */
export function keepDeclaredMembers(
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
    return [name, property ? keepDeclared(property, value[name], visitor, joinPath(path, name)) : value[name]];
  });
  return Object.fromEntries(members);
}

export function keepDeclared(schema: DataSchema, value: unknown, visitor: Visitor = {}, path = ''): unknown {
  const { properties, items, 'x-kind': kind } = schema;
  if (kind === 'blocks' && Array.isArray(value)) return visitor.blocks?.(value, path) ?? value;
  if (kind !== undefined) return value;
  if (Array.isArray(value) && items !== undefined) {
    return value.map((item, at) => keepDeclared(items, item, visitor, joinPath(path, at)));
  }
  return isObject(value) && properties !== undefined ? keepDeclaredMembers(schema, value, visitor, path) : value;
}

type KindMap = (kind: Kind, value: unknown, path: string) => unknown;

/**
 * The data with each part that has a kind replaced by the result of `map`. If that is `undefined`, the part is omitted.
 * Members that are not declared stay. A list whose items have a schema is always copied, and so is an object that holds one; any
 * other object of which nothing was replaced stays the same object.
 */
export function mapKinds({ properties = {} }: DataSchema, data: BlockData, map: KindMap, path = ''): BlockData {
  let mapped: Record<string, unknown> | undefined;
  for (const [name, property] of Object.entries(properties)) {
    if (!Object.hasOwn(data, name)) continue;
    const member = mapValue(property, data[name], map, joinPath(path, name));
    if (member === data[name]) continue;
    mapped ??= { ...data };
    if (member === undefined) delete mapped[name];
    else mapped[name] = member;
  }
  return mapped ?? data;
}

function mapValue(schema: DataSchema, value: unknown, map: KindMap, path: string): unknown {
  const { properties, items, 'x-kind': kind } = schema;
  if (kind !== undefined) return map(kind, value, path);
  if (Array.isArray(value) && items !== undefined) {
    return value.map((item, at) => mapValue(items, item, map, joinPath(path, at))).filter((item) => item !== undefined);
  }
  return isObject(value) && properties !== undefined ? mapKinds(schema, value, map, path) : value;
}
