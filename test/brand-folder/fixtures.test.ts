import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allBlocks } from '../../src/content/blocks/block-tree.js';
import type { StoredBlock } from '../../src/content/blocks/block-type.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import type { PageFile } from '../../src/content/page.js';
import { exampleBrands } from '../support/portal.js';
import { read } from './temp-folder.js';

test('Northlight uses all there is', async () => {
  const { files, modules, apiEnabled } = await read(join(exampleBrands, 'northlight'));
  const pages = [...files].flatMap(([path, value]) => (path.startsWith('pages/') ? [value as PageFile] : []));
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
