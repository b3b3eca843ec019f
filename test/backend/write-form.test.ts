import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BrandContext } from '../../src/backend/context.js';
import { draw, withoutUncharacters } from '../../src/backend/render.js';
import { pageForm } from '../../src/backend/write/form.js';
import { labelOf, labels } from '../../src/backend/write/labels.js';
import { pickersOf } from '../../src/backend/write/pickers.js';
import { blocksOf, readSheet, sheetOf } from '../../src/backend/write/read-form.js';
import { type FieldSchema, placedEntries, type Sheet } from '../../src/backend/write/sheet.js';
import { type Step, takeStep } from '../../src/backend/write/steps.js';
import { walkBlocks } from '../../src/content/blocks/block-tree.js';
import type { StoredBlock } from '../../src/content/blocks/block-type.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { emptyCatalog } from '../../src/content/catalog/catalog.js';
import { sectionNames } from '../../src/content/catalog/paths.js';
import { sectionSchemas } from '../../src/content/language.js';
import { anyBlocks } from '../support/any-page.js';
import { runs } from '../support/effort.js';
import { buttonsIn, fieldsOfForm } from '../support/form-fields.js';

type Blocks = readonly StoredBlock[];

const context = {
  href: (path: string) => path,
  form: {},
  brand: { modules: [] },
  principal: { person: { id: 'ada' } },
} as unknown as BrandContext;

function drawn(sheet: Sheet, blocks: Blocks, step: Step | null = null, expanded = new Set<string>()): string {
  const form = pageForm({
    ...{
      context,
      sheet,
      blocks,
      step,
      base: 'f'.repeat(40),
      author: 'ada',
      expanded,
      problems: new Map(),
    },
    page: { id: 1, title: 'A page', mayCarryBlocks: true },
    pickers: pickersOf(emptyCatalog, context.href),
  });
  return withoutUncharacters([...draw(form)].join(''));
}

/** What comes back when a form is drawn, and sent by a browser without script. */
const sentBack = (sheet: Sheet, blocks: Blocks, step?: Step): Sheet =>
  readSheet(fieldsOfForm(drawn(sheet, blocks, step)), blocks);

const page = (blocks: Blocks) => ({ title: 'A page', blocks });

describe('a form that is sent as it was drawn', () => {
  it('gives the stored blocks, whatever they hold', () => {
    fc.assert(
      fc.property(anyBlocks, (blocks) => {
        const read = blocksOf(sentBack(sheetOf(page(blocks)), blocks), blocks);
        // Not equal blocks alone, but those themselves: what a form cannot carry was not read from it.
        expect(read.blocks).toBe(blocks);
      }),
      runs(2000, 150),
    );
  });

  it('gives them again after any steps back and forth', () => {
    fc.assert(
      fc.property(anyBlocks, (blocks) => {
        let sheet = sheetOf(page(blocks));
        for (const { key } of placedEntries(sheet)) {
          for (const action of [`remove:${key}`, `back:${key}`, `move:${key}`]) {
            const step = takeStep(sheet, action, {});
            sheet = sentBack(sheet, blocks, step ?? undefined);
          }
        }
        expect(blocksOf(sheet, blocks).blocks).toBe(blocks);
      }),
      runs(200, 15),
    );
  });

  it('gives texts that forms can carry without the stored ones', () => {
    fc.assert(
      fc.property(anyBlocks, (blocks) => {
        const known = blocks.filter(({ type }) => type !== 'quiz');
        const once = blocksOf(sheetOf(page(known)), []).blocks as Blocks;
        const again = blocksOf(sheetOf(page(once)), []).blocks;
        expect(again).toEqual(once);
      }),
      runs(500, 50),
    );
  });
});

