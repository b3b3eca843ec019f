import { type JsonLimits, maxDepth, requestLimits } from '../validation/json-hardening.js';

/** A section of the corporate language, which a request may hold by itself, lies one level deeper in its file. */
const depth = maxDepth + 1;

/** What one request may hold; the settings hold less. */
const pageLimits: JsonLimits = { ...requestLimits, depth };

/** What many requests brought: at ten times the values, parsing takes about 1 GB of memory. */
const manyThings: JsonLimits = { ...pageLimits, values: 10 * requestLimits.values };

/** A list of records has as many as the brand. */
const records: JsonLimits = { ...manyThings, listItems: Number.POSITIVE_INFINITY };

const byPath = new Map([
  ['corporate-language.yaml', manyThings],
  ['colors.yaml', records],
  ['media.yaml', records],
  ['brand-context.yaml', records],
]);

/** @param path relative to the brand folder */
export function limitsOf(path: string): JsonLimits {
  return byPath.get(path) ?? pageLimits;
}

export function tooManyValues(max: number): string {
  return `A file must not hold more than ${max} values; an alias counts as what it stands for.`;
}
