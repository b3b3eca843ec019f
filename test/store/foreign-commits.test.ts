import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { maxFileBytes, type Projection } from '../../src/lib/projection.js';
import { Repository } from '../../src/store/repository.js';
import { clone, commitAndPush, git } from '../support/git.js';
import { change, create, filesOf, onDisk, open } from '../support/store.js';

async function withHistory() {
  const at = onDisk();
  const repository = await create(at);
  for (const text of ['two', 'three']) await repository.write(change({ 'a.txt': text, [`${text}.txt`]: text }));
  const [last, middle, first] = git(at.gitdir, ['rev-list', 'main']).trim().split('\n') as [string, string, string];
  return { at, repository, first, middle, last };
}

const content = { 'a.txt': 'three', 'three.txt': 'three', 'two.txt': 'two' };

describe('what native git does to a repository is seen by the next read', () => {
  test('a write after update-ref continues from the new place', async () => {
    const { at, repository, first } = await withHistory();
    git(at.gitdir, ['update-ref', 'refs/heads/main', first]);
    const { snapshot } = await repository.write(change({ 'b.txt': 'b' }));
    expect(git(at.gitdir, ['rev-parse', `${snapshot.commit}^`]).trim()).toBe(first);
    expect(await filesOf(repository)).toEqual({ 'a.txt': 'one', 'b.txt': 'b' });
  });

  test.each([
    ['a refusal', (): never => expect.fail('refused')],
    ['an answer without a commit', () => 'nothing changed'],
  ])('%s of a write whose base was moved meanwhile is decided again', async (_, answer) => {
    const { at, repository, first } = await withHistory();
    const bases: (string | null)[] = [];
    const [outcome] = await Promise.allSettled([
      repository.write(({ snapshot }) => {
        if (bases.length === 0) git(at.gitdir, ['update-ref', 'refs/heads/main', first]);
        bases.push(snapshot.commit);
        return snapshot.commit === first ? 'decided on the newest' : answer();
      }),
    ]);
    expect(bases).toEqual([expect.not.stringMatching(first), first]);
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { answer: 'decided on the newest' } });
  });
});

test('of a pushed file that is larger than may be, no more is read than its size, however git has stored it', async () => {
  const at = onDisk();
  await create(at);
  const directory = clone(at.gitdir);
  const large = Buffer.alloc(maxFileBytes + 1000, 'x');
  writeFileSync(join(directory, 'largest.txt'), large.subarray(1000));
  writeFileSync(join(directory, 'large.txt'), large);
  commitAndPush(directory, 'Large files');
  const given = async () => {
    const contents = new Map<string, string>();
    const noting: Projection<typeof contents> = {
      empty: contents,
      apply(_, changes) {
        for (const { path, content } of changes) {
          if (content !== null) contents.set(path, `${content.bytes.length} ${content.bytes.toString('latin1', 0, 1)}`);
        }
        return contents;
      },
    };
    await (await Repository.open(at.fs, at.gitdir, noting)).read();
    return Object.fromEntries(contents);
  };
  const expected = {
    'a.txt': '3 o',
    'largest.txt': `${maxFileBytes} x`,
    'large.txt': `${maxFileBytes + 1} \0`,
  };
  expect(await given()).toEqual(expected);
  git(at.gitdir, ['-c', 'pack.compression=1', 'repack', '-adfq', '--window=1']);
  expect(git(at.gitdir, ['verify-pack', '-v', ...packsOf(at.gitdir)])).toMatch(/chain length = 1: [1-9]/);
  expect(await given()).toEqual(expected);
});

test('a pack is read whose index has offsets of 64 bits, as those of 2 GiB and more', async () => {
  const { at } = await withHistory();
  git(at.gitdir, ['repack', '-adq']);
  for (const pack of packsOf(at.gitdir)) {
    rmSync(pack.replace(/pack$/, 'idx'));
    git(at.gitdir, ['index-pack', '--index-version=2,0x40', pack]);
  }
  expect(await filesOf(await open(at))).toEqual(content);
});

test('old versions can be read after a repack has moved them', async () => {
  const at = onDisk();
  await create(at, change({ 'a.txt': 'one' }));
  const repository = await open(at);
  const { top, read } = await repository.read();
  await (await open(at)).write(change({ 'a.txt': 'two' }));
  git(at.gitdir, ['gc', '--quiet', '--prune=now']);
  expect((await read(top.get('a.txt') as string)).toString()).toBe('one');
  expect(await filesOf(repository)).toEqual({ 'a.txt': 'two' });
});

function packsOf(gitdir: string): string[] {
  const folder = join(gitdir, 'objects/pack');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pack'))
    .map((name) => join(folder, name));
}
