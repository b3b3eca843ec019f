import { declaredIn, type Visitor } from '../content/blocks/walk-schema.js';
import { isNameTooLong } from '../validation/json-hardening.js';
import type { TSchema } from '../validation/schema.js';
import type { Violations } from '../validation/violations.js';

/** The value with the declared keys only; others are reported, so that a typing error does not lose content. */
export function keepKnown(
  schema: TSchema,
  value: unknown,
  path: string,
  violations: Violations,
  blocks?: Visitor['blocks'],
): unknown {
  const unknown: Visitor['unknown'] = (name, at, known) => {
    // A name that is too long is reported as such already.
    if (!isNameTooLong(name)) violations.add(at, `The key is unknown; known here: ${known.join(', ')}.`);
  };
  return declaredIn(schema, value, { unknown, ...(blocks && { blocks }) }, path);
}
