import { isObject } from '../content/blocks/block-type.js';
import { reportHazards } from '../content/hazards.js';
import { message } from '../content/messages.js';
import { report, type TSchema } from '../content/schema.js';
import { invalid, Violations } from '../content/violations.js';

/** @throws `invalid` unless the body is a JSON object that holds nothing hazardous */
export function objectBody(body: unknown): Record<string, unknown> {
  if (!isObject(body)) throw invalid('body', message.object);
  hazardsOf(body).throwIfAny();
  return body;
}

/** The same without errors: `null` for a body that `objectBody` refuses. */
export function usableBody(body: unknown): Record<string, unknown> | null {
  return isObject(body) && !hazardsOf(body).any ? body : null;
}

function hazardsOf(body: object): Violations {
  const violations = new Violations();
  reportHazards(body, violations);
  return violations;
}

/**
 * The body's own fields with texts trimmed; a blank text counts as absent. Errors of shape are added to `violations`,
 * so that the caller can go on checking and report all at once; a field with an error may be of any type.
 */
export function readFields<Fields>(schema: TSchema, body: unknown, violations: Violations): Partial<Fields> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(objectBody(body))) {
    const trimmed = typeof value === 'string' ? value.trim() : value;
    if (trimmed !== '') fields[name] = trimmed;
  }
  report(schema, fields, violations);
  return fields as Partial<Fields>;
}
