import { describe, expect, test } from 'vitest';
import type { FileSystem } from '../../src/store/file-system.js';
import { type Batch, Repository } from '../../src/store/repository.js';
import type { Draft } from '../../src/store/snapshot.js';
import { checkRepository, git } from '../support/git.js';
import { change, create, filesOf, headOf, onDisk, open, type Texts, texts } from '../support/store.js';

/** The real disk, on which moving files into place waits; then it fails, if it was told to. */
function holdingDisk(): { fs: FileSystem; isHeld(): boolean; letGo(code?: string): void } {
  const at = onDisk();
  let release: ((code?: string) => void) | undefined;
  let isArmed = true;
  const rename = async (from: string, to: string): Promise<void> => {
    if (isArmed) {
      isArmed = false;
      const code = await new Promise<string | undefined>((resolve) => {
        release = resolve;
      });
      if (code !== undefined) throw Object.assign(new Error(`${code}: ${to}`), { code });
    }
    await at.fs.promises.rename(from, to);
  };
  const fs = { ...at.fs, promises: { ...at.fs.promises, rename } } as FileSystem;
  return { fs, isHeld: () => release !== undefined, letGo: (code) => release?.(code) };
}

/** A repository of which the first write is on its way to the disk, and stays there. */
async function whileFirstIsStored() {
  const place = onDisk();
  await create(place);
  const disk = holdingDisk();
  const batches: Batch[] = [];
  const repository = await Repository.open(disk.fs, place.gitdir, texts, { onBatch: (batch) => batches.push(batch) });
  const before = (await repository.read()).commit;
  const first = repository.write(change({ 'b.txt': 'first' }));
  first.catch(() => {});
  await expect.poll(disk.isHeld).toBe(true);
  return { place, repository, before, first, batches, letGo: disk.letGo };
}

/** Work that notes on what it ran, each time. */
function noting(work: (draft: Draft<Texts>) => unknown, seen: (readonly [string | null, string | undefined])[]) {
  return (draft: Draft<Texts>): unknown => {
    seen.push([draft.snapshot.commit, draft.snapshot.catalog.get('b.txt')]);
    return work(draft);
  };
}

describe('while a batch is stored', () => {
  test('the writes that come are drafted on top of it, and stored together afterwards', async () => {
    const { place, repository, before, first, batches, letGo } = await whileFirstIsStored();
    const seen: (readonly [string | null, string | undefined])[] = [];
    const second = repository.write(noting(change({ 'c.txt': 'second' }), seen));
    await expect.poll(() => seen.length).toBe(1);
    // So long that the header of a pack's entry has three bytes and more.
    const long = 'third '.repeat(100_000);
    const third = repository.write(noting(change({ 'd.txt': long }), seen));
    await expect.poll(() => seen.length).toBe(2);
    expect([headOf(place), (await repository.read()).commit]).toEqual([before, before]);
    letGo();
    await Promise.all([first, second, third]);
    expect(seen.map(([, text]) => text)).toEqual(['first', 'first']);
    expect(batches.map(({ commits }) => commits)).toEqual([1, 2]);
    expect(await filesOf(await open(place))).toEqual({
      'a.txt': 'one',
      'b.txt': 'first',
      'c.txt': 'second',
      'd.txt': long,
    });
    expect(git(place.gitdir, ['rev-list', '--count', 'main']).trim()).toBe('4');
    checkRepository(place.gitdir);
  });

  test('nothing that was drafted on top of it is answered when it cannot be stored, but drafted again', async () => {
    const { place, repository, before, first, letGo } = await whileFirstIsStored();
    const seen: (readonly [string | null, string | undefined])[] = [];
    const answers = [
      repository.write(noting((draft) => draft.snapshot.catalog.get('b.txt') ?? 'not there', seen)),
      repository.write(noting(change({ 'c.txt': 'second' }), seen)),
    ];
    await expect.poll(() => seen.length).toBe(2);
    letGo('EIO');
    await expect(first).rejects.toMatchObject({ code: 'unavailable' });
    expect((await Promise.all(answers))[0]?.answer).toBe('not there');
    expect(seen.map(([, text]) => text)).toEqual(['first', 'first', undefined, undefined]);
    expect(seen[2]?.[0]).toBe(before);
    expect(await filesOf(await open(place))).toEqual({ 'a.txt': 'one', 'c.txt': 'second' });
    checkRepository(place.gitdir);
  });

  test('an answer without a commit that was decided on top of it waits for it', async () => {
    const { repository, first, letGo } = await whileFirstIsStored();
    let isAnswered = false;
    const seen: (readonly [string | null, string | undefined])[] = [];
    const second = repository.write(noting((draft) => draft.snapshot.catalog.get('b.txt'), seen));
    void second.then(() => {
      isAnswered = true;
    });
    await expect.poll(() => seen.length).toBe(1);
    expect(isAnswered).toBe(false);
    letGo();
    await first;
    expect((await second).answer).toBe('first');
  });
});
