import * as fs from 'node:fs';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../src/admin/check.js';
import { addCollection, removeCollection } from '../src/operations/collections.js';
import { removeColor, setColor } from '../src/operations/colors.js';
import { addMedia, removeMedia } from '../src/operations/media.js';
import { resetBrand } from '../src/operations/reset.js';
import { brand, brandForEach } from './support/brand-fixture.js';
import { checkRepository, git, pushFiles, storedFile } from './support/git.js';

brandForEach({ real: true });

const kinds = [
  {
    ...{ kind: 'media', folder: 'media' },
    add: async (): Promise<number> => (await brand.run(addMedia, {}, { type: 'image' })).id,
    remove: (id: number) => brand.run(removeMedia, { id: `${id}` }, {}),
  },
  {
    ...{ kind: 'collection', folder: 'collections' },
    add: async (): Promise<number> => (await brand.run(addCollection, {}, { title: 'Kit' })).id,
    remove: (id: number) => brand.run(removeCollection, { id: `${id}` }, undefined),
  },
  {
    ...{ kind: 'color', folder: 'colors' },
    add: async (): Promise<number> => (await brand.run(setColor, {}, { name: 'Night', hex: '#123' })).id,
    remove: (id: number) => brand.run(removeColor, { id: `${id}` }, {}),
  },
];

const head = (): string => git(brand.gitdir, ['rev-parse', 'main']).trim();
const ids = () => storedFile(brand.gitdir, 'ids.json');
const findings = async () => (await check({ fs, data: brand.data, now: brand.clock.read() })).findings;

/** Forgets what only memory and the kept catalog know. */
async function startAnew(): Promise<void> {
  const forget = () => rmSync(join(brand.data, 'cache'), { recursive: true, force: true });
  forget();
  await brand.restart();
  forget();
}

describe.each(kinds)('the id of $kind', ({ kind, folder, add, remove }) => {
  test('is not handed out again when what had it is removed', async () => {
    for (const id of [1, 2]) expect(await add()).toBe(id);
    await remove(1);
    expect(() => ids()).toThrow();
    await remove(2);
    expect(ids()).toEqual({ page_id: 0, [`${kind}_id`]: 2 });
    await startAnew();
    expect(await add()).toBe(3);
    checkRepository(brand.gitdir);
  });

  test('nor when a reset takes it away', async () => {
    const before = head();
    await add();
    await brand.run(resetBrand, {}, { to: before });
    await startAnew();
    expect(await add()).toBe(2);
  });

  test('nor when git removes it: the next write notes it, and a check finds it until then', async () => {
    for (const id of [1, 2]) expect(await add()).toBe(id);
    pushFiles(brand.gitdir, { [`${folder}/2.json`]: null });
    const advice = expect.stringContaining('2}');
    expect(await findings()).toMatchObject([{ level: 'warning', path: 'ids.json', advice }]);
    expect(await add()).toBe(3);
    expect(ids()).toEqual({ page_id: 0, [`${kind}_id`]: 2 });
    expect(await findings()).toEqual([]);
  });
});

test('a mark of page ids only, as it was written before, is read', async () => {
  pushFiles(brand.gitdir, { 'ids.json': { page_id: 7 } });
  expect(await findings()).toEqual([]);
  for (const { add } of kinds) expect(await add()).toBe(1);
});
