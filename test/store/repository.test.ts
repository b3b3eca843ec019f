import { expect, test } from 'vitest';
import { allFiles, change, create, filesOf, open, places } from '../support/store.js';

test.each(places)(
  'a repository %s keeps others out at last when the branch moves at every attempt',
  async (_, place) => {
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
    expect(await filesOf(await open(at))).toEqual({ 'a.txt': 'one', 'mine.txt': '4', 'other.txt': '4' });
    expect(allFiles(at).filter((name) => name.includes('lock'))).toEqual([]);
  },
);
