import { expect, test } from 'vitest';
import type { Branch } from '../../src/store/branch.js';
import { CatalogCache } from '../../src/store/catalog-cache.js';
import { Repository, type RepositoryOptions } from '../../src/store/repository.js';
import { anyMoment } from '../support/any-moment.js';
import { tries } from '../support/effort.js';
import { change, create, onDisk, type Place, type Texts, texts } from '../support/store.js';

const codec = {
  format: 'texts',
  encode: (catalog: Texts) => [JSON.stringify([...catalog])],
  decode: async (lines: AsyncIterable<string>): Promise<Texts> => {
    for await (const line of lines) return new Map(JSON.parse(line));
    return new Map();
  },
};

const aWhile = (): Promise<void> => anyMoment(4);

/** A repository whose freshness checks and kept catalog take a while, each another. */
async function slowRepository(place: Place, onRewrite: () => void): Promise<Repository<Texts>> {
  const cache = new CatalogCache(place.fs, `${place.gitdir}.catalog`, codec);
  const load = cache.load.bind(cache);
  cache.load = async () => {
    const found = await load();
    await aWhile();
    return found;
  };
  const branchOver: RepositoryOptions<Texts>['branchOver'] = (local) => {
    const confirm = async (): Promise<void> => {
      await local.confirm();
      await aWhile();
    };
    return new Proxy<Branch>(local, {
      get: (target, name) => {
        if (name === 'isConfirmed') return false;
        if (name === 'confirm') return confirm;
        const member = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  };
  return Repository.open(place.fs, place.gitdir, texts, { cache, branchOver, onRewrite });
}

test('a reader never goes back, and reports no history as rewritten that was not', async () => {
  const place = onDisk();
  await create(place, change({ 'count.txt': '0' }));
  let rewrites = 0;
  let count = 0;
  for (let start = 0; start < tries(20, 4); start += 1) {
    const repository = await slowRepository(place, () => {
      rewrites += 1;
    });
    const end = count + 25;
    const write = async (): Promise<void> => {
      while (count < end) {
        count += 1;
        await repository.write(change({ 'count.txt': String(count) }));
      }
    };
    const read = async (): Promise<void> => {
      let seen = 0;
      while (count < end) {
        const acknowledged = Number(repository.latest.catalog.get('count.txt') ?? 0);
        const found = Number((await repository.read()).catalog.get('count.txt'));
        expect(found).toBeGreaterThanOrEqual(Math.max(seen, acknowledged));
        seen = found;
      }
    };
    await Promise.all([write(), ...Array.from({ length: 8 }, read)]);
    await repository.saveCatalog();
    await repository.close();
  }
  await aWhile();
  expect(rewrites).toBe(0);
});
