import fc from 'fast-check';
import type { SectionName } from '../../src/content/catalog/paths.js';
import { type Section, sectionSchemas } from '../../src/content/language.js';
import { anyText, type FieldSchema } from './any-page.js';

const name = fc.oneof(anyText, fc.constantFrom('*', 'a.b', 'a|b', 'tone', 'title', 'constructed'));
const value = fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('true', '1', '[]', null));

function valueFor({ items, properties, additionalProperties: isOpen }: FieldSchema): fc.Arbitrary<unknown> {
  if (items !== undefined) return fc.array(valueFor(items), { maxLength: 3 });
  if (properties === undefined) return anyText;
  const members = Object.entries(properties).map(([member, inner]) => [member, valueFor(inner)] as const);
  const declared = fc.record(Object.fromEntries(members), { requiredKeys: [] });
  const free = isOpen ? fc.dictionary(name, value, { maxKeys: 3 }) : fc.constant({});
  return fc.tuple(free, declared).map(([further, known]) => ({
    ...Object.fromEntries(Object.entries(further).filter(([key]) => !Object.hasOwn(properties, key))),
    ...known,
  }));
}

/** A section with texts, lists and free members as a push may bring them. */
export const anySection = (section: SectionName): fc.Arbitrary<Section> =>
  valueFor(sectionSchemas[section] as FieldSchema) as fc.Arbitrary<Section>;
