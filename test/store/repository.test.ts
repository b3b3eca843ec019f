import { describe, expect, test } from 'vitest';
import { checkRepository } from '../support/git.js';
import { allFiles, change, create, filesOf, open, places } from '../support/store.js';

describe.each(places)('a repository %s', (kind, place) => {
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
