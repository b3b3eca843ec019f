import { joinPath } from '../validation/violations.js';

/** Upper bound on the levels of a JSON value that are read: deeper content is refused elsewhere. */
const maxLevels = 40;

export function textsIn(value: unknown, level = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || level >= maxLevels) return [];
  return Object.values(value).flatMap((member) => textsIn(member, level + 1));
}

/**
 * Replaces strings in place.
 *
 * @returns whether any was replaced by another
 */
export function replaceTexts(
  value: object,
  replace: (text: string, path: string) => string,
  path = '',
  level = 0,
): boolean {
  let isChanged = false;
  for (const [key, member] of Object.entries(value)) {
    const at = joinPath(path, key);
    if (typeof member === 'object' && member !== null && level < maxLevels) {
      isChanged = replaceTexts(member, replace, at, level + 1) || isChanged;
    }
    if (typeof member !== 'string') continue;
    const clean = replace(member, at);
    if (clean === member) continue;
    // An assignment would set the prototype where the key is `__proto__`.
    Object.defineProperty(value, key, { value: clean, enumerable: true, configurable: true, writable: true });
    isChanged = true;
  }
  return isChanged;
}
