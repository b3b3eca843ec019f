import { isObject } from '../content/blocks/block-type.js';

/** A copy that is a tree: what YAML aliases share is copied for each of them, so that changing one leaves the others. */
export function toTree(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toTree);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toTree(item)]));
}
