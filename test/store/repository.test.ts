import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkRepository } from '../support/git.js';
import { allFiles, change, create, filesOf, open, places } from '../support/store.js';

describe.each(places)('a repository %s', (kind, place) => {
  test('is not created when the first write throws, and leaves nothing behind', async () => {
    const at = place();
    const failing = (): never => {
      throw new Error('no');
    };
    await expect(create(at, failing)).rejects.toThrow('no');
    expect(at.fs.readdirSync(dirname(at.gitdir))).toEqual([]);
  });

  test('keeps a snapshot as it was while writes go on, and gives the bytes of every file version', async () => {
    const repository = await create(place());
    const first = await repository.read();
    await repository.write(change({ 'a.txt': 'two', 'b.txt': 'new' }));
    expect(Object.fromEntries(first.catalog)).toEqual({ 'a.txt': 'one' });
    const version = first.top.get('a.txt') as string;
    expect((await first.read(version)).toString()).toBe('one');
    expect((await (await repository.read()).read(version)).toString()).toBe('one');
  });

  test('makes no commit and no file when a write puts nothing, or what is there, or removes what is not', async () => {
    const at = place();
    const repository = await create(at);
    const before = allFiles(at);
    expect((await repository.write(() => 'nothing')).answer).toBe('nothing');
    await repository.write(change({ 'a.txt': 'one', 'missing.txt': null }));
    expect(allFiles(at)).toEqual(before);
  });

  test('turns writes that wait together into a chain of commits in one pack', async () => {
    const at = place();
    const repository = await create(at);
    const packs = allFiles(at).filter((name) => name.endsWith('.pack')).length;
    const names = Array.from({ length: 50 }, (_, number) => `dir/${number}.txt`);
    const written = await Promise.all(names.map((name) => repository.write(change({ [name]: name }))));
    expect(new Set(written.map(({ snapshot }) => snapshot.commit)).size).toBe(50);
    expect(written.map(({ snapshot }) => snapshot.catalog.size)).toEqual(names.map((_, number) => number + 2));
    expect(allFiles(at).filter((name) => name.endsWith('.pack')).length).toBe(packs + 1);
    expect(Object.keys(await filesOf(await open(at)))).toHaveLength(51);
  });

  test('keeps both writes when another instance commits in between', async () => {
    const at = place();
    const [one, other] = [await create(at), await open(at)];
    let runs = 0;
    await one.write(async (draft) => {
      runs += 1;
      if (runs === 1) await other.write(change({ 'other.txt': 'other' }));
      return change({ 'mine.txt': 'mine' })(draft);
    });
    expect(runs).toBe(2);
    expect(await filesOf(await open(at))).toEqual({ 'a.txt': 'one', 'mine.txt': 'mine', 'other.txt': 'other' });
    if (kind === 'on disk') checkRepository(at.gitdir);
  });

  test('keeps others out at last when the branch moves at every attempt', async () => {
    const at = place();
    const [one, other] = [await create(at), await open(at)];
    let runs = 0;
    const rivals: Promise<unknown>[] = [];
    await one.write(async (draft) => {
      runs += 1;
      const rival = other.write(change({ 'other.txt': `${runs}` }));
      rivals.push(rival);
      // The fourth attempt has the lock, and its rival waits for this write.
      if (runs < 4) await rival;
      return change({ 'mine.txt': `${runs}` })(draft);
    });
    await Promise.all(rivals);
    expect(await filesOf(one)).toEqual({ 'a.txt': 'one', 'mine.txt': '4', 'other.txt': '4' });
    expect(allFiles(at).filter((name) => name.includes('lock'))).toEqual([]);
  });
});
