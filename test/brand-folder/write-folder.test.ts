import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type WriteOptions, writeBrandFolder } from '../../src/brand-folder/write-folder.js';
import { newBlockId } from '../../src/content/blocks/block-id.js';
import { createPage } from '../../src/operations/pages.js';
import { TestBrand } from '../support/brand.js';
import { temporaryDirectory } from '../support/git.js';
import { sanitizer } from '../support/portal.js';

const options = { sanitizer, newBlockId, time: '2026-01-31T09:30:00Z' };

async function brandWith(pages: readonly object[]): Promise<TestBrand> {
  const brand = await TestBrand.create();
  for (const page of pages) await brand.run(createPage, {}, page);
  return brand;
}

const write = async (brand: TestBrand, folder: string, more: Partial<WriteOptions> = {}) =>
  writeBrandFolder(await brand.service.exportBrand(brand.slug), folder, { ...options, ...more });

test('pages lie where people look for them, and may be told apart however long and deep their names are', async () => {
  const long = 'x'.repeat(255);
  const chapters = Array.from({ length: 30 }, (_, at) => ({ title: long, type: 'container', parent_id: at || null }));
  const brand = await brandWith([...chapters, { title: 'Leaf', parent_id: 30 }, { title: 'Second', parent_id: 1 }]);
  const folder = join(temporaryDirectory(), 'acme');
  expect(await write(brand, folder)).toBe(32);
  const files = readdirSync(join(folder, 'pages'), { recursive: true, encoding: 'utf8' });
  const top = `010-${'x'.repeat(60)}`;
  expect(files).toEqual(expect.arrayContaining([`${top}.yaml`, `${top}/020-second.yaml`]));
  const leaf = files.find((name) => name.split('/').length === 31) as string;
  expect(leaf.split('/').slice(20)).toEqual([...Array(10).fill('010'), '010.yaml']);
  expect(readFileSync(join(folder, 'pages', leaf), 'utf8')).toBe(
    'id: 31\ntitle: Leaf\nslug: leaf\nvisibility: internal\nupdated_at: 2026-03-01T12:00:00Z\n',
  );
  await brand.close();
});

test('work that is ended, or that somebody was faster than, leaves nothing and overwrites nothing', async () => {
  const brand = await brandWith(Array.from({ length: 20 }, (_, at) => ({ title: `Page ${at}` })));
  const parent = temporaryDirectory();
  const folder = join(parent, 'acme');
  const ending = new AbortController();
  const ended = write(brand, folder, { signal: ending.signal, onProgress: () => ending.abort() });
  await expect(ended).rejects.toThrow('aborted');
  expect(readdirSync(parent)).toEqual([]);
  const steps: [number, number][] = [];
  const beaten = write(brand, folder, {
    onProgress: (done, total) => {
      steps.push([done, total]);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'mine.txt'), 'mine');
    },
  });
  await expect(beaten).rejects.toThrow('is there already');
  expect(steps.at(0)).toEqual([16, 40]);
  expect(steps.at(-1)).toEqual([40, 40]);
  expect(readdirSync(parent)).toEqual(['acme']);
  expect(readdirSync(folder)).toEqual(['mine.txt']);
  await brand.close();
});
