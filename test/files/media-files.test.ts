import * as nodeFs from 'node:fs';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { paths } from '../../src/content/catalog/paths.js';
import { encodePointer } from '../../src/content/files/pointer.js';
import { noInput } from '../../src/operations/engine/contract.js';
import { listChanges } from '../../src/operations/feed.js';
import { changesBetween, listCommits } from '../../src/operations/history.js';
import { inspectMedia, releaseMedia, removeMedia } from '../../src/operations/media.js';
import { previewReset, resetBrand } from '../../src/operations/reset.js';
import { deleteFile, filesSentBy } from '../../src/service/files/uploads.js';
import { editor } from '../support/brand.js';
import { brand, brandForEach } from '../support/brand-fixture.js';
import { sha256Of } from '../support/files.js';
import { checkRepository, clone, commitAndPush, git } from '../support/git.js';
import { callOf, operator, run, upload } from '../support/media.js';

brandForEach({ real: true });
afterEach(() => checkRepository(brand.gitdir));

const head = (): string => git(brand.gitdir, ['rev-parse', 'main']).trim();
const repository = () => brand.service.openBrand('acme');
const catalog = async () => (await (await repository()).read()).catalog;
const medium = (id = 1) => run(brand, inspectMedia, { id: `${id}` });
const reader = { ...editor, id: 'k2', rights: ['read'] } as const;
const bytesOf = async (sha256: string) => {
  const found = await brand.service.files('acme').find(sha256);
  return found && readFileSync(found.path, 'utf8');
};

describe('a medium with a file', () => {
  test('keeps all that is said of it when the file is replaced, and has another version then', async () => {
    const first = await upload(brand, 'one', { metadata: { title: 'Logo', caption: 'Our logo' } });
    await run(brand, releaseMedia, { id: '1' }, { released: true });
    const { value, version } = await upload(brand, 'two', { name: 'b.png', replaces: '1' }, callOf(operator));
    expect(value).toMatchObject({ id: 1, title: 'Logo', caption: 'Our logo', released: true, file: { name: 'b.png' } });
    expect(version).not.toBe(first.version);
    expect(git(brand.gitdir, ['ls-tree', '--name-only', 'main', 'files/1/']).trim()).toBe('files/1/b.png');
    expect(await bytesOf(sha256Of('one'))).toBe('one');
    const same = await upload(brand, 'two', { name: 'b.png', replaces: '1' }, callOf(operator));
    expect([same.isCommitted, same.version]).toEqual([false, version]);
  });

  test('loses its pointer when it is removed, and comes back with it by a reset', async () => {
    await upload(brand, 'one');
    const before = head();
    await run(brand, removeMedia, { id: '1' });
    expect(git(brand.gitdir, ['ls-tree', '-r', '--name-only', 'main', 'files', 'media'])).not.toMatch(/files\/1|media/);
    await run(brand, resetBrand, {}, { to: before });
    expect(await medium()).toMatchObject({ file: { name: 'logo.svg', sha256: sha256Of('one') } });
    await upload(brand, 'two', { name: 'b.png', replaces: '1' });
    await run(brand, resetBrand, {}, { to: before });
    expect((await medium()).file?.name).toBe('logo.svg');
    expect(git(brand.gitdir, ['ls-tree', '--name-only', 'main', 'files/1/']).trim()).toBe('files/1/logo.svg');
  });

  test('is one thing with its file in comparisons, in the history and for those who follow changes', async () => {
    await upload(brand, 'one', { metadata: { title: 'Logo' } });
    const added = head();
    await run(brand, releaseMedia, { id: '1' }, { released: true });
    const released = head();
    await upload(brand, 'two', { name: 'b.png', replaces: '1' }, callOf(operator));
    const changes = [];
    for await (const one of changesBetween(await repository(), brand.service.work.of(), released, head(), {}, false))
      changes.push(one);
    expect(changes).toMatchObject([{ kind: 'media', id: 1, change: 'changed' }]);
    expect(JSON.stringify(changes)).toContain('b.png');
    const commits = [];
    for await (const { subject } of listCommits(await repository(), { media: '1' })) commits.push(subject);
    expect(commits).toEqual(['Replace the file of medium 1 "Logo"', 'Release medium 1 "Logo"', 'Add medium 1 "Logo"']);
    const since = async (version: string) => {
      const query = { since: version };
      const { value } = await brand.service.run(listChanges, callOf(reader), { ...noInput, query });
      return value.changes.map(({ kind, id, change }) => `${change} ${kind} ${id}`);
    };
    expect(await since(released)).toEqual(['changed media 1']);
    expect(await since(added)).toEqual(['created media 1']);
    await run(brand, releaseMedia, { id: '1' }, { released: false });
    const withdrawn = head();
    await upload(brand, 'three', { replaces: '1' });
    expect(await since(withdrawn)).toEqual([]);
    expect(await since(released)).toEqual(['deleted media 1']);
  });
});

