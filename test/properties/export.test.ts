import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBrandFolder } from '../../src/brand-folder/read-folder.js';
import { writeBrandFolder } from '../../src/brand-folder/write-folder.js';
import { newBlockId } from '../../src/content/blocks/block-id.js';
import { allBlocks } from '../../src/content/blocks/block-tree.js';
import type { StoredBlock } from '../../src/content/blocks/block-type.js';
import { isoSeconds } from '../../src/lib/clock.js';
import { setVisibility } from '../../src/operations/arrange-pages.js';
import { deleteBlock } from '../../src/operations/blocks.js';
import { setBrand, showBrand } from '../../src/operations/brand.js';
import { setCategory } from '../../src/operations/categories.js';
import { setColor } from '../../src/operations/colors.js';
import { addEntry, editEntry, listEntries } from '../../src/operations/context.js';
import type { Operation } from '../../src/operations/engine/contract.js';
import { replaceSection, replaceSectionIn, setLanguageStatus, showLanguage } from '../../src/operations/language.js';
import { addMedia, listMedia, releaseMedia } from '../../src/operations/media.js';
import { createPage, listPages, showPage } from '../../src/operations/pages.js';
import { setFont, setTheme } from '../../src/operations/theme.js';
import { setLanguages } from '../../src/operations/translations/languages.js';
import { setRecordTexts } from '../../src/operations/translations/records.js';
import { updateBlockTexts, updateTexts } from '../../src/operations/translations/texts.js';
import { exportHead, exportPages } from '../../src/service/export.js';
import type { Service } from '../../src/service/service.js';
import { TestBrand } from '../support/brand.js';
import { runs } from '../support/effort.js';
import { temporaryDirectory } from '../support/git.js';
import { PageModel, type Step, steps } from '../support/page-model.js';
import { perform } from '../support/page-steps.js';
import { exampleBrands, sanitizer } from '../support/portal.js';

/** One call of an operation. It may be refused: then it adds nothing. */
type Change = readonly [operation: Operation, params: Record<string, string>, body: unknown];

const odd = [...'# " | % --- <p> </p> <b>x</b> &amp; \u2028'.split(' '), '\n', ' ', '  ', '\t', ': ', '- '];
const words = ['true', 'null', '1', '2026-01-01', 'ü🙂', 'Logo', 'lorem ipsum dolor sit amet, consectetur adipiscing'];
const text = fc.array(fc.constantFrom(...odd, ...words), { maxLength: 10 }).map((parts) => parts.join(''));
const line = text.map((one) => `A${one.replace(/\s/g, ' ')}`);
const choice = <T>(...values: T[]) => fc.constantFrom(...values);

const block: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  block: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: choice('heading'), data: fc.record({ text: line, level: choice(1, 2) }) }),
    fc.record({ type: choice('rich_text'), data: fc.record({ html: text }) }),
    fc.record({ type: choice('table'), data: fc.record({ header: fc.array(line), rows: fc.array(fc.array(text)) }) }),
    choice({ type: 'image', data: { media_id: 1 } }, { type: 'color_palette', data: { color_ids: [1] } }),
    fc.record({ type: choice('group'), data: fc.record({ title: line, blocks: fc.array(tie('block')) }) }),
  ),
})).block;

const page = fc.record({ title: line, blocks: fc.array(block, { maxLength: 4 }), parent_id: choice(null, 1, 2) });
const entry = fc.record({ category: choice('a', 'b'), title: line, body: text });
const section = fc.record({ summary: text, free: fc.jsonValue({ maxDepth: 3 }) });
const medium = fc.record({ type: choice('image', 'video'), title: line, caption: text });
const color = fc.record({ name: line, hex: choice('#fff', '#0b1a33'), description: text });

const to = (operation: Operation, params: Record<string, string>, body: fc.Arbitrary<unknown>) =>
  body.map((sent): Change => [operation, params, sent]);
const change: fc.Arbitrary<Change> = fc.oneof(
  to(createPage, {}, page),
  to(setVisibility, { page: '1' }, fc.record({ visibility: choice('public', 'hidden') })),
  to(addEntry, {}, entry),
  to(editEntry, { entry: 'a' }, fc.record({ verified: fc.boolean() })),
  to(setCategory, { category: 'b' }, fc.record({ label: line })),
  to(replaceSection, { section: 'voice' }, section),
  to(replaceSection, { section: 'notation' }, choice({}, { numbers: '1 000' })),
  to(replaceSectionIn, { section: 'voice', lang: 'de' }, section),
  to(setLanguageStatus, {}, choice({ status: 'published' }, { status: 'draft' })),
  to(addMedia, {}, medium),
  to(setColor, {}, color),
  to(setColor, { id: '1' }, fc.record({ shades: fc.array(fc.record({ opacity: line, hex: choice(null, '#fff') })) })),
  to(setBrand, {}, fc.record({ name: line, default_visibility: choice('public', 'hidden') })),
  to(setTheme, {}, fc.record({ primary: choice('#111', '#222222'), font: line })),
  to(setFont, { role: 'body' }, fc.record({ family: line, base_weight: choice(null, 400) })),
  to(setRecordTexts, { lang: 'de', of: 'color', id: '1' }, fc.record({ texts: fc.record({ name: line }) })),
  to(setRecordTexts, { lang: 'fr', of: 'media', id: '1' }, fc.record({ texts: fc.record({ title: line }) })),
  to(
    setRecordTexts,
    { lang: 'de', of: 'entry', id: 'a' },
    fc.record({ texts: fc.record({ title: line, body: text }) }),
  ),
  to(setRecordTexts, { lang: 'de', of: 'portal' }, fc.record({ texts: fc.record({ 'category-a.label': line }) })),
);

