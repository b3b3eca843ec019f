import { describe, expect, test } from 'vitest';
import { allBlocks } from '../../src/content/blocks/block-tree.js';
import type { BlockType, StoredBlock } from '../../src/content/blocks/block-type.js';
import { BlockParser } from '../../src/content/blocks/parse.js';
import { BlockResolver } from '../../src/content/blocks/resolve-blocks.js';
import { htmlIn } from '../../src/content/blocks/texts.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { ingestFile } from '../../src/content/ingest.js';
import { encodeJson, isObject } from '../../src/lib/json.js';
import { replaceContent } from '../../src/operations/blocks.js';
import { createPage, showPage } from '../../src/operations/pages.js';
import { reportHazards } from '../../src/validation/json-hardening.js';
import { Violations } from '../../src/validation/violations.js';
import { values } from '../fuzz/hostile.js';
import { TestBrand } from '../support/brand.js';
import { some, tried, tries } from '../support/effort.js';
import { controlAddresses, entityAddresses, rawAddresses } from '../support/hostile/addresses.js';
import { hostileHtml } from '../support/hostile/html.js';
import { allNastyNames } from '../support/hostile/names.js';
import { pageFile } from '../support/page-file.js';
import { sanitizer } from '../support/portal.js';

/** Entities for characters that a request may not hold. */
const entities = ['&#1;', '&#x1b;', '&#12;', '&#x0b;', '&#0;', '&#13;', '&#13;&#10;', '&#x7f;', '&#xd800;', '&#x85;'];
const madeOfEntities = entities.flatMap((entity) => [
  `<b>a${entity}b</b>`,
  `a${entity}b`,
  `<a href="/x" title="a${entity}b">c</a>`,
  `<a href="/a${entity}b">c</a>`,
  `<pre>${entity}${entity}</pre>`,
]);

const fuzzed = Object.values(values)
  .flat()
  .flatMap((json) => {
    try {
      const value: unknown = JSON.parse(json);
      return typeof value === 'string' ? [value] : [];
    } catch {
      return [json];
    }
  });

const corpus = some(
  [
    ...new Set([
      ...madeOfEntities,
      ...Object.values(hostileHtml).flat(),
      ...rawAddresses,
      ...controlAddresses,
      ...entityAddresses,
      ...allNastyNames,
      ...fuzzed,
    ]),
  ].filter((text) => text.length < 20_000),
  10,
);

/** The data of a block with a text in one field, for each of its fields that take one. */
function plantings(schema: unknown): ((text: string) => unknown)[] {
  const { properties, items, 'x-kind': kind } = schema as Record<string, unknown>;
  if (kind === 'blocks') return [(text) => [{ type: 'rich_text', data: { html: text } }]];
  if (['plain', 'line', 'html', 'url'].includes(kind as string)) return [(text) => text];
  if (isObject(items)) return plantings(items).map((plant) => (text) => [plant(text)]);
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) =>
    plantings(property).map((plant) => (text: string) => ({ [name]: plant(text) })),
  );
}

/** The blocks as they would be stored; `null` when they are refused. */
function checked(blocks: readonly unknown[], replaced: readonly StoredBlock[]): StoredBlock[] | null {
  const violations = new Violations();
  reportHazards({ blocks }, violations);
  let made = 0;
  const newId = (): string => {
    made += 1;
    return `new${made}`;
  };
  const parser = new BlockParser(sanitizer, violations);
  const sent = parser.list(blocks, 'blocks');
  const stored = new BlockResolver({ newId, problem: () => null, replaced }, violations).list(sent, 1);
  return violations.any ? null : stored;
}

const pageOf = (blocks: readonly StoredBlock[]): Buffer => encodeJson(pageFile(1, { blocks }));

const types: [string, BlockType][] = [...blockTypes];

describe('whatever text is stored, what GET gives is taken by PUT, and nothing changes', () => {
  test.each(types)('in every field of %s', (type, { data }) => {
    tried({ texts: corpus.length });
    for (const [field, plant] of plantings(data).entries()) {
      let taken = 0;
      for (const text of corpus) {
        const stored = checked([{ type, data: plant(text) }], []);
        if (stored === null) continue;
        taken += 1;
        const where = `field ${field} of ${type}: ${JSON.stringify(text)}`;
        const bytes = pageOf(stored);
        const shown = JSON.parse(bytes.toString()).blocks;
        expect(checked(shown, allBlocks(shown)), where).toEqual(shown);
        expect(ingestFile({ kind: 'page', id: 1 }, bytes, sanitizer), where).toMatchObject({
          altered: [],
          content: { value: { blocks: shown } },
        });
      }
      expect(taken).toBeGreaterThan(tries(10, 0));
    }
  });

  test('an entity for a control character is refused on its field, and nothing is stored', async () => {
    const brand = await TestBrand.create();
    const { id } = await brand.run(createPage, {}, { title: 'Page' });
    for (const html of ['<b>a&#1;b</b>', '&#x1b;', '<p>&#12;</p>', '&#x0b;', '<a href="/x" title="&#1;">a</a>']) {
      const body = { blocks: [{ type: 'rich_text', data: { html } }] };
      await expect(brand.run(replaceContent, { page: `${id}` }, body), html).rejects.toMatchObject({
        fields: { 'blocks.0.data.html': [expect.stringContaining('control characters')] },
      });
    }
    expect((await brand.run(showPage, { page: `${id}` })).blocks).toEqual([]);
  });
});

test('all HTML that is read of a request was named before, to be sanitised ahead', () => {
  const html = '<p>deep</p>';
  let blocks: unknown[] = [{ type: 'rich_text', data: { html } }, { type: 'group', data: { blocks: 'none' } }, null];
  for (let level = 0; level < 8; level += 1) blocks = [{ type: ' group ', data: { title: '<b>x', blocks } }];
  const read: string[] = [];
  const recording = {
    ...sanitizer,
    html(text: string) {
      read.push(text);
      return text;
    },
  };
  new BlockParser(recording, new Violations()).list(blocks, 'blocks');
  expect(read).toEqual([html]);
  expect(htmlIn(blocks)).toEqual(read);
});