describe('a step', () => {
  it('loses no block and no text but those it is for', () => {
    const verbs = ['up', 'down', 'remove', 'back', 'copy', 'move'];
    fc.assert(
      fc.property(anyBlocks, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 8 }), (blocks, choices) => {
        let sheet = sheetOf(page(blocks));
        const texts = [...sheet.texts].length;
        for (const [which, what] of choices) {
          const buttons = [...buttonsIn(drawn(sheet, blocks)).values()];
          const offered = buttons.filter((value) => verbs.some((verb) => value.startsWith(`${verb}:`)));
          const action = offered[(which + what) % offered.length];
          if (action === undefined) return;
          const step = takeStep(sheet, action, {});
          expect(step).not.toBeNull();
          if (step?.moving !== undefined) {
            const places = [...buttonsIn(drawn(sheet, blocks, step)).values()].filter((value) =>
              value.startsWith('to:'),
            );
            const place = places[what % places.length] ?? '';
            expect(takeStep(sheet, place, { moving: step.moving })).not.toBeNull();
          }
          sheet = sentBack(sheet, blocks);
        }
        expect(sheet.texts.size).toBeGreaterThanOrEqual(texts);
        const keys = placedEntries(sheet).map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        const { removed } = sheet;
        sheet.removed.clear();
        const after = [...walkBlocks(blocksOf(sheet, blocks).blocks as Blocks)];
        expect([removed.size, after.length >= [...walkBlocks(blocks)].length]).toEqual([0, true]);
        expect(Math.max(0, ...after.map(({ level }) => level))).toBeLessThanOrEqual(4);
      }),
      runs(500, 40),
    );
  });

  it('that no form offers, or that holds a block in itself, ends', () => {
    const sent = (...fields: [string, string][]) => readSheet(fields, []);
    const loop = sent(
      ['k.', 'a|group'],
      ['k.a.blocks', 'b|group'],
      ['k.b.blocks', 'a|group'],
      ['k.b.blocks', 'b|group'],
    );
    expect(blocksOf(loop, []).blocks).toEqual([{ type: 'group', data: { blocks: [{ type: 'group', data: {} }] } }]);
    const chain = Array.from({ length: 5000 }, (_, at): [string, string] => [
      at === 0 ? 'k.' : `k.n${at - 1}.blocks`,
      `n${at}|group`,
    ]);
    expect(placedEntries(readSheet(chain, []))).toHaveLength(5);
    for (const action of [
      '',
      'up',
      'up:',
      'add:x',
      'to:x|y',
      'row+:x',
      'pick',
      'constructor:a',
      '__proto__:a',
      'move:zz',
    ]) {
      const step = takeStep(loop, action, { 't.x': 'heading', 't.': 'nothing' });
      expect([action, step]).toEqual([action, null]);
    }
  });
});

it('a block is copied only where a form can carry all of the copy', () => {
  const quiz = { id: 'quiz', type: 'quiz', data: {} };
  const row = Array.from({ length: 10 }, (_, cell) => `${cell}`);
  const blocks = [
    quiz,
    { id: 'group', type: 'group', data: { blocks: [{ ...quiz, id: 'inner' }] } },
    { id: 'heading', type: 'heading', data: { text: 'A' } },
    { id: 'table', type: 'table', data: { rows: Array.from({ length: 1501 }, () => row) } },
  ];
  const expanded = new Set(blocks.map(({ id }) => id));
  const names = (sheet: Sheet) =>
    [...buttonsIn(drawn(sheet, blocks, null, expanded)).keys()].filter((name) => name.startsWith('Copy'));
  const sheet = sheetOf(page(blocks));
  expect(names(sheet)).toEqual(['Copy 3. heading']);
  takeStep(sheet, 'remove:inner', {});
  expect(names(sheet)).toEqual(['Copy 2. group', 'Copy 3. heading']);
});

it('every field of every type and every section has a label of its own', () => {
  const walk = (type: string, schema: FieldSchema, path: string): void => {
    const { properties = {}, items } = schema;
    if (schema['x-kind'] === 'blocks') return;
    if (path !== '') expect([type, path, labelOf(type, path).name]).not.toEqual([type, path, path]);
    if (items !== undefined)
      for (const [name, inner] of Object.entries(items.properties ?? {})) walk(type, inner, `${path}.${name}`);
    for (const [name, inner] of Object.entries(properties)) walk(type, inner, path === '' ? name : `${path}.${name}`);
  };
  for (const [type, { data }] of blockTypes) walk(type, data, '');
  for (const name of sectionNames) walk(name, sectionSchemas[name] as FieldSchema, '');
  expect(Object.keys(labels).sort()).toEqual([...blockTypes.keys(), ...sectionNames].sort());
  expect(labelOf('tabs', 'items.n12.title').name).toBe('Title');
});
