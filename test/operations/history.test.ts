import * as nodeFs from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activity } from '../../src/operations/activity.js';
import { setBrand } from '../../src/operations/brand.js';
import { setColor } from '../../src/operations/colors.js';
import type { HistoryScope } from '../../src/operations/history.js';
import { countCommits, historyPage, listCommits, paginateChanges } from '../../src/operations/history.js';
import { replaceSection } from '../../src/operations/language.js';
import { addMedia } from '../../src/operations/media.js';
import { createPage, deletePage } from '../../src/operations/pages.js';
import { Versions } from '../../src/store/history/versions.js';
import { TestBrand } from '../support/brand.js';
import { clone, commitAndPush, git, temporaryDirectory } from '../support/git.js';

let brand: TestBrand;

beforeEach(async () => {
  brand = await TestBrand.create({ fs: nodeFs, data: temporaryDirectory() });
});
afterEach(() => brand.close());

const repository = () => brand.service.openBrand('acme');
const head = (): string => git(brand.gitdir, ['rev-parse', 'main']).trim();

async function everything(): Promise<void> {
  await brand.run(createPage, {}, { title: 'Logo' });
  await brand.run(setColor, {}, { name: 'Fjord', hex: '#123' });
  await brand.run(setColor, {}, { name: 'Moss', hex: '#456' });
  await brand.run(addMedia, {}, { type: 'image', title: 'Bus' });
  await brand.run(replaceSection, { section: 'voice' }, { summary: 'Calm.' });
  await brand.run(setBrand, {}, { name: 'Acme Inc.' });
  await brand.run(deletePage, { page: '1' });
}

test('is narrowed to a thing, to areas and to a text in the message', async () => {
  await everything();
  const found = async (scope: HistoryScope, text?: string): Promise<string[]> => {
    const subjects = [];
    for await (const { subject } of listCommits(await repository(), scope, { text })) subjects.push(subject);
    return subjects;
  };
  expect(await found({ color: '2' })).toEqual(['Add colour 2 "Moss"']);
  expect(await found({ media: '1' })).toEqual(['Add medium 1 "Bus"']);
  expect(await found({ entry: 'founded' })).toEqual([]);
  expect(await found({ kinds: ['settings'] })).toEqual(['Change the brand settings', 'Create brand "Acme"']);
  expect(await found({ kinds: ['page', 'language'] })).toEqual([
    'Move page 1 "Logo" to the trash',
    'Replace the corporate language section "voice"',
    'Add page 1 "Logo"',
  ]);
  expect(await found({}, 'LOGO')).toEqual(['Move page 1 "Logo" to the trash', 'Add page 1 "Logo"']);
  expect(await found({ kinds: ['color'] }, 'moss')).toEqual(['Add colour 2 "Moss"']);
  expect(await found({}, 'Add.*page')).toEqual([]);
  await brand.run(setColor, {}, { name: 'Türkis', hex: '#0aa' });
  expect(await found({}, 'TÜRKIS')).toEqual(['Add colour 3 "Türkis"']);
  await expect(found({ color: '01' })).rejects.toMatchObject({ code: 'invalid' });
  await expect(found({ entry: '../x' })).rejects.toMatchObject({ code: 'invalid' });
});

test('comes in parts that a new commit does not shift, and is counted', async () => {
  await everything();
  const all = (await historyPage(await repository(), {}, { limit: 100 })).entries.map(({ commit }) => commit);
  expect(all).toHaveLength(8);
  const seen: string[] = [];
  for (let from: string | null | undefined; from !== null; ) {
    const page = await historyPage(await repository(), {}, { limit: 3, from });
    seen.push(...page.entries.map(({ commit }) => commit));
    from = page.next;
    await brand.run(createPage, {}, { title: 'New' });
  }
  expect(seen).toEqual(all);
  expect(await countCommits(await repository(), {}, { not: all[0] })).toBe(3);
  expect(await countCommits(await repository(), { kinds: ['color'] })).toBe(2);
  expect(await countCommits(await repository(), {}, { not: head() })).toBe(0);
  await expect(historyPage(await repository(), {}, { from: 'f'.repeat(40) })).rejects.toMatchObject({ code: 'gone' });
});

test('the things between two commits are counted, and read part by part', async () => {
  const start = head();
  await everything();
  const folder = clone(brand.gitdir);
  writeFileSync(join(folder, 'notes.txt'), 'by hand');
  commitAndPush(folder, 'Notes');
  const ofKinds = await paginateChanges(await repository(), start, head(), { scope: { kinds: ['color'] } });
  expect([ofKinds.total, ofKinds.changes.map(({ id }) => id)]).toEqual([2, [1, 2]]);
  const all = await paginateChanges(await repository(), null, start);
  expect(all.changes.map(({ kind }) => kind)).toContain('brand');
  const seen: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const part = await paginateChanges(await repository(), start, head(), { offset, limit: 3 });
    expect(part.total).toBe(8);
    expect(part.changes.length).toBeLessThanOrEqual(3);
    seen.push(...part.changes.map(({ kind, id }) => `${kind} ${id}`));
    offset = part.next;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(
    expect.arrayContaining(['color 1', 'color 2', 'page 1', 'section voice', 'media 1', 'brand null']),
  );
});

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
