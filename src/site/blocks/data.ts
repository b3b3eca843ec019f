import { isObject } from '../../lib/json.js';

/** A text, or a number as a text; empty for any other value. */
export const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const objects = (value: unknown): readonly Readonly<Record<string, unknown>>[] => list(value).filter(isObject);
