import { isObject } from '../content/blocks/block-type.js';
import { joinPath, type Violations } from '../content/violations.js';

/**
 * A copy that is a tree: what YAML aliases share is copied for each of them, so that changing one leaves the others.
 * Numbers that JSON would change are reported.
 */
export function toJsonValue(value: unknown, violations: Violations, path = ''): unknown {
  if (typeof value === 'number' && !isKeptByJson(value)) {
    violations.add(path, 'JSON cannot hold this number exactly; put it in quotes to keep it as text.');
  }
  if (Array.isArray(value)) return value.map((item, at) => toJsonValue(item, violations, joinPath(path, at)));
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([key, item]) => [key, toJsonValue(item, violations, joinPath(path, key))]));
}

function isKeptByJson(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
