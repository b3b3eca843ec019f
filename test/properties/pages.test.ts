import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listPages, showPage } from '../../src/operations/pages.js';
import { TestBrand } from '../support/brand.js';
import { runs } from '../support/effort.js';
import { PageModel, type Step, steps } from '../support/page-model.js';
import { perform } from '../support/page-steps.js';

/** Runs the steps on a brand and on the model; they must agree at every moment. */
async function compare(all: readonly Step[]): Promise<void> {
  const [brand, model] = [await TestBrand.create(), new PageModel()];
  for (const step of all) {
    const outcome = await perform(brand, model, step);
    expect(outcome).toBe(model.apply(step));
    const shown = await brand.run(listPages);
    const expected = model
      .navigation()
      .map(({ id, title, slug, type, parent_id }) => ({ id, title, slug, type, parent_id }));
    expect(shown).toMatchObject(expected);
    expect(shown).toHaveLength(expected.length);
  }
  for (const { id, texts } of model.navigation()) {
    const { blocks } = await brand.run(showPage, { page: `${id}` });
    expect(blocks.map((block: { data: { text: string } }) => block.data.text)).toEqual(texts);
  }
  await brand.close();
}

describe('pages', () => {
  test('after any run of operations are those of a simple model, in its order', async () => {
    await fc.assert(fc.asyncProperty(steps, compare), runs(60));
  });
});
