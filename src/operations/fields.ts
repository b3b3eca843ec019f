import { lineBreaks } from '../content/hazards.js';
import { message } from '../content/messages.js';
import { report, type TSchema } from '../content/schema.js';
import { Violations } from '../content/violations.js';
import { objectBody } from './body.js';

interface Property {
  readonly type?: string | readonly string[];
}

/**
 * A stored object with the sent fields in the place of its own, members in the order of the schema. Texts are trimmed;
 * a blank one is `null` where the field may be.
 *
 * @param multiline the texts that may have several lines
 * @throws `invalid` when a field is unknown or of the wrong shape, or what `check` adds
 */
export function withFields<T extends object>(
  schema: TSchema,
  current: Partial<T>,
  body: unknown,
  { multiline = [], check }: { multiline?: readonly string[]; check?: (next: T, violations: Violations) => void } = {},
): T {
  const { properties } = schema as unknown as { properties: Record<string, Property> };
  const violations = new Violations();
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(objectBody(body))) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) violations.add(name, message.prohibited(name));
    else sent[name] = typeof value === 'string' ? trimmed(value, property) : value;
    if (typeof value === 'string' && !multiline.includes(name) && lineBreaks.test(value.trim())) {
      violations.add(name, message.singleLine(name));
    }
  }
  const all: Record<string, unknown> = { ...current, ...sent };
  const members = Object.keys(properties).filter((name) => all[name] !== undefined);
  const next = Object.fromEntries(members.map((name) => [name, all[name]]));
  report(schema, next, violations);
  if (!violations.any) check?.(next as T, violations);
  violations.throwIfAny();
  return next as T;
}

function trimmed(text: string, { type }: Property): string | null {
  const value = text.trim();
  return value === '' && Array.isArray(type) && type.includes('null') ? null : value;
}
