import * as nodeFs from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activity } from '../../src/operations/activity.js';
import { createPage } from '../../src/operations/pages.js';
import { Versions } from '../../src/store/history/versions.js';
import { TestBrand } from '../support/brand.js';
import { git, temporaryDirectory } from '../support/git.js';

let brand: TestBrand;

beforeEach(async () => {
  brand = await TestBrand.create({ fs: nodeFs, data: temporaryDirectory() });
});
afterEach(() => brand.close());

const repository = () => brand.service.openBrand('acme');
const head = (): string => git(brand.gitdir, ['rev-parse', 'main']).trim();

test('activity has every day, and what comes after is counted in', async () => {
  const now = () => brand.clock.read();
  const today = now().toISOString().slice(0, 10);
  await brand.run(createPage, {}, { title: 'One' });
  brand.clock.advance({ days: 2 });
  await brand.run(createPage, {}, { title: 'Two' });
  await brand.run(createPage, {}, { title: 'Three' });
  const days = await activity(await repository(), 4, now());
  expect(days.map(({ commits }) => commits)).toEqual([0, 2, 0, 2]);
  expect(days[1]).toEqual({ day: today, commits: 2 });
  expect(await activity(await repository(), 4, now())).toBe(days);
  await brand.run(createPage, {}, { title: 'Four' });
  expect((await activity(await repository(), 4, now())).map(({ commits }) => commits)).toEqual([0, 2, 0, 3]);
  brand.clock.advance({ days: 1 });
  expect((await activity(await repository(), 2, now())).map(({ commits }) => commits)).toEqual([3, 0]);
  const tip = head();
  // The clock of who pushes may say anything.
  const signature = 'x <x@x.invalid> 99999999999 +0000';
  const tree = git(brand.gitdir, ['rev-parse', 'main^{tree}']).trim();
  const commit = `tree ${tree}\nparent ${tip}\nauthor ${signature}\ncommitter ${signature}\n\nx\n`;
  const later = git(brand.gitdir, ['hash-object', '-t', 'commit', '-w', '--stdin'], commit);
  git(brand.gitdir, ['update-ref', 'refs/heads/main', later.trim()]);
  expect((await activity(await repository(), 2, now())).map(({ commits }) => commits)).toEqual([3, 0]);
});

test('activity asks git once for each head, and counts anew when the history was rewritten', async () => {
  const now = () => brand.clock.read();
  const counts = async (days = 2) => (await activity(await repository(), days, now())).map(({ commits }) => commits);
  await brand.run(createPage, {}, { title: 'One' });
  const first = head();
  await brand.run(createPage, {}, { title: 'Two' });
  expect(await counts()).toEqual([0, 3]);
  await brand.run(createPage, {}, { title: 'Three' });
  const asked = vi.spyOn(Versions.prototype, 'times');
  expect(await Promise.all([counts(), counts()])).toEqual([
    [0, 4],
    [0, 4],
  ]);
  expect(asked.mock.calls.map(([range]) => range.from)).toEqual([head()]);
  asked.mockRestore();
  git(brand.gitdir, ['update-ref', 'refs/heads/main', first]);
  expect(await counts()).toEqual([0, 2]);
  expect(await counts(30)).toEqual([...Array.from({ length: 29 }, () => 0), 2]);
});
