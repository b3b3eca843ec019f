import { message } from './messages.js';
import { joinPath, type Violations } from './violations.js';

/** JSON nests at most this deep in a request; the body itself is level 1. */
export const maxDepth = 32;

const reservedKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** C0 controls but tab and newline, which belong in texts; a carriage return only before its newline. */
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\r(?!\n)/;
export const lineBreaks = /[\t\n\r]/;

export function reportHazardousText(text: string, path: string, violations: Violations): void {
  if (!text.isWellFormed()) violations.add(path, message.surrogates(path));
  if (controlCharacters.test(text)) violations.add(path, message.control(path));
}

/**
 * Reports what JSON can carry but content must not: lone surrogates, control characters, keys that name parts of
 * JavaScript's object model, and nesting that could not be written out again.
 */
export function reportHazards(value: unknown, violations: Violations, path = '', depth = 1): void {
  if (typeof value === 'string') reportHazardousText(value, path, violations);
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) {
    violations.add(path, message.depth(path, maxDepth));
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    const at = joinPath(path, key.toWellFormed());
    if (!Array.isArray(value)) {
      if (reservedKeys.has(key)) violations.add(at, message.reservedKey(at));
      reportHazardousText(key, at, violations);
    }
    reportHazards(item, violations, at, depth + 1);
  }
}
