import fc from 'fast-check';
import { markup } from './hostile.js';
import type { Json } from './request.js';

type Values = fc.Arbitrary<Json>;

const words = fc.constantFrom('Logo', 'on trains', 'Größe', '色', 'a & b', 'x < y', '🙂', 'ﬁ', '', ' ', 'e\u0301', '"');
const text: Values = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
const tags = ['p', 'b', 'em', 'ul', 'li', 'h2', 'a', 'code', 'blockquote', 'table', 'td'];
const html: Values = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom(...tags), text).map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
      text,
      fc.constant('<a href="https://example.com/?a=1&amp;b=2">link</a>'),
      fc.constantFrom(...markup),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));
const url: Values = fc.constantFrom('https://example.com/a?b=c#d', 'mailto:a@example.com', 'tel:+491', '/a', '#x', '');
const some = (kind: string): Values => fc.nat(50).map((index) => `@${kind}:${index}`);

/** Fields whose values mean something only when they name what is there. */
const byName: Readonly<Record<string, Values>> = {
  id: fc.oneof(some('block'), fc.constant(null)),
  before: some('block'),
  after: some('block'),
  parent_id: fc.oneof(some('chapter'), fc.constant(null)),
  media_id: some('medium'),
  color_ids: fc.array(some('color'), { maxLength: 3 }),
  url,
  video_url: url,
  slug: fc.oneof(fc.string({ maxLength: 12 }), fc.constant(null)),
};

/** Values that a schema of the document allows. @param depth how many lists may lie inside one another */
export function valuesOf(document: Json, schema: Json, depth = 4, name = ''): Values {
  if (schema.$ref !== undefined) return valuesOf(document, resolve(document, schema.$ref), depth, name);
  if (Object.hasOwn(byName, name)) return byName[name] as Values;
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) {
    return fc.oneof(...alternatives.map((one: Json) => valuesOf(document, one, depth, name)));
  }
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => valuesOf(document, { ...schema, type }, depth, name)));
  }
  switch (schema.type) {
    case 'object':
      return objects(document, schema, depth);
    case 'array':
      if (depth <= 0 || schema.items === undefined) return fc.constant([]);
      return fc.array(valuesOf(document, schema.items, depth - 1), { maxLength: 3 });
    case 'string':
      return strings(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

export function resolve(document: Json, reference: string): Json {
  const keys = reference.slice(2).split('/');
  return keys.reduce((value, key) => value[key], document);
}

function strings(schema: Json): Values {
  const { minLength = 0, maxLength = 1_048_576, not } = schema;
  const taken = new Set<unknown>(not?.enum ?? []);
  const base = schema.contentMediaType === 'text/html' ? html : fc.oneof(text, fc.string({ maxLength: 20 }));
  return base.filter((value) => value.length >= minLength && value.length <= maxLength && !taken.has(value));
}

function objects(document: Json, schema: Json, depth: number): Values {
  const properties = Object.entries<Json>(schema.properties ?? {});
  const members = properties.map(([key, inner]) => [key, valuesOf(document, inner, depth, key)] as const);
  if (schema.maxProperties === 1) {
    return fc.oneof(...members.map(([key, values]) => values.map((value) => ({ [key]: value }))));
  }
  const known = fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] });
  const placed = known.map(({ before, ...rest }: Json) =>
    before === undefined ? rest : { ...rest, after: undefined, before },
  );
  if (schema.additionalProperties !== true) return placed;
  return fc
    .tuple(placed, fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }))
    .map(([object, more]) => ({ ...more, ...object }));
}
