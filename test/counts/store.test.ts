import nodeFs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backUp } from '../../src/admin/backup.js';
import { restore } from '../../src/admin/restore.js';
import { type CountFiles, CountFolder, copyCounts } from '../../src/counts/count-files.js';
import { Counts } from '../../src/counts/counts.js';
import { maxNames } from '../../src/counts/day-counts.js';
import { systemClock } from '../../src/lib/clock.js';
import { KeptObjects } from '../../src/notes/kept-objects.js';
import type { FileSystem } from '../../src/store/file-system.js';
import { openService } from '../support/data.js';
import { temporaryDirectory } from '../support/git.js';
import { memoryFileSystem, TestClock } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { brokenDisk } from '../support/store.js';

const objects = (store = new MemoryStore()) => new KeptObjects(store, 'counts/acme/', 60_000);
const folder = (fs = memoryFileSystem()) => new CountFolder(fs, '/data/counts/acme');
const always = () => true;
const view = (...names: (string | null)[]) => ({ brand: 'acme', kind: 'views', names }) as const;

const viewsOf = async (counts: Counts, days = 400) =>
  [...(await counts.last('acme', days))].flatMap(([day, { views }]) =>
    views.all === 0 ? [] : [[day, views.all, Object.fromEntries(views.of)]],
  );

describe.each([
  ['a folder', folder],
  ['objects', objects],
] as [string, () => CountFiles][])('counts in %s', (_, place) => {
  it('are the sum of what each process wrote, and one that starts again adds nothing twice', async () => {
    const files = place();
    const clock = new TestClock('2026-03-01T23:59:00Z');
    const node = () => new Counts(() => files, clock.read);
    const [one, two] = [node(), node()];
    one.add(view('1', 'home'));
    two.add(view('1'));
    await Promise.all([one.save(always), two.save(always)]);
    one.add(view('2'));
    clock.advance({ days: 1 });
    one.add(view(null));
    await one.save(always);
    await one.save(always);
    // What is only in memory ends with a process that is killed.
    two.add(view('9'));
    expect(await viewsOf(node())).toEqual([
      ['2026-03-01', 4, { 1: 2, 2: 1, home: 1 }],
      ['2026-03-02', 1, {}],
    ]);
    expect(await files.list()).toHaveLength(3);
    const copy = place();
    await copy.write('2026-03-01/0123456789abcdef.json', 'of an earlier time');
    await copyCounts(files, copy);
    expect(await viewsOf(new Counts(() => copy, clock.read))).toEqual(await viewsOf(node()));
    await copy.clear();
    expect(await copy.list()).toEqual([]);
  });

  it('go after 400 days, and all of a brand that is not counted', async () => {
    const files = place();
    const clock = new TestClock();
    const counts = new Counts(() => files, clock.read);
    counts.add(view('1'));
    await counts.save(always);
    clock.advance({ days: 400 });
    counts.add(view('1'));
    await counts.save(always);
    await counts.sweep('acme', true);
    expect(await files.list()).toHaveLength(2);
    clock.advance({ days: 1 });
    await counts.sweep('acme', true);
    expect(await files.list()).toHaveLength(1);
    await counts.sweep('acme', false);
    expect(await files.list()).toEqual([]);
  });

  it('of a damaged file count as missing', async () => {
    const files = place();
    await files.write('2026-03-01/0123456789abcdef.json', '{"views":{"all":-1}}');
    expect(await viewsOf(new Counts(() => files, new TestClock().read))).toEqual([]);
  });
});

it('a day names at most 5,000 pages, and counts those without room', async () => {
  const files = folder();
  const counts = new Counts(() => files, new TestClock().read);
  const names = Array.from({ length: maxNames.views }, (_, at) => String(at + 1));
  counts.add(view(...names));
  await counts.save(always);
  counts.add(view('more', '1'));
  const [day] = await viewsOf(counts);
  expect([day?.[1], Object.keys(Object(day?.[2])).length]).toEqual([maxNames.views + 2, maxNames.views]);
  await counts.save(always);
  expect(await viewsOf(new Counts(() => files, new TestClock().read))).toEqual([day]);
});

it('what the disk refuses is written by the next save, also of a day that has ended', async () => {
  const path = join(temporaryDirectory(), 'counts');
  const folder = (fs: FileSystem) => new CountFolder(fs, path);
  let isFull = true;
  const full = brokenDisk(({ name }) => (isFull && name === 'rename' ? 'ENOSPC' : null));
  const clock = new TestClock();
  const counts = new Counts(() => folder(full), clock.read);
  counts.add(view('1'));
  await expect(counts.save(always)).rejects.toThrow('ENOSPC');
  clock.advance({ days: 1 });
  counts.add(view('2'));
  await expect(counts.save(always)).rejects.toThrow('ENOSPC');
  isFull = false;
  await counts.save(always);
  expect(await viewsOf(new Counts(() => folder(nodeFs), clock.read))).toEqual([
    ['2026-03-01', 1, { 1: 1 }],
    ['2026-03-02', 1, { 2: 1 }],
  ]);
});

it('a backup has them, a restore brings them back, and they go with the brand', async () => {
  const data = temporaryDirectory();
  const service = await openService({ data });
  const all = async (slug: string, of = service) => (await of.counts.last(slug, 30)).values();
  const views = async (slug: string, of = service) =>
    [...(await all(slug, of))].reduce((sum, day) => sum + day.views.all, 0);
  const happening = (brand: string) => ({ brand, kind: 'views', names: ['1'] }) as const;
  for (const slug of ['one', 'two']) await service.provisioning.createEmpty(slug, slug, []);
  for (const slug of ['one', 'two', 'two']) service.counts.add(happening(slug));
  await service.chores.saveCounts();
  const directory = join(temporaryDirectory(), 'backup');
  const backUpNow = () => backUp({ fs: nodeFs, data, directory, clock: systemClock });
  await backUpNow();
  const restored = join(temporaryDirectory(), 'data');
  await restore({ fs: nodeFs, data: restored, directory, clock: systemClock });
  const other = await openService({ data: restored });
  expect([await views('one', other), await views('two', other)]).toEqual([1, 2]);
  await other.close();
  await service.provisioning.rename('one', 'first');
  // The process counted under the old slug until it knew.
  service.counts.add(happening('one'));
  service.counts.add(happening('first'));
  await service.chores.saveCounts();
  expect([await views('first'), await views('one')]).toEqual([2, 0]);
  await service.archive.put('two');
  await service.archive.erase('two');
  service.counts.add(happening('two'));
  await service.provisioning.remove('first');
  await service.close();
  expect(nodeFs.existsSync(join(data, 'counts/two')) || nodeFs.existsSync(join(data, 'counts/first'))).toBe(false);
});
