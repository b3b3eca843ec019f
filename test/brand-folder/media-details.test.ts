import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBrandFolder } from '../../src/brand-folder/read-folder.js';
import { writeBrandFolder } from '../../src/brand-folder/write-folder.js';
import { newBlockId } from '../../src/content/blocks/block-id.js';
import { encodeFile } from '../../src/content/file-codec.js';
import { machineFileSystem } from '../../src/store/local/machine-file-system.js';
import { TestBrand } from '../support/brand.js';
import { git, pushFiles, temporaryDirectory } from '../support/git.js';
import { sanitizer } from '../support/portal.js';

const described = {
  ...{ id: 7, title: 'Logo', type: 'image', caption: null, width: 10, height: 20, media_category_id: 3 },
  ...{ released: true, status: 'ready' },
};
const details = {
  ...{ description: 'A compass needle.\nIt points north.', tags: [2, 9], credit: '© Ada Lovelace' },
  ...{ licence: { kind: 'cc_by_sa_4', text: '' }, owner: 'Brand team' },
  ...{ valid_from: '2026-01-01', valid_until: '2026-12-10', original_name: 'Logo – final (2).svg' },
};
const files = {
  'media/7.json': { ...described, ...details },
  'media/8.json': { ...described, id: 8, media_category_id: null },
  'media/tags.json': {
    next_id: 12,
    items: [
      { id: 2, name: 'Press', merged: [1, 5] },
      { id: 9, name: 'Größe', merged: [] },
    ],
  },
  'collections/3.json': {
    id: 3,
    slug: 'press',
    title: 'Press',
    text: 'Two\nlines.',
    visibility: 'public',
    media: [8, 7],
  },
  'collections/5.json': { id: 5, slug: 'empty', title: 'Empty', text: null, visibility: 'hidden', media: [] },
  'media/categories.json': { next_id: 4, items: [{ id: 3, name: 'Logos', merged: [] }] },
};

test('an export and its import keep each detail, name and number, byte for byte', async () => {
  const brand = await TestBrand.create({ fs: machineFileSystem, data: temporaryDirectory() });
  pushFiles(brand.gitdir, files);
  const folder = join(temporaryDirectory(), 'acme');
  const options = { sanitizer, newBlockId, time: '2026-01-31T09:30:00Z' };
  await writeBrandFolder(await brand.service.exportBrand(brand.slug), folder, options);
  const read = await readBrandFolder(folder, options);
  for (const [path, content] of Object.entries(files)) {
    expect([path, read.files.get(path)]).toEqual([path, expect.objectContaining(content)]);
    expect(encodeFile(path, read.files.get(path)).toString()).toBe(encodeFile(path, content).toString());
  }
  await brand.close();
});

test('a medium with a day that the calendar does not have is left out', async () => {
  const brand = await TestBrand.create({ fs: machineFileSystem, data: temporaryDirectory() });
  pushFiles(brand.gitdir, { 'media/7.json': { ...files['media/7.json'], valid_until: '2026-02-30' } });
  const { catalog } = await (await brand.service.openBrand(brand.slug)).read();
  expect([catalog.media.size, catalog.problems.get('media/7.json')]).toEqual([0, '2026-02-30 is not a day']);
  expect(git(brand.gitdir, ['show', 'main:media/7.json'])).toContain('2026-02-30');
  await brand.close();
});