/** A page of which every text is translated, or one that then loses its first block. */
interface Translating {
  readonly page: string;
  readonly lang: 'de' | 'fr';
  readonly slug: string | null;
  readonly words: string;
  readonly loses: boolean;
}

const translating: fc.Arbitrary<Translating> = fc.record({
  page: choice('1', '2', '3'),
  lang: choice('de', 'fr'),
  slug: choice(null, 'zeichen', 'logo'),
  words: line,
  loses: fc.boolean(),
});

async function translate(brand: TestBrand, { page, lang, slug, words, loses }: Translating): Promise<void> {
  const { value } = await brand.attempt(showPage, { page });
  if (value === undefined) return;
  await brand.attempt(updateTexts, { page, lang }, { title: words.slice(0, 200), slug });
  const data = (given: unknown): unknown => {
    if (typeof given === 'string') return words;
    if (Array.isArray(given)) return given.map(data);
    return given;
  };
  for (const { id, type, data: own } of allBlocks(value.blocks as StoredBlock[])) {
    const { blocks: _, level: __, ...texts } = own;
    const sent = Object.entries(texts).map(([name, member]) => [name, data(member)]);
    if (type !== 'image' && type !== 'color_palette')
      await brand.attempt(updateBlockTexts, { page, lang, block: `${id}` }, { data: Object.fromEntries(sent) });
  }
  if (loses && value.blocks.length > 0) await brand.attempt(deleteBlock, { page, block: value.blocks[0].id });
}

/** What the first changes refer to. */
const start: readonly Change[] = [
  [
    setLanguages,
    {},
    {
      languages: [
        { tag: 'de', shown: true, fallback: null },
        { tag: 'fr', shown: false, fallback: 'de' },
      ],
    },
  ],
  [setCategory, { category: 'a' }, { label: 'A' }],
  [setColor, {}, { name: 'Night', hex: '#000000' }],
  [addMedia, {}, { type: 'image', title: 'Logo' }],
  [releaseMedia, { id: '1' }, { released: true }],
];

const isStep = (one: Step | Change): one is Step => 'kind' in one;

async function fill(brand: TestBrand, all: readonly (Step | Change | Translating)[]): Promise<void> {
  const model = new PageModel();
  for (const one of [...start, ...all]) {
    if ('lang' in one) await translate(brand, one);
    else if (!isStep(one)) await brand.attempt(...one);
    // The model only chooses pages here: it does not know of those that the other changes made.
    else await perform(brand, model, one);
    model.highestId = 5;
  }
}

const reads: readonly Operation[] = [showBrand, showLanguage, listEntries, listMedia, listPages];

/** What the API answers, and what the files say but for the positions, which an import makes anew. */
async function everythingIn(brand: TestBrand): Promise<unknown> {
  const answers = await Promise.all(reads.map((operation) => brand.run(operation)));
  const pages = await Promise.all(answers[4].map(({ id }: { id: number }) => brand.run(showPage, { page: `${id}` })));
  const content = await brand.service.exportBrand(brand.slug);
  const files: unknown[] = [];
  for await (const file of exportPages(content)) files.push({ ...file, position: null });
  const head = { ...(await exportHead(content)), commit: null, trash: null };
  return { answers, pages, files: JSON.stringify([head, files], null, 1) };
}

async function importInto(service: Service, folder: string, time: string): Promise<void> {
  const read = await readBrandFolder(folder, { sanitizer, newBlockId, time });
  await service.provisioning.create({ ...read, slug: 'acme', subject: 'Import' });
}

/** Exports the brand, imports that into a fresh data directory, and compares. */
async function roundTrip(brand: TestBrand): Promise<void> {
  const folder = join(temporaryDirectory(), brand.slug);
  const options = { sanitizer, newBlockId, time: isoSeconds(brand.clock.read()) };
  await writeBrandFolder(await brand.service.exportBrand(brand.slug), folder, options);
  const copy = await TestBrand.createFrom((service) => importInto(service, folder, '2030-01-01T00:00:00Z'));
  expect(await everythingIn(copy)).toEqual(await everythingIn(brand));
  const [next, nextInCopy] = await Promise.all([brand, copy].map((one) => one.run(createPage, {}, { title: 'Next' })));
  expect(nextInCopy.id).toBe(next.id);
  await Promise.all([brand.close(), copy.close()]);
}

describe('exported and imported, a brand is the same', () => {
  test('whatever was done to it', async () => {
    const changes = fc.array(fc.oneof({ weight: 3, arbitrary: change }, { weight: 1, arbitrary: translating }), {
      maxLength: 16,
      size: 'max',
    });
    const compare = async (pageSteps: readonly Step[], made: readonly (Change | Translating)[]): Promise<void> => {
      const brand = await TestBrand.create();
      await fill(brand, [...made, ...pageSteps, ...made.slice(0, 3)]);
      await roundTrip(brand);
    };
    await fc.assert(fc.asyncProperty(steps, changes, compare), runs(25));
  });

  test.each(['northlight', 'little-bakery'])('with the content of %s', async (name) => {
    const folder = join(exampleBrands, name);
    await roundTrip(await TestBrand.createFrom((service) => importInto(service, folder, '2026-01-01T00:00:00Z')));
  });
});
