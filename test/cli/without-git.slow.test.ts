import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Outcome, spawnPortal } from '../support/command.js';
import { dataWithBrand } from '../support/data.js';
import { clone, commitAndPush, temporaryDirectory } from '../support/git.js';

/** A process of its own: that git is there is found out once. */
const withoutGit = (...args: string[]): Promise<Outcome> => spawnPortal(args, { PATH: temporaryDirectory() });

test('the history says that it needs git', async () => {
  const { data } = await dataWithBrand();
  expect(await withoutGit('history', 'acme', '--data', data)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: The history needs git, which is not installed on this machine.\n',
  });
});

test('a backup says that it needs git', async () => {
  const { data } = await dataWithBrand();
  const { code, stderr } = await withoutGit('backup', '--all', join(temporaryDirectory(), 'b'), '--data', data);
  expect([code, stderr]).toEqual([1, expect.stringContaining('git is not installed on this machine')]);
});

test('stats does without what git counts', async () => {
  const { data } = await dataWithBrand();
  expect(await withoutGit('stats', 'acme', '--data', data)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('unknown without git'),
  });
});

describe('check', () => {
  test('reads every object by itself', async () => {
    const { data } = await dataWithBrand();
    expect(await withoutGit('check', '--data', data)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('all is well'),
    });
  });

  test.each<[string, (pack: string) => void]>([
    ['is missing', (pack) => [`${pack}.pack`, `${pack}.idx`].map((path) => rmSync(path))],
    ['has a flipped byte', (pack) => writeFileSync(`${pack}.pack`, flipped(readFileSync(`${pack}.pack`)))],
  ])('finds that a pack of the history %s', async (_, damage) => {
    const { data } = await dataWithBrand();
    const gitdir = join(data, 'brands/acme.git');
    const [first = ''] = readdirSync(join(gitdir, 'objects/pack')).filter((name) => name.endsWith('.pack'));
    const work = clone(gitdir);
    const brand = JSON.parse(readFileSync(join(work, 'brand.json'), 'utf8'));
    writeFileSync(join(work, 'brand.json'), JSON.stringify({ ...brand, name: 'Everything new' }));
    commitAndPush(work, 'Everything new');
    damage(join(gitdir, 'objects/pack', first.slice(0, -'.pack'.length)));
    const { code, stdout } = await withoutGit('check', '--data', data);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^error {3}acme: the (commit|tree|blob) [0-9a-f]{40} cannot be read: /m);
  });
});

function flipped(bytes: Buffer): Buffer {
  const at = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  return bytes;
}
