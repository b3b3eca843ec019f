import { isObject } from '../json.js';
import { isNameTooLong } from '../validation/json-hardening.js';
import { joinPath, type Violations } from '../validation/violations.js';

/** What becomes of a list of blocks within a value. */
export type BlocksVisitor = (blocks: readonly unknown[], path: string) => unknown;

/**
 * The value with the declared keys only, in the order of their declaration; others are reported, so that a typing
 * error does not lose content. Where a schema leaves keys free, they stay. Types are not looked at.
 */
export function keepKnown(
  schema: unknown,
  value: unknown,
  path: string,
  violations: Violations,
  visitBlocks: BlocksVisitor = (blocks) => blocks,
): unknown {
  if (!isObject(schema)) return value;
  const { properties, items, additionalProperties, 'x-kind': kind } = schema;
  if (Array.isArray(value)) {
    if (kind === 'blocks') return visitBlocks(value, path);
    return value.map((item, at) => keepKnown(items, item, joinPath(path, at), violations, visitBlocks));
  }
  if (!isObject(value) || !isObject(properties)) return value;
  const isClosed = additionalProperties === false;
  const declared = Object.keys(properties);
  if (isClosed) {
    for (const key of Object.keys(value)) {
      // A name that is too long is reported as such already.
      if (Object.hasOwn(properties, key) || isNameTooLong(key)) continue;
      violations.add(joinPath(path, key), `The key is unknown; known here: ${declared.join(', ')}.`);
    }
  }
  const names = isClosed ? declared.filter((name) => Object.hasOwn(value, name)) : Object.keys(value);
  const keep = (name: string): unknown => {
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return keepKnown(member, value[name], joinPath(path, name), violations, visitBlocks);
  };
  return Object.fromEntries(names.map((name) => [name, keep(name)]));
}
