import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Provisioning } from '../../src/service/provisioning.js';
import { commandsOn } from '../support/cli.js';

import { checkRepository, git, temporaryDirectory } from '../support/git.js';
import { exampleBrands } from '../support/portal.js';

/** Folders of brands of these slugs, and commands on a data directory of their own. */
function folders(...slugs: string[]) {
  const root = temporaryDirectory();
  const paths = slugs.map((slug) => join(root, slug));
  for (const path of paths) cpSync(join(exampleBrands, 'little-bakery'), path, { recursive: true });
  const made = commandsOn(temporaryDirectory());
  const gitdir = (slug: string) => join(made.data, `brands/${slug}.git`);
  const head = (slug: string) => git(gitdir(slug), ['rev-parse', 'main']);
  return { ...made, root, paths, gitdir, head };
}

test('brand import takes many folders: one that is refused leaves nothing and stops no other, and a second run does the rest', async () => {
  const { data, json, words, root, paths, gitdir, head } = folders('one', 'three', 'two');
  const broken = join(root, 'three/brand.yaml');
  writeFileSync(broken, 'name: [\n');
  const first = await words('brand', 'import', ...paths);
  expect(first).toMatchObject({ code: 1, stdout: 'Imported 2 brands with 18 pages.\n' });
  expect(first.stderr).toMatch(/^error: 1 of 3 refused\.\n/);
  expect(first.stderr).toContain(`${join(root, 'three')}: brand.yaml:2: `);
  expect(readdirSync(join(data, 'brands')).sort()).toEqual(['one.git', 'two.git']);
  const heads = ['one', 'two'].map(head);

  cpSync(join(exampleBrands, 'little-bakery/brand.yaml'), broken);
  const [one, three, two] = paths;
  expect(await json('brand', 'import', ...paths)).toEqual({
    done: [{ folder: three, slug: 'three', pages: 9 }],
    there: [
      { folder: one, slug: 'one', pages: null },
      { folder: two, slug: 'two', pages: null },
    ],
    refused: [],
    left: 0,
  });
  expect(['one', 'two'].map(head)).toEqual(heads);
  checkRepository(gitdir('three'));
  expect(await words('brand', 'import', ...paths)).toEqual({
    code: 0,
    stdout: 'Imported 0 brands with 0 pages.\nThere already, and not changed: 3.\n',
    stderr: '',
  });
});

test('brand import of many completes what was ended between a repository and its registration', async () => {
  const { data, json, words, paths, gitdir, head } = folders('one', 'two');
  await json('brand', 'import', ...paths);
  const heads = ['one', 'two'].map(head);
  // The second brand has a commit that no import has made.
  const tree = git(gitdir('two'), ['rev-parse', 'main^{tree}']).trim();
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@b.c'];
  const edited = git(gitdir('two'), [...author, 'commit-tree', '-p', 'main', '-m', 'Edit', tree]).trim();
  git(gitdir('two'), ['update-ref', 'refs/heads/main', edited]);
  rmSync(join(data, 'registry.git'), { recursive: true });

  const { code, stdout, stderr } = await words('brand', 'import', ...paths);
  expect([code, stdout]).toEqual([1, 'Imported 1 brand with 9 pages.\n']);
  expect(stderr).toContain('brand-portal brand register two');
  expect(head('one')).toBe(heads[0]);
  expect((await json('brand', 'list')).map(({ slug }: { slug: string }) => slug)).toEqual(['one']);
});

test('brand import of many ends after the brand that was begun, and says how many are left', async () => {
  const { json, words, paths } = folders('one', 'two', 'three');
  const create = Provisioning.prototype.create;
  const ending = vi.spyOn(Provisioning.prototype, 'create').mockImplementationOnce(function (
    this: Provisioning,
    ...brand
  ) {
    process.emit('SIGTERM');
    return create.apply(this, brand);
  });
  const { code, stdout, stderr } = await words('brand', 'import', ...paths);
  ending.mockRestore();
  expect([code, stdout]).toEqual([1, 'Imported 1 brand with 9 pages.\n']);
  expect(stderr).toContain('Ended early: 2 left. The same command does them.');
  expect((await json('brand', 'import', ...paths)).done).toHaveLength(2);
});

test('brand import refuses two folders for one brand, and a slug for several, before anything is made', async () => {
  const { data, fail, root, paths } = folders('one', 'two');
  cpSync(join(root, 'one'), join(root, 'more/one'), { recursive: true });
  await fail(
    [1, 'are both for the brand one: nothing was imported', 'brand', 'import', ...paths, join(root, 'more/one')],
    [2, '--slug is for one folder', 'brand', 'import', ...paths, '--slug', 'three'],
  );
  expect(readdirSync(join(data, 'brands'))).toEqual([]);
});
