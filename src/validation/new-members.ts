import { isDeepStrictEqual } from 'node:util';
import { derived } from '../lib/derived.js';
import { isObject, parseJson } from '../lib/json.js';
import type { TSchema } from './schema.js';

/**
 * Member of a schema: the first format whose files have it, such as `Type.Boolean({ default: false, [since]: 2 })`. A schema of a
 * whole file has that of its path. Without it, it is 1. No description has it.
 */
export const since = Symbol('since');

/** The parts of a schema that walks through a value follow. */
interface Shape {
  readonly [since]?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly default?: unknown;
}

const sinceOf = (shape: Shape): number => shape[since] ?? 1;

const newest = derived((shape: Shape): { readonly format: number } => {
  const { properties = {}, patternProperties = {}, items } = shape;
  const inner = [...Object.values(properties), ...Object.values(patternProperties), ...(items ? [items] : [])];
  return { format: Math.max(sinceOf(shape), ...inner.map((part) => newest(part).format)) };
});

/** The newest format that any member of a schema names. */
export const newestIn = (schema: TSchema): number => newest(schema as Shape).format;

/** The schema of a member; `undefined` for one that the schema does not name. */
function memberOf({ properties = {}, patternProperties = {} }: Shape, name: string): Shape | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : Object.values(patternProperties)[0];
}

/** The first format that has all members of a JSON value. */
export const formatOfValue = (schema: TSchema, value: unknown): number => formatOf(schema as Shape, value);

/** `formatOfValue` for the JSON of a file, which is parsed only if the schema has anything new. */
export const formatOfJson = (schema: TSchema, bytes: Buffer): number =>
  newestIn(schema) === 1 ? 1 : formatOfValue(schema, parseJson(bytes.toString()));

function formatOf(shape: Shape, value: unknown): number {
  let format = sinceOf(shape);
  if (newest(shape).format === format) return format;
  if (Array.isArray(value)) for (const item of value) format = Math.max(format, formatOf(shape.items ?? {}, item));
  else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const inner = memberOf(shape, name);
      if (inner !== undefined) format = Math.max(format, formatOf(inner, member));
    }
  }
  return format;
}

/**
 * A value for its file: without the members of later formats that have their default, so that a file that uses nothing new
 * stays one of the first format.
 */
export const withoutUnusedMembers = <Value>(schema: TSchema, value: Value): Value =>
  used(schema as Shape, value) as Value;

function used(shape: Shape, value: unknown): unknown {
  if (newest(shape).format === 1) return value;
  if (Array.isArray(value)) return value.map((item) => used(shape.items ?? {}, item));
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const inner = memberOf(shape, name);
    if (inner === undefined) return [[name, member]];
    const isUnused = sinceOf(inner) > 1 && Object.hasOwn(inner, 'default') && isDeepStrictEqual(member, inner.default);
    return isUnused ? [] : [[name, used(inner, member)]];
  });
  return Object.fromEntries(members);
}
