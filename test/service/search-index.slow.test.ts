import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Searchable } from '../../src/search/brand-index.js';
import type { Key } from '../../src/search/document.js';
import { maxOpen } from '../../src/search/engine.js';
import { localEngine } from '../../src/search/engine-client.js';
import { maxWaiting, Search } from '../../src/search/search.js';
import { temporaryDirectory } from '../support/git.js';

const query = { words: 'title', types: ['page'], limit: 10 } as const;

/** A brand of pages with these ids, at a commit that names them. @param held what pages above a thousand wait for */
function contentOf(pages: readonly number[], held?: Promise<void>): Searchable {
  return {
    commit: `commit ${pages.join()}`,
    keys: () => pages,
    changedSince: async (commit) => {
      if (!commit.startsWith('commit')) throw new Error('No such commit');
      return [...new Set([...pages, ...commit.slice('commit '.length).split(',').map(Number)])];
    },
    load: async (key) => {
      if (Number(key) > 1000) await held;
      if (!pages.includes(key as number)) return null;
      return { key, type: 'page', id: key as number, title: 'A title', content: { texts: [`number${key}`] } };
    },
    rank: Number,
  };
}

it('an index is asked by so many at once', async () => {
  const { call, close } = localEngine();
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const search = new Search({ call: (...asked) => held.then(() => call(...asked)), close });
  const waiting = Array.from({ length: maxWaiting }, () => search.find('acme', contentOf([]), query));
  await expect(search.find('acme', contentOf([]), query)).rejects.toMatchObject({ code: 'busy' });
  letGo();
  expect((await Promise.all(waiting)).flat()).toEqual([]);
  expect(await search.find('acme', contentOf([]), query)).toEqual([]);
});

describe('the file of an index', () => {
  const inFile = async (path: string, run: (search: Search) => Promise<void>): Promise<void> => {
    const search = new Search(localEngine(), { pathOf: () => path });
    try {
      await run(search);
    } finally {
      await search.close();
    }
  };
  const found = async (search: Search, content: Searchable) =>
    (await search.find('acme', content, query)).map(({ id }) => id);
  const remove = (path: string, ...sides: string[]): void => {
    for (const side of sides) rmSync(`${path}${side}`);
  };
  const place = () => join(temporaryDirectory(), 'acme.search');
  const pages = [1, 2, 3];

  it('is kept, and only what has changed is worked in', async () => {
    const path = place();
    await inFile(path, async (search) => expect(await found(search, contentOf(pages))).toEqual(pages));
    expect(readdirSync(dirname(path))).toEqual(['acme.search']);
    const loaded: unknown[] = [];
    const content = contentOf([1, 3, 4]);
    const counted = {
      ...content,
      changedSince: async () => [2, 4],
      load: (key: Key) => {
        loaded.push(key);
        return content.load(key);
      },
    };
    await inFile(path, (search) => search.prepare('acme', counted));
    expect(loaded).toEqual([2, 4]);
    await inFile(path, async (search) => expect(await found(search, content)).toEqual([1, 3, 4]));
  });

  it.each<[string, (path: string) => void]>([
    ['removed', (path) => rmSync(path)],
    ['cut', (path) => truncateSync(path, 5000)],
    ['empty', (path) => truncateSync(path, 0)],
    ['something else', (path) => writeFileSync(path, 'x'.repeat(20_000))],
    [
      'overwritten inside',
      (path) => writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 4096), Buffer.alloc(40_000, 7)])),
    ],
    ['without its log', (path) => rmSync(`${path}-wal`)],
    ['without its shared memory', (path) => rmSync(`${path}-shm`)],
    ['without either', (path) => remove(path, '-wal', '-shm')],
    ['only its log', (path) => remove(path, '', '-shm')],
    [
      'a folder',
      (path) => {
        rmSync(path);
        mkdirSync(join(path, 'folder'), { recursive: true });
      },
    ],
    [
      'a link to a folder',
      (path) => {
        rmSync(path);
        symlinkSync('.', path);
      },
    ],
    [
      'with a folder for its log',
      (path) => {
        rmSync(`${path}-wal`);
        mkdirSync(`${path}-wal`);
      },
    ],
  ])('that is %s after a crash is built again, and never answers wrongly', async (_, damage) => {
    const path = place();
    await inFile(path, async (search) => {
      await found(search, contentOf(pages));
      const crashed = place();
      for (const side of ['', '-wal', '-shm']) copyFileSync(`${path}${side}`, `${crashed}${side}`);
      await inFile(crashed, async (whole) => expect(await found(whole, contentOf(pages))).toEqual(pages));
      for (const side of ['', '-wal', '-shm']) copyFileSync(`${path}${side}`, `${crashed}${side}`);
      damage(crashed);
      await inFile(crashed, async (again) => {
        expect(await found(again, contentOf([1, 2, 5]))).toEqual([1, 2, 5]);
        expect(await found(again, contentOf(pages))).toEqual(pages);
      });
    });
  });

  it('is closed in favour of others, and opened again', async () => {
    const folder = dirname(place());
    const search = new Search(localEngine(), { pathOf: (slug) => join(folder, `${slug}.search`) });
    const brands = Array.from({ length: maxOpen + 1 }, (_, at) => `brand-${at}`);
    for (const brand of brands) await search.prepare(brand, contentOf(pages));
    const isOpen = (brand: string) => readdirSync(folder).includes(`${brand}.search-wal`);
    expect(brands.filter(isOpen)).toEqual(brands.slice(1));
    expect(await search.find('brand-0', contentOf(pages), query)).toHaveLength(3);
    expect(brands.filter(isOpen)).toEqual(brands.filter((brand) => brand !== 'brand-1'));
    await search.close();
  });

  it('of a commit that is not there is built again', async () => {
    const path = place();
    await inFile(path, (search) => search.prepare('acme', { ...contentOf([7, 8]), commit: 'another' }));
    await inFile(path, async (search) => expect(await found(search, contentOf(pages))).toEqual(pages));
  });

  it('is shared by two processes: each finds what it asks for', async () => {
    const path = place();
    await inFile(path, (one) =>
      inFile(path, async (other) => {
        for (const ids of [[1], [1, 2], [2, 3], [1, 2, 3, 4]]) {
          const both = await Promise.all([one, other].map((search) => found(search, contentOf(ids))));
          expect(both).toEqual([ids, ids]);
          expect(await found(other, contentOf(pages))).toEqual(pages);
        }
      }),
    );
  });

  it('that cannot be written is in memory', async () => {
    const folder = dirname(place());
    writeFileSync(join(folder, 'cache'), 'no folder');
    await inFile(join(folder, 'cache', 'acme.search'), async (search) => {
      expect(await found(search, contentOf(pages))).toEqual(pages);
      expect(await found(search, contentOf([1, 4]))).toEqual([1, 4]);
      expect(
        await found(search, { ...contentOf([1, 5]), changedSince: () => Promise.reject(new Error('No such commit')) }),
      ).toEqual([1, 5]);
    });
    expect(readdirSync(folder)).toEqual(['cache']);
  });
});