describe('what is pushed', () => {
  const pointer = encodePointer({ sha256: sha256Of('one'), bytes: 3 });

  async function push(change: (directory: string) => void) {
    const directory = clone(brand.gitdir);
    change(directory);
    commitAndPush(directory, 'By hand');
    return catalog();
  }

  test('as a second pointer is a problem, and the first by name counts, in whatever order they came and go', async () => {
    await upload(brand, 'one', { name: 'm.svg' });
    const put = (name: string) => (directory: string) => writeFileSync(join(directory, 'files/1', name), pointer);
    let found = await push(put('z.svg'));
    expect([found.files.get(1)?.name, [...found.problems]]).toEqual([
      'm.svg',
      [['files/1/z.svg', 'medium 1 has another file']],
    ]);
    found = await push(put('a.svg'));
    expect([found.files.get(1)?.name, [...found.problems.keys()].sort()]).toEqual([
      'a.svg',
      ['files/1/m.svg', 'files/1/z.svg'],
    ]);
    await brand.restart();
    expect([...(await catalog()).problems.keys()].sort()).toEqual(['files/1/m.svg', 'files/1/z.svg']);
    found = await push((directory) => rmSync(join(directory, 'files/1/a.svg')));
    expect([found.files.get(1)?.name, [...found.problems.keys()]]).toEqual(['m.svg', ['files/1/z.svg']]);
    await upload(brand, 'two', { name: 'b.svg', replaces: '1' });
    expect((await catalog()).problems.size).toBe(0);
    expect(git(brand.gitdir, ['ls-tree', '--name-only', 'main', 'files/1/']).trim()).toBe('files/1/b.svg');
  });

  test('as no pointer is a problem, and its number is not given to another medium', async () => {
    const found = await push((directory) => {
      nodeFs.mkdirSync(join(directory, 'files/7'), { recursive: true });
      writeFileSync(join(directory, 'files/7/real.png'), 'real bytes');
      writeFileSync(join(directory, 'files/7/Loud.png'), pointer);
    });
    expect([...found.problems].sort()).toEqual([
      ['files/7/Loud.png', 'no file of the brand format'],
      ['files/7/real.png', 'not a git-lfs pointer'],
    ]);
    expect((await upload(brand, 'one')).value.id).toBe(8);
  });
});

test('old content brought back publishes nothing: media are as released as they are now', async () => {
  for (const name of ['kept.svg', 'withdrawn.svg', 'removed.svg', 'later.svg']) await upload(brand, name, { name });
  for (const id of ['1', '2', '3']) await run(brand, releaseMedia, { id }, { released: true });
  const before = head();
  for (const id of ['1', '2']) await upload(brand, `new ${id}`, { replaces: id }, callOf(operator));
  await run(brand, releaseMedia, { id: '2' }, { released: false });
  await run(brand, removeMedia, { id: '3' }, {});
  await run(brand, releaseMedia, { id: '4' }, { released: true });
  await run(brand, resetBrand, {}, { to: before });
  const { media, files } = await catalog();
  expect([1, 2, 3, 4].map((id) => [id, media.get(id)?.released, files.get(id)?.name])).toEqual([
    [1, true, 'kept.svg'],
    [2, false, 'withdrawn.svg'],
    [3, false, 'removed.svg'],
    [4, true, 'later.svg'],
  ]);
});

