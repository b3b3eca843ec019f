import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allBlocks } from '../../src/content/blocks/block-tree.js';
import type { StoredBlock } from '../../src/content/blocks/block-type.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import type { PageFile } from '../../src/content/page.js';
import { translatePage } from '../../src/content/translations/apply.js';
import type { PageOverlay } from '../../src/content/translations/overlay.js';
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

test('A third of Northlight is in German, with one outdated text; French is begun, and not shown', async () => {
  const { files } = await read(join(exampleBrands, 'northlight'));
  expect(files.get('brand.json')).toMatchObject({
    languages: [
      { tag: 'de', shown: true },
      { tag: 'fr', shown: false },
    ],
  });
  const pages = [...files].flatMap(([path, value]) => (path.startsWith('pages/') ? [value as PageFile] : []));
  const states = (tag: string): string[] =>
    pages.flatMap((page) => {
      const overlay = files.get(`languages/${tag}/pages/0/${page.id}.json`) as PageOverlay | undefined;
      if (overlay === undefined || page.language === tag) return [];
      const { texts } = translatePage(page, page.language ?? 'en', [{ language: tag, overlay }]);
      const found = [...texts.values()].flat().map(({ state }) => state);
      return [found.includes('missing') ? 'missing' : found.includes('outdated') ? 'outdated' : 'current'];
    });
  const german = states('de').toSorted();
  expect(german).toEqual([...Array(german.length - 1).fill('current'), 'outdated']);
  const isGerman = ({ language }: PageFile): boolean => language === 'de';
  expect(german.length).toBeGreaterThanOrEqual(pages.filter((page) => !isGerman(page)).length / 3);
  expect(states('fr')).toEqual(['missing']);
});
