import { expect, onTestFinished, test, vi } from 'vitest';
import { planPages } from '../../src/content/page-import/plan.js';
import { readDocument } from '../../src/content/page-import/read.js';

const rules = { holder: () => null, hasMedium: () => false, choosesSlugs: true };

const pages = (paths: readonly string[], html: string) =>
  Promise.all(
    paths.map(async (path) => {
      const document = await readDocument('html', path.split('/').at(-1) ?? '', Buffer.from(html));
      if ('problem' in document) throw new Error(document.problem);
      return { path, document };
    }),
  );

test('others have their turn while pages are planned', async () => {
  const paths = Array.from({ length: 40 }, (_, at) => `en/p${at}.html`);
  const documents = await pages(paths, '<h1>Page</h1><p>See <a href="/p1.html">another</a>.</p>');
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10;
    return now;
  });
  onTestFinished(() => clock.mockRestore());
  let [turns, isPlanned] = [0, false];
  const takeTurn = (): void => {
    turns += 1;
    if (!isPlanned) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  const { pages: planned } = await planPages(documents, [], rules);
  isPlanned = true;
  expect(planned).toHaveLength(41);
  expect(turns).toBeGreaterThanOrEqual(40);
});

test.each([
  ['/b.html', 'b'],
  ['/en/b.html', 'b'],
  ['/../EN/./b', 'b'],
  ['../b.html#part', 'b'],
  ['b.html', null],
  ['/', 'home'],
  ['/en/', 'b-home-overview'],
])('a link to %s is found from each folder above', async (href, slug) => {
  const html = (title: string) => `<h1>${title}</h1><p>Words <a href="${href}">lead</a> on</p>`;
  const documents = await Promise.all(
    Object.entries({
      'index.html': 'Home',
      'site/en/index.html': 'B home',
      'site/en/b.html': 'B',
      'site/en/deep/a.html': 'A',
    }).map(async ([path, title]) => (await pages([path], html(title)))[0]),
  );
  const plan = await planPages(
    documents.flatMap((one) => one ?? []),
    [],
    rules,
  );
  const a = plan.pages.find(({ title }) => title === 'A');
  expect(/href="([^"]*)"/.exec(JSON.stringify(a?.blocks).replaceAll('\\"', '"'))?.[1] ?? null).toBe(slug);
});
