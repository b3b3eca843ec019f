import { message } from './messages.js';
import { joinPath, type Violations } from './violations.js';

/** JSON nests at most this deep in a request; the body itself is level 1. */
export const maxDepth = 32;

/** Characters of one text, counted as code points. */
export const maxTextLength = 1024 * 1024;

export interface Limits {
  /** Items in one list. */
  readonly listItems: number;
  /** Values of any kind in all. */
  readonly values: number;
  /** Levels of nesting; the value itself is level 1. */
  readonly depth: number;
}

export const requestLimits: Limits = { listItems: 1000, values: 100_000, depth: maxDepth };

export const maxKeyLength = 255;

const reservedKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** C0 controls but tab and newline, which belong in texts; a carriage return only before its newline. */
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\r(?!\n)/;
export const lineBreaks = /[\t\n\r]/;

export function reportHazardousText(text: string, path: string, violations: Violations): void {
  if (!text.isWellFormed()) violations.add(path, message.surrogates(path));
  if (controlCharacters.test(text)) violations.add(path, message.control(path));
}

/** A character beyond the basic plane is one, though it counts two in `length`. */
export function isTooLong(text: string): boolean {
  if (text.length <= maxTextLength) return false;
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters > maxTextLength;
}

export function isNameTooLong(name: string): boolean {
  return name.length > maxKeyLength && [...name].length > maxKeyLength;
}

/**
 * Reports what JSON can carry but content must not: lone surrogates, control characters, keys that name parts of
 * JavaScript's object model, numbers and nesting that could not be written out again, and longer texts and more values than
 * any content has.
 */
export function reportHazards(body: unknown, violations: Violations, limits = requestLimits): void {
  let values = 0;
  const look = (value: unknown, path: string, depth: number): void => {
    values += 1;
    if (typeof value === 'string') {
      reportHazardousText(value, path, violations);
      if (isTooLong(value)) violations.add(path, message.maxCharacters(path, maxTextLength));
    }
    // What JSON.parse has rounded, or could not be written again, is not what was sent.
    if (
      typeof value === 'number' &&
      (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    ) {
      violations.add(path, message.number(path));
    }
    if (typeof value !== 'object' || value === null || values > limits.values) return;
    if (depth > limits.depth) {
      violations.add(path, message.depth(path, limits.depth));
    } else if (Array.isArray(value)) {
      if (value.length > limits.listItems) violations.add(path, message.maxItems(path, limits.listItems));
      else for (const [at, item] of value.entries()) look(item, joinPath(path, at), depth + 1);
    } else {
      for (const [key, item] of Object.entries(value)) {
        if (isNameTooLong(key)) {
          const at = joinPath(path, `${key.slice(0, 32).toWellFormed()}…`);
          violations.add(at, message.keyLength(at, maxKeyLength));
          continue;
        }
        const at = joinPath(path, key.toWellFormed());
        if (reservedKeys.has(key)) violations.add(at, message.reservedKey(at));
        reportHazardousText(key, at, violations);
        look(item, at, depth + 1);
      }
    }
  };
  look(body, '', 1);
  if (values > limits.values) violations.add('body', message.values(limits.values));
}
