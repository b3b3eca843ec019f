import fc from 'fast-check';
import type { StoredBlock } from '../../src/content/blocks/block-type.js';
import { blockTypes } from '../../src/content/blocks/types.js';

/** JSON Schema of a value, as far as it says what a value may be. */
export interface FieldSchema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly additionalProperties?: boolean;
  readonly 'x-kind'?: string;
}

/** Texts of which forms carry some otherwise than they are. */
export const anyText = fc.oneof(
  fc.constantFrom(...'| |\n|\nA|A\r\nB|a\u0085b|\ufdd0|\u202ea|<p>A &amp; "b"</p>|</textarea>|&lt;|ä|\tA '.split('|')),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const lineText = anyText.map((one) => one.replaceAll(/\s+/g, ' ').trim());

const types = [...blockTypes.keys()];
const levels = 4;

function valueFor(schema: FieldSchema, level: number): fc.Arbitrary<unknown> {
  const { 'x-kind': kind, items, properties, type, minimum = 0, maximum = 9 } = schema;
  if (kind === 'blocks') return level < levels ? fc.array(blockOf(level + 1), { maxLength: 2 }) : fc.constant([]);
  if (items !== undefined) return fc.array(valueFor(items, level), { maxLength: 3 });
  if (properties !== undefined) {
    const members = Object.entries(properties).map(([name, inner]) => [name, valueFor(inner, level)] as const);
    return fc.record(Object.fromEntries(members), { requiredKeys: [] }).map((one) => ({ ...one }));
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: minimum, max: Math.min(maximum, 100) });
  return kind === 'line' || kind === 'url' ? lineText : anyText;
}

const id = fc.oneof(
  { arbitrary: fc.uuid(), weight: 5 },
  fc.constantFrom(null, '', 'new1', 'at0', 'a.b', 'a|b', 'ä', 'same', 'same'),
);

function blockOf(level: number): fc.Arbitrary<StoredBlock> {
  const known = fc
    .constantFrom(...types)
    .chain((type) => block(type, valueFor(Object(blockTypes.get(type)?.data), level)));
  const unknown = block('quiz', fc.record({ question: anyText }));
  return fc.oneof({ arbitrary: known, weight: 12 }, unknown);
}

const block = (type: string, data: fc.Arbitrary<unknown>): fc.Arbitrary<StoredBlock> =>
  fc.record({ id, type: fc.constant(type), data: data as fc.Arbitrary<StoredBlock['data']> });

/** Blocks of every type at every level, with ids and texts as a push may bring them. */
export const anyBlocks: fc.Arbitrary<readonly StoredBlock[]> = fc.array(blockOf(1), { maxLength: 5 });
