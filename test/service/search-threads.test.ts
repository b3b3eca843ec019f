import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Key, SearchDocument } from '../../src/search/document.js';
import { backgroundEngine } from '../../src/search/engine-client.js';
import { Search } from '../../src/search/search.js';
import { shortLimit } from '../support/eventually.js';
import { temporaryDirectory } from '../support/git.js';

const modules = new URL('../../dist/modules/', import.meta.url).href;

/** The program's thread, in which a document called "stuck", and a search for it, never end. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { answerQuestions } from ${JSON.stringify(`${modules}lib/background-thread.js`)};
    import { Engine } from ${JSON.stringify(`${modules}search/engine.js`)};
    const engine = new Engine();
    answerQuestions(([method, args]) => {
      const titles = method === 'apply' ? args[2].map(({ title }) => title) : [];
      while (titles.includes('stuck') || (method === 'find' && args[2].words === 'stuck'));
      return Reflect.apply(engine[method], engine, args);
    });`)}`,
);

/** A brand with a page for each title, by the ids 1, 2, 3 …. */
function brand(...titles: string[]) {
  const documents = titles.map((title, at): SearchDocument => {
    return { key: at + 1, type: 'page', id: at + 1, title, content: { texts: [], blocks: [] } };
  });
  return {
    commit: titles.join(),
    keys: () => documents.map(({ key }) => key),
    changedSince: async () => documents.map(({ key }) => key),
    load: async (key: Key) => documents.find((document) => document.key === key) ?? null,
    rank: (key: Key) => Number(key),
  };
}

/** A search whose steps may take two seconds. */
async function limited() {
  const engine = backgroundEngine(2000, script);
  const folder = temporaryDirectory();
  const leftOut: (readonly [string, Key])[] = [];
  const search = new Search(engine, {
    pathOf: (slug) => join(folder, slug),
    onLeftOut: (index, key) => leftOut.push([index.slice(folder.length + 1), key]),
  });
  onTestFinished(() => search.close());
  const titles = async (slug: string, content: ReturnType<typeof brand>, words: string) => {
    const found = await search.find(slug, content, { words, types: ['page'], limit: 10 });
    return found.map(({ title }) => title);
  };
  return { search, titles, leftOut };
}

test(
  'a document that takes too long is left out alone, and named; other brands are searched meanwhile',
  shortLimit,
  async () => {
    const { titles, leftOut } = await limited();
    const [ours, theirs] = [brand('first lantern', 'stuck', 'second lantern'), brand('their lantern')];
    expect(await titles('theirs', theirs, 'lantern')).toEqual(['their lantern']);
    const order: string[] = [];
    const built = titles('ours', ours, 'lantern').finally(() => order.push('ours'));
    // Once the step is under way.
    await titles('theirs', theirs, 'their').finally(() => order.push('theirs'));
    expect(await titles('theirs', theirs, 'lantern').finally(() => order.push('theirs'))).toEqual(['their lantern']);
    expect(await built).toEqual(['first lantern', 'second lantern']);
    expect([order, leftOut]).toEqual([['theirs', 'theirs', 'ours'], [['ours', 2]]]);
    // The thread that was replaced has cost the other brand's index nothing.
    expect(
      await titles(
        'theirs',
        { ...theirs, changedSince: () => Promise.reject(new Error('begun again')), keys: () => [] },
        'lantern',
      ),
    ).toEqual(['their lantern']);
  },
);

test('a search that takes too long is refused, and those behind it are answered', shortLimit, async () => {
  const { titles } = await limited();
  const theirs = brand('their lantern');
  await titles('theirs', theirs, 'lantern');
  const stuck = titles('ours', brand('lantern'), 'stuck').catch((error) => error);
  expect(await titles('theirs', theirs, 'lantern')).toEqual(['their lantern']);
  expect(await stuck).toMatchObject({ code: 'unavailable' });
});

test('a thread is not ended within a call, in which libsql would abort the process', async () => {
  const engine = backgroundEngine(2000, script);
  const follow = () => engine.call('follow', join(temporaryDirectory(), 'index'), null, '1', []);
  const followed = follow();
  await engine.close();
  expect(await followed).toMatchObject({ commit: '1' });
  await expect(follow()).rejects.toThrow('The search is closed.');
});

test('a search closes while a step never ends', async () => {
  const { search, titles } = await limited();
  const built = titles('ours', brand('stuck'), 'stuck').catch((error) => error);
  await search.close();
  expect(await built).toBeInstanceOf(Error);
});
