import * as nodeFs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkRepository, git } from '../support/git.js';
import { allFiles, brokenDisk, change, create, filesOf, onDisk, open } from '../support/store.js';

test('a history that begins again drops what it named before, next to writes; other processes follow', async () => {
  const at = onDisk();
  await create(at, change({ 'a.txt': 'gone' }));
  const [repository, other] = [await open(at, { dropsUnnamed: true }), await open(at)];
  for (let number = 0; number < 20; number += 1) await repository.write(change({ [`files/${number}`]: 'earlier' }));
  await other.read();
  await repository.write(async (draft) => {
    await change({ 'a.txt': null, 'b.txt': 'kept', 'files/3': 'again' })(draft);
    draft.beginHistory();
  });
  const writes = Array.from({ length: 20 }, (_, number) => repository.write(change({ [`files/${number}`]: 'later' })));
  const [isDone] = await Promise.all([repository.maintain(Number.POSITIVE_INFINITY), ...writes]);
  expect(isDone).toBe(true);
  expect(git(at.gitdir, ['cat-file', '--batch-all-objects', '--batch'])).not.toContain('gone');
  const expected = { 'b.txt': 'kept', ...Object.fromEntries(writes.map((_, number) => [`files/${number}`, 'later'])) };
  for (const one of [repository, other, await open(at)]) expect(await filesOf(one)).toEqual(expected);
  await other.write(change({ 'c.txt': 'by the other' }));
  expect(await filesOf(repository)).toEqual({ ...expected, 'c.txt': 'by the other' });
  checkRepository(at.gitdir);
});

describe('native git that drops what nothing refers to', () => {
  test.each([
    ['repack', ['repack', '-adq']],
    ['gc', ['gc', '--quiet', '--prune=now']],
  ])('between a pack and its branch (%s) drops nothing of it', async (_, command) => {
    let armed = false;
    const at = onDisk(
      brokenDisk(({ name, path }) => {
        if (armed && name === 'rename' && path.endsWith('refs/heads/main')) git(at.gitdir, command);
        return null;
      }),
    );
    await create({ ...at, fs: nodeFs });
    const repository = await open(at);
    await repository.write(change({ b: '2' }));
    armed = true;
    await repository.write(change({ c: '3' }));
    armed = false;
    expect(await filesOf(await open(at))).toEqual({ 'a.txt': 'one', b: '2', c: '3' });
    checkRepository(at.gitdir);
    expect(allFiles(at).filter((name) => name.endsWith('.keep'))).toEqual([]);
  });
});
