import { isObject } from '../../json.js';

interface Walked {
  readonly properties?: Readonly<Record<string, Walked>>;
  readonly items?: Walked;
  readonly 'x-kind'?: string;
}

/**
 * A copy with the declared members only, in the order of their declaration, so that two versions of a file compare line by
 * line. What has a kind is not looked into; what does not fit is left to the validator.
 */
export function declaredMembers(schema: Walked, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (Object.hasOwn(value, name)) members[name] = copy(property, value[name]);
  }
  return members;
}

function copy(schema: Walked, value: unknown): unknown {
  if (schema['x-kind'] !== undefined) return value;
  const { items } = schema;
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => copy(items, item));
  return isObject(value) && schema.properties !== undefined ? declaredMembers(schema, value) : value;
}
