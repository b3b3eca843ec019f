import type { Sanitizer } from '../../content/html/sanitizer.js';
import { lineBreaks } from '../../validation/json-hardening.js';
import { message } from '../../validation/messages.js';
import { report, reportPartly, type Static, type TObject } from '../../validation/schema.js';
import type { Violations } from '../../validation/violations.js';
import { type Body, objectIn } from './body.js';

interface Rules<Fields> {
  /** The texts that may have several lines. */
  readonly multiline?: readonly (keyof Fields & string)[];
  /** Texts that must not be blank. */
  readonly filled?: readonly (keyof Fields & string)[];
  /** Fields that this call does not change. */
  readonly fixed?: readonly (keyof Fields & string)[];
  /** Further checks, and sanitising. */
  clean?(sent: Partial<Fields>, sanitizer: Sanitizer, violations: Violations): Partial<Fields>;
}

/**
 * Fields of a stored object to put in the place of its own. Texts are trimmed; a blank one is `null` where the field may
 * be. A field that the object does not have is refused.
 */
export function partialUpdate<T extends TObject>(schema: T, rules: Rules<Static<T>> = {}): Body<Partial<Static<T>>> {
  const { clean } = rules;
  return {
    schemas: [schema],
    rules,
    read(body, violations, { sanitizer }) {
      const sent = readPartialUpdate(schema, rules, body, violations);
      if (sent === null) return {};
      return clean?.(sent, sanitizer, violations) ?? sent;
    },
  };
}

/** The sent fields, trimmed. @returns `null` when any is refused, which is reported */
export function readPartialUpdate<T extends TObject>(
  schema: T,
  { multiline = [], filled = [], fixed = [] }: Rules<Static<T>>,
  body: unknown,
  violations: Violations,
): Partial<Static<T>> | null {
  const isIn = (names: readonly string[], name: string): boolean => names.includes(name);
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(objectIn(body, violations) ?? {})) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (property === undefined || isIn(fixed, name)) violations.add(name, message.prohibited(name));
    else sent[name] = typeof value === 'string' ? trimmed(value, property) : value;
    if (typeof value !== 'string') continue;
    if (!isIn(multiline, name) && lineBreaks.test(value.trim())) violations.add(name, message.singleLine(name));
    if (isIn(filled, name) && value.trim() === '') violations.add(name, message.required(name));
  }
  return reportPartly(schema, sent, violations) && !violations.any ? sent : null;
}

function trimmed(text: string, { type }: { readonly type?: unknown }): string | null {
  const value = text.trim();
  return value === '' && Array.isArray(type) && type.includes('null') ? null : value;
}

/** The object with its changes, members in the order of the schema. @returns `null` when it does not fit, which is reported */
export function updated<T extends TObject>(
  schema: T,
  current: Partial<Static<T>>,
  sent: Partial<Static<T>>,
  violations: Violations,
): Static<T> | null {
  const merged: Record<string, unknown> = { ...current, ...sent };
  const members = Object.keys(schema.properties).filter((name) => merged[name] !== undefined);
  const next: unknown = Object.fromEntries(members.map((name) => [name, merged[name]]));
  return report(schema, next, violations) ? next : null;
}
