import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setCategory } from '../../src/operations/categories.js';
import { addEntry } from '../../src/operations/context.js';
import { createPage, deletePage, showPage } from '../../src/operations/pages.js';
import { search, searchAll } from '../../src/operations/search.js';
import { foldedWords } from '../../src/search/words.js';
import { TestBrand } from '../support/brand.js';
import { runs } from '../support/effort.js';

const pieces = [
  ...['Logo', 'schutz', 'ZONE', 'Größe', 'cafe\u0301', 'Łódź', '2024', 'x', 'ﬁn', 'Ⅷ', '½', 'ß', 'İ', 'Σίσυφος'],
  ..."夜行 カバー ー मार्ग עִבְרִית ไทย 한글 \u0301 \u00ad \u200d 🎨 _ - & < … '".split(' '),
];
const unit = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...pieces, ' ', ' ', ' ') },
  fc.string({ unit: 'grapheme' }),
);
const texts = fc.array(unit, { minLength: 1, maxLength: 30 }).map((parts) => parts.join(''));

async function withFacts(): Promise<TestBrand> {
  const brand = await TestBrand.create();
  await brand.run(setCategory, { category: 'facts' }, { label: 'Facts' });
  return brand;
}

describe('search', () => {
  test('every word of a page finds it, whatever is written there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 4 }), async (written) => {
        const brand = await TestBrand.create();
        const blocks = written.map((text, at) =>
          at % 2 === 0
            ? { type: 'heading', data: { text } }
            : { type: 'rich_text', data: { html: `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>` } },
        );
        await brand.run(createPage, {}, { title: 'Another', blocks: [] });
        const made = await brand.attempt(createPage, {}, { title: 'Page', blocks });
        if (made.outcome !== 'ok') return;
        const page = await brand.run(showPage, { page: '2' });
        const shown: string[] = page.blocks.map(({ data }: { data: { text?: string; html?: string } }) => {
          const inside = (data.html ?? '').replaceAll(/<[^>]*>/g, '').replaceAll('&nbsp;', '\u00a0');
          return data.text ?? inside.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
        });
        const words = shown.flatMap((text) => text.split(/\s+/)).filter((word) => /[\p{L}\p{N}]/u.test(word));
        for (const word of words) {
          if ([...word].length > 200) continue;
          const found = await brand.run(search, {}, undefined, { q: word, limit: 100 });
          expect([word, found.map(({ id }: { id: number }) => id)]).toEqual([word, expect.arrayContaining([2])]);
        }
        await brand.service.close();
      }),
      runs(60, 12),
    );
  });

  test('what is not shown has no part in what websites find', async () => {
    const words = ['lantern', 'lanterns', 'harbour', 'quay', 'Größe', 'night'];
    const prose = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((list) => list.join(' '));
    const things = fc.array(fc.record({ title: prose, text: prose }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        things,
        things,
        fc.array(prose, { minLength: 1, maxLength: 3 }),
        async (shown, unshown, asked) => {
          const brands = [await withFacts(), await withFacts()];
          const [bare, full] = brands as [TestBrand, TestBrand];
          const add = async (brand: TestBrand, list: typeof shown, verified: boolean) => {
            for (const { title, text } of list) {
              const blocks = [{ type: 'heading', data: { text } }];
              const page = await brand.run(createPage, {}, { title, blocks });
              const entry = { category: 'facts', title, body: text, verified };
              if (verified) await brand.run(addEntry, {}, { ...entry, id: `fact-${page.id}` });
              else {
                await brand.run(deletePage, { page: String(page.id) });
                await brand.run(addEntry, {}, { ...entry, id: `draft-${page.id}` });
              }
            }
          };
          for (const brand of brands) await add(brand, shown, true);
          await add(full, unshown, false);
          for (const q of asked) {
            const query = { q, limit: 100 };
            const all = await full.run(searchAll, {}, undefined, query);
            const found = await full.run(search, {}, undefined, query);
            const sameId = (list: object[]) => JSON.stringify(list).replaceAll(/"block_id":"\w+"/g, '"block_id":"…"');
            expect(sameId(found)).toBe(sameId(await bare.run(search, {}, undefined, query)));
            expect(all.slice(0, found.length)).toEqual(found.map((one: object) => ({ ...one, state: 'shown' })));
            for (const { state, type } of all.slice(found.length)) {
              expect(state).toBe(type === 'page' ? 'trashed' : 'unverified');
            }
            const meant = new Set(foldedWords(q));
            const whole = unshown.filter(({ title, text }) => {
              const has = new Set(foldedWords(`${title} ${text}`));
              return [...meant].every((word) => has.has(word));
            });
            expect(all.length - found.length).toBeGreaterThanOrEqual(2 * whole.length);
          }
          for (const brand of brands) await brand.close();
        },
      ),
      runs(20, 5),
    );
  });
});
