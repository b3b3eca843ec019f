import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readBrandFolder } from '../../src/brand-folder/read-folder.js';
import { allBlocks } from '../../src/content/blocks/block-tree.js';
import type { StoredBlock } from '../../src/content/blocks/block-type.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { createSanitizer } from '../../src/content/html/sanitizer.js';
import type { PageFile } from '../../src/content/page.js';

const sanitizer = createSanitizer();
async function read(name: string) {
  let blocks = 0;
  const folder = await readBrandFolder(fileURLToPath(new URL(`../../content-fixtures/${name}`, import.meta.url)), {
    sanitizer,
    newBlockId: () => `block-${++blocks}`,
    time: '2026-01-31T09:30:00Z',
  });
  const pages = [...folder.files].flatMap(([path, value]) => (path.startsWith('pages/') ? [value as PageFile] : []));
  return { ...folder, pages };
}

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
