import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Catalog, catalogProjection } from '../../src/content/catalog/catalog.js';
import { type HighestIds, higherIds } from '../../src/content/catalog/ids.js';
import { createSanitizer } from '../../src/content/html/sanitizer.js';
import { encodeJson } from '../../src/lib/json.js';
import { listPages, showPage } from '../../src/operations/pages.js';
import { Repository } from '../../src/store/repository.js';
import { TestBrand } from '../support/brand.js';
import { plainCatalog } from '../support/catalog.js';
import { runs } from '../support/effort.js';
import { pageFile } from '../support/page-file.js';
import { PageModel, type Step, steps } from '../support/page-model.js';
import { perform } from '../support/page-steps.js';

const openCatalog = ({ fs, gitdir }: TestBrand): Promise<Repository<Catalog>> =>
  Repository.open(fs, gitdir, catalogProjection(createSanitizer()));
const read = async (repository: Repository<Catalog>) => plainCatalog((await repository.read()).catalog);

const image = { id: 'b1', type: 'image', data: { media_id: 3 } };
const page = (id: number, more: object = {}) =>
  pageFile(id, { title: 'Foreign', slug: 'logo', position: 'a0', blocks: [image], ...more });
const trashed = { ...page(2), deleted_at: '2026-01-01T00:00:00Z', deleted_by: 'Somebody' };
const notations = { rgb: null, cmyk: null, pantone: null, ral: null };
const color = { name: 'Red', description: null, role: null, hex: '#f00', ...notations };

/** Files as somebody with plain git could leave them: good, bad, and in the wrong place. */
const foreignPath = fc.constantFrom(
  ...['pages/0/1.json', 'pages/0/2.json', 'pages/0/3.json', 'pages/1/2.json', 'pages/x.json', 'trash/0/2.json'],
  ...['colors/1.json', 'brand.json', 'ids.json', 'notes.txt', 'brand-context/categories.json'],
  ...['corporate-language/voice.json', 'corporate-language/document.json', 'brand-context/entries/x.json'],
);
const foreignContent = fc.constantFrom<unknown>(
  ...[undefined, null, {}, [], 'broken', page(1), page(2, { parent_id: 1 }), page(3, { parent_id: 2, slug: 'x' })],
  ...[page(1, { type: 'container', parent_id: 3 }), page(2, { position: 'a0V' }), trashed, { page_id: 7 }],
  ...[
    { id: 1, ...color, shades: [] },
    { schema_version: '1.0', version: 4, status: 'published' },
    [{ key: 'a', label: 'A' }],
  ],
);
const foreign = fc.array(fc.tuple(foreignPath, foreignContent), { minLength: 1, maxLength: 4 });

/** A page takes the place of a file named as a folder. */
const inPlaceOfFile: [string, unknown][][] = [[['pages', {}]], [['pages/0/1.json', page(1)]]];

async function commitForeign(repository: Repository<Catalog>, files: readonly (readonly [string, unknown])[]) {
  await repository.write((draft) => {
    for (const [path, value] of files) {
      if (value === undefined) draft.remove(path);
      else draft.put(path, value === 'broken' ? Buffer.from('{"id": 1,\xff') : encodeJson(value));
    }
    const author = { name: 'Somebody', email: 'somebody@example.invalid' };
    draft.describe({ author, time: new Date(0), message: { subject: 'By hand', trailers: [] } });
  });
}

describe('the catalog kept by increments', () => {
  test('equals one built again, and pages are those of a simple model, in its order, after any run of operations', async () => {
    const compare = async (all: readonly Step[]): Promise<void> => {
      const [brand, model] = [await TestBrand.create(), new PageModel()];
      const follower = await openCatalog(brand);
      for (const step of all) {
        const outcome = await perform(brand, model, step);
        expect(outcome).toBe(model.apply(step));
        const expected = model
          .navigation()
          .map(({ id, title, slug, type, parent_id }) => ({ id, title, slug, type, parent_id }));
        const shown = await brand.run(listPages);
        expect(shown).toMatchObject(expected);
        expect(shown).toHaveLength(expected.length);
        await follower.read();
      }
      for (const { id, texts } of model.navigation()) {
        const { blocks } = await brand.run(showPage, { page: `${id}` });
        expect(blocks.map((block: { data: { text: string } }) => block.data.text)).toEqual(texts);
      }
      expect(await read(follower)).toEqual(await read(await openCatalog(brand)));
      await brand.close();
    };
    await fc.assert(fc.asyncProperty(steps, compare), runs(60));
  });

  test('equals one built again, whatever files other people commit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(foreign, { minLength: 1, maxLength: 12 }), async (commits) => {
        const brand = await TestBrand.create();
        const [writer, follower] = [await openCatalog(brand), await openCatalog(brand)];
        for (const files of commits) {
          await commitForeign(writer, files);
          await follower.read();
        }
        // The highest id ever is remembered by those who saw it, so that it is not handed out again.
        const { highestIds: rebuilt, ...expected } = await read(await openCatalog(brand));
        for (const repository of [writer, follower]) {
          const { highestIds, ...kept } = await read(repository);
          expect(kept).toEqual(expected);
          expect(higherIds(highestIds as HighestIds, rebuilt as HighestIds)).toEqual(highestIds);
        }
        await brand.close();
      }),
      { ...runs(60), examples: [[inPlaceOfFile]] },
    );
  });
});
