import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { releaseMedia } from '../../src/operations/media.js';
import { brand, brandForEach } from '../support/brand-fixture.js';
import { hasGitLfs, lfsFilters, sha256Of } from '../support/files.js';
import { checkRepository, git, temporaryDirectory } from '../support/git.js';
import { callOf, operator, run, upload } from '../support/media.js';

let places: string;

brandForEach({ real: true });
beforeEach(async () => {
  places = temporaryDirectory();
  await upload(brand, 'first', { name: 'first.svg' });
  await upload(brand, 'second', { name: 'second.svg', replaces: '1' }, callOf(operator));
  await upload(brand, 'other', { name: 'other.png' });
  await run(brand, releaseMedia, { id: '1' }, { released: true });
});
afterEach(() => checkRepository(brand.gitdir));

function clone(...options: string[]): string {
  const target = join(places, `clone-${readdirSync(places).length}`);
  git(places, [...lfsFilters, 'clone', '--quiet', ...options, brand.gitdir, target]);
  return target;
}

const text = (directory: string, path: string): string => readFileSync(join(directory, path), 'utf8');

test.skipIf(!hasGitLfs)('a clone by the path of the repository has the files, without any configuration', async () => {
  const { path } = (await brand.service.files('acme').find(sha256Of('other'))) as { path: string };
  rmSync(path);
  const directory = clone();
  expect(text(directory, 'files/1/second.svg')).toBe('second');
  // It is missing; the rest is checked out.
  expect(text(directory, 'files/2/other.png')).toContain(`oid sha256:${sha256Of('other')}`);
  expect(git(directory, [...lfsFilters, 'status', '--porcelain'])).toBe('');
  writeFileSync(join(directory, 'files/1/second.svg'), 'third');
  git(directory, [...lfsFilters, 'add', '--all']);
  const staged = git(directory, ['show', ':files/1/second.svg']);
  expect(staged).toBe(`version https://git-lfs.github.com/spec/v1\noid sha256:${sha256Of('third')}\nsize 5\n`);
});

test('a clone without git-lfs has pointers, and finds nothing changed', () => {
  const directory = join(places, 'plain');
  git(places, ['clone', '--quiet', brand.gitdir, directory]);
  expect(text(directory, 'files/1/second.svg')).toContain(`oid sha256:${sha256Of('second')}\nsize 6`);
  expect(git(directory, ['status', '--porcelain'])).toBe('');
});
