import { joinPath, message, type Violations } from './violations.js';

/** JSON nests at most this deep in a request; the body itself is level 1. */
export const maxDepth = 32;

/** Characters of one text, counted as code points. */
export const maxTextLength = 1024 * 1024;

export interface JsonLimits {
  readonly listItems: number;
  readonly values: number;
  /** Levels of nesting; the value itself is level 1. */
  readonly depth: number;
}

export const requestLimits: JsonLimits = { listItems: 1000, values: 100_000, depth: maxDepth };

const maxKeyLength = 255;

const reservedKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** C0 controls but tab and newline, which belong in texts; a carriage return only before its newline. */
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\r(?!\n)/;

/** Line breaks and tabs, which a text of one line does not have. */
export const lineBreaks = /[\t\n\r]/;

/** Entities of HTML for control characters. */
export const controlEntities = /&#(?:0*(?:[1-8]|1[124-9]|2\d|3[01])(?!\d)|x0*(?:[1-8bcef]|1[\da-f])(?![\da-f]));?/gi;

/** The text with a blank for each run of blanks that has a line break. In linear time: each run is read once. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, (run) => (lineBreaks.test(run) ? ' ' : run)).trim();
}

export function isHazardousText(text: string): boolean {
  return !text.isWellFormed() || controlCharacters.test(text);
}

const allControlCharacters = new RegExp(controlCharacters, 'g');

/** The text without the characters that `reportHazardousText` reports. */
export function withoutHazards(text: string): string {
  return isHazardousText(text) ? text.toWellFormed().replaceAll(allControlCharacters, '') : text;
}

function reportHazardousText(text: string, path: string, violations: Violations): void {
  if (!text.isWellFormed()) violations.add(path, message.surrogates(path));
  if (controlCharacters.test(text)) violations.add(path, message.controlCharacters(path));
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

/** Whether JSON can have the number as it is: `JSON.parse` rounds large integers, and `JSON.stringify` drops infinity. */
function isExact(number: number): boolean {
  return Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
}

/**
 * Reports what JSON can carry but content must not: lone surrogates, control characters, keys that name parts of
 * JavaScript's object model, numbers and nesting that could not be written out again, and longer texts and more values than
 * any content has.
 */
export function reportHazards(body: unknown, violations: Violations, limits = requestLimits): void {
  let values = 0;
  /** Path to the value that `look` is at, as its keys; a path is spelled only when there is something to report. */
  const keys: (string | number)[] = [];
  const here = (): string =>
    keys.reduce<string>((path, key) => joinPath(path, typeof key === 'string' ? key.toWellFormed() : key), '');
  const look = (value: unknown): void => {
    values += 1;
    if (typeof value === 'string') {
      if (isHazardousText(value)) reportHazardousText(value, here(), violations);
      if (isTooLong(value)) violations.add(here(), message.maxCharacters(here(), maxTextLength));
    }
    if (typeof value === 'number' && !isExact(value)) violations.add(here(), message.inexactNumber(here()));
    if (typeof value !== 'object' || value === null || values > limits.values) return;
    if (keys.length >= limits.depth) {
      violations.add(here(), message.depth(here(), limits.depth));
    } else if (Array.isArray(value)) {
      if (value.length > limits.listItems) violations.add(here(), message.maxItems(here(), limits.listItems));
      else for (const [at, item] of value.entries()) lookInto(at, item);
    } else {
      for (const [key, item] of Object.entries(value)) lookInto(key, item);
    }
  };
  const lookInto = (key: string | number, item: unknown): void => {
    if (typeof key === 'string' && isNameTooLong(key)) {
      const at = joinPath(here(), `${key.slice(0, 32).toWellFormed()}…`);
      violations.add(at, message.keyLength(at, maxKeyLength));
      return;
    }
    keys.push(key);
    if (typeof key === 'string') {
      if (reservedKeys.has(key)) violations.add(here(), message.reservedKey(here()));
      if (isHazardousText(key)) reportHazardousText(key, here(), violations);
    }
    look(item);
    keys.pop();
  };
  look(body);
  if (values > limits.values) violations.add('body', message.tooManyValues(limits.values));
}