test('more than a brand, a key or the server takes is refused, and stores nothing', async () => {
  await brand.restart({ fileBytes: 10, fileBytesPerBrand: 25, fileBytesPerKeyAndDay: 20, media: 3 });
  const refused = async (upload: Promise<unknown>, error: { readonly code: string; readonly message?: unknown }) => {
    const before = head();
    await expect(upload).rejects.toMatchObject(error);
    expect(head()).toBe(before);
    expect(nodeFs.readdirSync(join(brand.gitdir, 'lfs/incomplete'))).toEqual([]);
  };
  await upload(brand, 'a'.repeat(10));
  await refused(upload(brand, 'x'.repeat(11)), { code: 'too_large' });
  await upload(brand, 'b'.repeat(10));
  await refused(upload(brand, 'c'), { code: 'rate_limited' });
  const message = (part: string) => ({ code: 'invalid', message: expect.stringContaining(part) });
  await refused(upload(brand, 'd'.repeat(6), {}, callOf(operator)), message('than 25 bytes'));
  await upload(brand, 'a'.repeat(10), {}, callOf(operator));
  await refused(upload(brand, 'e', {}, callOf(operator)), message('more than 3 media'));
});

describe('a file that is deleted for good', () => {
  const purge = (content: string) =>
    deleteFile(brand.service, callOf(operator), { sha256: sha256Of(content), reason: 'The licence has ended' });

  test('is one that no medium has now; it is recorded, gone, and does not come back', async () => {
    const keyed = callOf(editor, { idempotencyKey: 'first' });
    await upload(brand, 'one', {}, keyed);
    const first = head();
    await expect(purge('one')).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('Medium 1 has this file'),
    });
    expect(await bytesOf(sha256Of('one'))).toBe('one');
    await upload(brand, 'two', { name: 'b.png', replaces: '1' });
    await purge('one');
    expect(await bytesOf(sha256Of('one'))).toBeNull();
    expect((await catalog()).purged).toMatchObject([{ sha256: sha256Of('one'), reason: 'The licence has ended' }]);
    await purge('one');
    expect((await catalog()).purged).toHaveLength(1);
    await expect(purge('never')).rejects.toMatchObject({ code: 'not_found' });
    await expect(upload(brand, 'one')).rejects.toMatchObject({
      message: expect.stringMatching(/deleted for good .*The licence has ended/),
    });
    expect(await bytesOf(sha256Of('one'))).toBeNull();
    expect((await upload(brand, 'one', {}, keyed)).isReplayed).toBe(true);
    expect(await bytesOf(sha256Of('one'))).toBeNull();

    const { conflicts } = await brand.service
      .run(previewReset, callOf(operator), { ...noInput, query: { to: first } })
      .then(({ value }) => value);
    expect(conflicts).toMatchObject([
      { path: paths.file(1, 'logo.svg'), forced: 'the medium comes back without a file' },
    ]);
    await expect(run(brand, resetBrand, {}, { to: first })).rejects.toMatchObject({ code: 'invalid' });
    await run(brand, resetBrand, {}, { to: first, force: true });
    expect((await medium()).file).toBeNull();
    expect((await catalog()).purged).toHaveLength(1);
  });

  test('is refused to all but the operator', async () => {
    await upload(brand, 'one');
    await upload(brand, 'two', { replaces: '1' });
    const body = { sha256: sha256Of('one'), reason: 'Why not' };
    await expect(deleteFile(brand.service, callOf(editor), body)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await bytesOf(body.sha256)).toBe('one');
  });

  test('can be all that a key has sent', async () => {
    const leaked = { ...editor, id: 'leaked1' };
    await upload(brand, 'mine', {}, callOf(editor));
    await upload(brand, 'bad', {}, callOf(leaked));
    await upload(brand, 'worse', { replaces: '2' }, callOf(leaked));
    await upload(brand, 'mine too', { name: 'leaked1@.svg' }, callOf({ ...editor, name: 'leaked1@' }));
    expect(await filesSentBy(brand.service, 'acme', 'leaked1')).toEqual(new Set([sha256Of('bad'), sha256Of('worse')]));
  });
});
