import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readBrandFolder } from '../../src/brand-folder/read-folder.js';
import { allBlocks } from '../../src/content/blocks/block-tree.js';
import type { StoredBlock } from '../../src/content/blocks/block-type.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { BrandColor, BrandFile } from '../../src/content/brand.js';
import { CategoriesFile, EntryFile } from '../../src/content/brand-context.js';
import { parsePath } from '../../src/content/catalog/paths.js';
import { createSanitizer } from '../../src/content/html/sanitizer.js';
import { LanguageFile } from '../../src/content/language.js';
import { MediaFile } from '../../src/content/media.js';
import { comparePlaces } from '../../src/content/navigation.js';
import { PageFile } from '../../src/content/page.js';
import { misfit, Type } from '../../src/validation/schema.js';

const sanitizer = createSanitizer();
const schemas = {
  brand: BrandFile,
  color: BrandColor,
  media: MediaFile,
  page: PageFile,
  entry: EntryFile,
  categories: CategoriesFile,
  language: LanguageFile,
  section: Type.Object({}),
  ids: Type.Never(),
  file: Type.Never(),
  purged: Type.Never(),
  trash: Type.Never(),
};

async function read(name: string) {
  let blocks = 0;
  const progress: number[] = [];
  const folder = await readBrandFolder(fileURLToPath(new URL(`../../content-fixtures/${name}`, import.meta.url)), {
    sanitizer,
    newBlockId: () => `block-${++blocks}`,
    time: '2026-01-31T09:30:00Z',
    onProgress: (done, total) => progress.push(done / total),
  });
  const pages = [...folder.files].flatMap(([path, value]) => (path.startsWith('pages/') ? [value as PageFile] : []));
  return { ...folder, pages, progress };
}

describe.each(['northlight', 'little-bakery'])('content-fixtures/%s', (name) => {
  test('becomes files of the format', async () => {
    const { slug, files, pages, pageCount, progress } = await read(name);
    expect(slug).toBe(name);
    expect(pages).toHaveLength(pageCount);
    expect(progress).toHaveLength(pageCount);
    expect(progress.at(-1)).toBe(1);
    for (const [path, value] of files) {
      const at = parsePath(path);
      expect(at, path).not.toBeNull();
      if (at !== null) expect(misfit(schemas[at.kind], value), path).toBeNull();
    }
  });

  test('gives pages numbers in navigation order, slugs and block ids of their own', async () => {
    const { pages } = await read(name);
    const ordered = (parent: number | null): number[] =>
      pages
        .filter(({ parent_id }) => parent_id === parent)
        .toSorted(comparePlaces)
        .flatMap(({ id }) => [id, ...ordered(id)]);
    expect(ordered(null)).toEqual(pages.map((_, at) => at + 1));
    expect(new Set(pages.map(({ slug }) => slug)).size).toBe(pages.length);
    const ids = pages.flatMap(({ blocks }) => allBlocks(blocks as StoredBlock[])).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('Northlight uses all there is', async () => {
  const { files, pages, modules, apiEnabled } = await read('northlight');
  expect(modules).toEqual(['corporate_language', 'brand_agent']);
  expect(apiEnabled).toBe(true);
  expect(pages.length).toBeGreaterThan(30);
  expect([...files.keys()].filter((path) => path.startsWith('colors/'))).toHaveLength(12);
  expect([...files.keys()].filter((path) => path.startsWith('corporate-language/')).length).toBeGreaterThan(2);
  expect([...files.keys()].filter((path) => path.startsWith('brand-context/entries/')).length).toBeGreaterThan(5);
  const types = new Set(pages.flatMap(({ blocks }) => allBlocks(blocks as StoredBlock[])).map(({ type }) => type));
  expect([...blockTypes.keys()].filter((type) => !types.has(type))).toEqual([]);
  expect(types).toContain('legacy_embed');
});
