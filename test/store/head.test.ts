import * as nodeFs from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { branch, Head } from '../../src/store/head.js';
import { git } from '../support/git.js';
import { change, create, filesOf, headOf, onDisk, open } from '../support/store.js';

const oid = (digit: string): string => digit.repeat(40);

async function repositoryOnDisk() {
  const at = onDisk();
  return { at, repository: await create(at), lock: join(at.gitdir, `${branch}.lock`) };
}

describe('the branch', () => {
  test('moves only from the commit that is expected', async () => {
    const { at } = await repositoryOnDisk();
    const head = new Head(nodeFs, at.gitdir);
    const current = headOf(at);
    expect(await head.advance(oid('1'), oid('2'))).toBe(false);
    expect(await head.advance(null, oid('2'))).toBe(false);
    expect(head.current()).toBe(current);
    expect(await head.advance(current, oid('2'))).toBe(true);
    expect(head.current()).toBe(oid('2'));
  });

  test('is moved by exactly one of many that expect the same commit', async () => {
    const { at, lock } = await repositoryOnDisk();
    const current = headOf(at);
    const advances = [...'0123456789'].map((digit) => new Head(nodeFs, at.gitdir).advance(current, oid(digit)));
    expect((await Promise.all(advances)).filter(Boolean)).toHaveLength(1);
    expect(nodeFs.existsSync(lock)).toBe(false);
  });

  test('is found in packed-refs, and a loose one goes before it', async () => {
    const { at } = await repositoryOnDisk();
    const [head, packed] = [new Head(nodeFs, at.gitdir), headOf(at)];
    git(at.gitdir, ['pack-refs', '--all']);
    expect(nodeFs.existsSync(join(at.gitdir, branch))).toBe(false);
    expect(head.current()).toBe(packed);
    expect(await head.advance(packed, oid('2'))).toBe(true);
    expect(head.current()).toBe(oid('2'));
    expect(new Head(nodeFs, at.gitdir).current()).toBe(oid('2'));
  });
});

describe('a lock held by somebody else', () => {
  afterEach(() => void vi.useRealTimers());

  test('makes a write wait until it is gone', async () => {
    const { repository, lock } = await repositoryOnDisk();
    writeFileSync(lock, '');
    let settled = false;
    const write = repository.write(change({ 'b.txt': 'b' })).finally(() => {
      settled = true;
    });
    await sleep(300);
    expect(settled).toBe(false);
    rmSync(lock);
    await write;
    expect(await filesOf(repository)).toEqual({ 'a.txt': 'one', 'b.txt': 'b' });
  });

  test('makes a write fail as unavailable after five seconds, and the next one works when it is gone', async () => {
    const { at, repository, lock } = await repositoryOnDisk();
    writeFileSync(lock, '');
    const before = headOf(at);
    vi.useFakeTimers({ toFake: ['Date'] });
    const write = repository.write(change({ 'b.txt': 'b' }));
    const refused = expect(write).rejects.toMatchObject({ code: 'unavailable' });
    await sleep(50);
    vi.setSystemTime(Date.now() + 5_001);
    await refused;
    expect(headOf(at)).toBe(before);
    expect(nodeFs.existsSync(lock)).toBe(true);
    expect(await filesOf(repository)).toEqual({ 'a.txt': 'one' });
    rmSync(lock);
    await repository.write(change({ 'c.txt': 'c' }));
    expect(await filesOf(await open(at))).toEqual({ 'a.txt': 'one', 'c.txt': 'c' });
  });

  test('does not keep anybody from reading', async () => {
    const { repository, lock } = await repositoryOnDisk();
    writeFileSync(lock, '');
    expect(await filesOf(repository)).toEqual({ 'a.txt': 'one' });
  });
});

describe('a reference that cannot be understood', () => {
  test.each([
    ['empty', ''],
    ['cut short', 'c0ffee'],
    ['of zeros bytes', '\0'.repeat(41)],
    ['symbolic', 'ref: refs/heads/other\n'],
  ])('because it is %s makes reads and writes unavailable, not the brand empty', async (_, text) => {
    const { at, repository } = await repositoryOnDisk();
    const good = headOf(at);
    writeFileSync(join(at.gitdir, branch), text);
    for (const instance of [repository, await open(at)]) {
      await expect(instance.read()).rejects.toMatchObject({ code: 'unavailable' });
      await expect(instance.write(change({ 'b.txt': 'b' }))).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(nodeFs.readFileSync(join(at.gitdir, branch), 'utf8')).toBe(text);
    writeFileSync(join(at.gitdir, branch), `${good}\n`);
    expect(await filesOf(repository)).toEqual({ 'a.txt': 'one' });
  });

  test('because it names a missing commit makes reads unavailable until it is mended', async () => {
    const { at, repository } = await repositoryOnDisk();
    const good = headOf(at);
    writeFileSync(join(at.gitdir, branch), `${oid('1')}\n`);
    await expect(repository.read()).rejects.toMatchObject({ code: 'unavailable' });
    writeFileSync(join(at.gitdir, branch), `${good}\n`);
    expect(await filesOf(repository)).toEqual({ 'a.txt': 'one' });
  });

  test('because it is a directory makes reads unavailable', async () => {
    const { at, repository } = await repositoryOnDisk();
    rmSync(join(at.gitdir, branch));
    nodeFs.mkdirSync(join(at.gitdir, branch));
    await expect(repository.read()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
