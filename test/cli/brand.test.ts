import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commanding, commandsOn, portal, portalJson } from '../support/cli.js';
import { fileIn } from '../support/files.js';
import { checkRepository, git, temporaryDirectory } from '../support/git.js';
import { exampleBrands } from '../support/portal.js';

describe('brand create', () => {
  test('makes a brand that the list shows, in the directory of BRAND_PORTAL_DATA', async () => {
    const data = join(temporaryDirectory(), 'new', 'data');
    const env = { BRAND_PORTAL_DATA: data };
    const made = await portal(['brand', 'create', 'acme', '--name', 'Acme', '--modules', 'brand_agent'], env);
    expect(made).toEqual({ code: 0, stdout: 'Created brand acme.\n', stderr: '' });
    const { stdout } = await portal(['brand', 'list', '--json'], env);
    const opens = { facts: 'people', language: 'people' };
    const review = { review: 'off', translations_reviewed: true, approvers: 'editors', findings_allowed: true };
    const access = { portal: 'people', portal_listed: false, portal_opens: opens, ...review };
    const acme = { slug: 'acme', name: 'Acme', modules: ['brand_agent'], api_enabled: true, ...access };
    expect(JSON.parse(stdout)).toEqual([
      { ...acme, created_at: expect.stringMatching(/^\d{4}-.*Z$/), changed_at: expect.stringMatching(/Z$/) },
    ]);
    checkRepository(join(data, 'brands/acme.git'));
  });

  test('refuses what is no slug or no name, and a brand or a repository that is there, and makes nothing', async () => {
    const { data, fail, gitdir } = await commanding();
    const head = git(gitdir, ['rev-parse', 'main']);
    cpSync(gitdir, join(data, 'brands/copy.git'), { recursive: true });
    await fail(
      [1, 'a-z', 'brand', 'create', 'Acme', '--name', 'A'],
      [1, 'a-z', 'brand', 'create', '../up', '--name', 'A'],
      [1, 'name', 'brand', 'create', 'other', '--name', ''],
      [1, 'exists already', 'brand', 'create', 'acme', '--name', 'Other'],
      [1, 'not registered', 'brand', 'create', 'copy', '--name', 'Copy'],
    );
    expect(git(gitdir, ['rev-parse', 'main'])).toBe(head);
    expect(readdirSync(join(data, 'brands')).sort()).toEqual(['acme.git', 'copy.git']);
  });
});

test('brand create --like takes theme, modules and chapters of another brand, and none of its texts', async () => {
  const { data, json, words, fail } = commandsOn(temporaryDirectory());
  await json('brand', 'import', join(exampleBrands, 'northlight'));
  const made = await words('brand', 'create', 'south', '--name', 'Southlight', '--like', 'northlight');
  expect(made).toEqual({ code: 0, stdout: 'Created brand south.\n', stderr: '' });
  const gitdir = (slug: string) => join(data, `brands/${slug}.git`);
  const read = (slug: string, path: string) => JSON.parse(git(gitdir(slug), ['show', `main:${path}`]));
  const pathsOf = (slug: string) => git(gitdir(slug), ['ls-tree', '-r', '--name-only', 'main']).trim().split('\n');
  const chaptersOf = (slug: string) => {
    const pages = pathsOf(slug).flatMap((path) => (path.startsWith('pages/') ? [read(slug, path)] : []));
    const titleOf = (id: number | null) => pages.find((page) => page.id === id)?.title ?? null;
    const chapters = pages.filter(({ type }) => type === 'container');
    return chapters.map(({ title, slug, parent_id, position, visibility }) => {
      return { title, slug, parent: titleOf(parent_id), position, visibility };
    });
  };
  const chapters = chaptersOf('south');
  expect([chapters.length > 5, chapters.some(({ parent }) => parent !== null)]).toEqual([true, true]);
  expect(chapters.toSorted((a, b) => a.slug.localeCompare(b.slug))).toEqual(
    chaptersOf('northlight').toSorted((a, b) => a.slug.localeCompare(b.slug)),
  );
  const ids = chapters.map((_, at) => `pages/0/${at + 1}.json`).sort();
  expect(pathsOf('south').sort()).toEqual(['README.md', 'brand.json', 'format.json', ...ids]);
  for (const path of ids) expect(read('south', path).blocks).toEqual([]);
  const { theme } = read('northlight', 'brand.json');
  expect(read('south', 'brand.json')).toEqual({ name: 'Southlight', default_visibility: 'internal', theme });
  const brands: { slug: string; modules: string[] }[] = await json('brand', 'list');
  expect(brands[1]).toMatchObject({ slug: 'south', modules: brands[0]?.modules, portal: 'people' });
  expect(git(gitdir('south'), ['log', '--format=%s', 'main']).trim()).toBe('Create brand "Southlight" like northlight');
  checkRepository(gitdir('south'));
  expect((await words('check', 'south')).code).toBe(0);
  await fail(
    [1, 'Brand nobody not found', 'brand', 'create', 'west', '--name', 'West', '--like', 'nobody'],
    [2, "cannot be used with option '--modules", ...likeWithModules],
  );
});

const likeWithModules = ['brand', 'create', 'west', '--name', 'W', '--like', 'northlight', '--modules', 'brand_agent'];

describe('brand register', () => {
  test('is the way out after a crash between the repository and its registration, which create and import name', async () => {
    const { data, json, fail } = commandsOn(temporaryDirectory());
    const folder = join(exampleBrands, 'little-bakery');
    await json('brand', 'import', folder);
    const gitdir = join(data, 'brands/little-bakery.git');
    const head = git(gitdir, ['rev-parse', 'main']);
    rmSync(join(data, 'registry.git'), { recursive: true });
    await fail([1, 'brand-portal brand register little-bakery', 'brand', 'import', folder]);
    const registering = ['brand', 'register', 'little-bakery', '--modules', 'brand_agent'];
    const made = await json(...registering);
    expect(made).toMatchObject({ slug: 'little-bakery', modules: ['brand_agent'], api_enabled: true });
    await json('key', 'issue', 'little-bakery', '--name', 'A', '--rights', 'read');
    expect(git(gitdir, ['rev-parse', 'main'])).toBe(head);
    await fail([1, 'exists already', ...registering]);
  });

  test('refuses what is no repository of a brand', async () => {
    const { data, fail } = await commanding();
    cpSync(join(data, 'registry.git'), join(data, 'brands/odd.git'), { recursive: true });
    for (const [slug, reason] of [
      ['none', 'not found'],
      ['../registry', 'not found'],
      ['odd', 'brand.json'],
    ] as const)
      await fail([1, reason, 'brand', 'register', slug]);
  });
});

describe('brand import', () => {
  test('takes the slug that is named, or the name of the folder when it is one', async () => {
    const { json, fail } = commandsOn(temporaryDirectory());
    const folder = join(temporaryDirectory(), 'Little Bakery');
    cpSync(join(exampleBrands, 'little-bakery'), folder, { recursive: true });
    await fail(
      [1, `${folder} cannot be imported under its name: `, 'brand', 'import', folder],
      [1, '"Bakery" is not a valid slug: ', 'brand', 'import', folder, '--slug', 'Bakery'],
    );
    expect(await json('brand', 'import', folder, '--slug', 'bakery')).toMatchObject({ slug: 'bakery' });
    expect(await json('brand', 'list')).toMatchObject([{ slug: 'bakery' }]);
  });

  describe('of so many pages that threads read them', () => {
    const folderOf = (changed: Record<string, string>): string => {
      const folder = join(temporaryDirectory(), 'many');
      cpSync(join(exampleBrands, 'little-bakery/brand.yaml'), join(folder, 'brand.yaml'));
      mkdirSync(join(folder, 'pages'));
      const pages = Array.from({ length: 600 }, (_, at) => [`${at}.yaml`, `title: Page ${at}\nslug: page-${at}\n`]);
      const files: Record<string, string> = { ...Object.fromEntries(pages), ...changed };
      for (const [name, text] of Object.entries(files)) {
        writeFileSync(join(folder, 'pages', name), text);
      }
      return folder;
    };

    test('keeps their order and what YAML says of them', async () => {
      const data = temporaryDirectory();
      const blocks =
        'blocks: [{ type: rich_text, data: &d { html: "<p onclick=x>é</p>" } }, { type: rich_text, data: *d }]';
      const imported = await portalJson(['brand', 'import', folderOf({ '7.yaml': `title: Seven\n${blocks}\n` })], data);
      expect(imported).toEqual({ slug: 'many', pages: 600 });
      const gitdir = join(data, 'brands/many.git');
      const page = (id: number) => JSON.parse(git(gitdir, ['show', `main:pages/${Math.floor(id / 100)}/${id}.json`]));
      expect([1, 8, 600].map((id) => page(id).title)).toEqual(['Page 0', 'Seven', 'Page 599']);
      expect(page(8).blocks.map(({ data }: { data: object }) => data)).toEqual([
        { html: '<p>é</p>' },
        { html: '<p>é</p>' },
      ]);
      checkRepository(gitdir);
    });

    test('names file and line of everything wrong', async () => {
      const wrong = {
        '3.yaml': 'title: "open\n',
        '300.yaml': 'title: A\n\nunknown: 1\n',
        '400.yaml': 'title: B\nslug: page-5\n',
        '500.yaml': 'title: *nowhere\n',
      };
      const data = temporaryDirectory();
      const { code, stdout, stderr } = await portal(['brand', 'import', folderOf(wrong), '--data', data]);
      expect([code, stdout, readdirSync(join(data, 'brands'))]).toEqual([1, '', []]);
      const named = stderr.split('\n').map((line) => /^(?:error: )?(\S+:\d+): (?:\w+: )?/.exec(line)?.[1]);
      expect(new Set(named.filter(Boolean))).toEqual(
        new Set(['pages/3.yaml:2', 'pages/300.yaml:3', 'pages/400.yaml:2', 'pages/500.yaml:1']),
      );
    });
  });
});

test('a data directory that cannot be made is a failure with a reason', async () => {
  const file = fileIn(temporaryDirectory(), 'file', '');
  await commandsOn(join(file, 'data')).fail([1, /^error: /, 'brand', 'list']);
});

test.each([
  ['is not there', () => {}, 'does not exist'],
  ['holds nothing of ours', mkdirSync, 'holds no brands'],
  ['is a file', (path: string) => writeFileSync(path, ''), 'is not a directory'],
])(
  'a data directory that is none because it %s is told by what only looks, and nothing is made there',
  async (...row) => {
    const [, make, reason] = row;
    const parent = temporaryDirectory();
    const data = join(parent, 'data');
    make(data);
    for (const command of ['brand list', 'key list', 'stats acme', 'page list acme']) {
      const stderr = `error: The data directory ${data} ${reason}.\n`;
      expect(await commandsOn(data).words(...command.split(' '))).toEqual({ code: 1, stdout: '', stderr });
    }
    expect(readdirSync(parent, { recursive: true }).filter((name) => name !== 'data')).toEqual([]);
  },
);

test("an import keeps to the limits of the server's configuration", async () => {
  const config = fileIn(temporaryDirectory(), 'portal.yaml', 'pages_per_brand: 2\nmedia_per_brand: 2\n');
  const { json, fail } = commandsOn(temporaryDirectory());
  const command = ['brand', 'import', join(exampleBrands, 'little-bakery'), '--config', config];
  await fail(
    [1, 'pages: A brand must not have more than 2 pages, those in the trash included.', ...command],
    [1, 'media.yaml: A brand must not have more than 2 media.', ...command],
  );
  expect(await json('brand', 'list')).toEqual([]);
});

test('brand set says what needs a review, and by whom', async () => {
  const { json, words } = await commanding();
  const set = (...options: string[]) => words('brand', 'set', 'acme', ...options);
  expect((await set()).stdout).not.toContain('review');
  expect((await set('--review', 'everyone', '--approvers', 'admins')).stdout).toContain(
    'All changes but those by keys need a review by admins, who cannot approve their own proposals.\n',
  );
  await set('--review', 'agents', '--own-approval', 'yes', '--findings', 'refuse');
  expect(await json('brand', 'set', 'acme')).toMatchObject({
    ...{ review: 'agents', approvers: 'admins', own_approval: true, findings_allowed: false },
  });
  expect((await set('--review', 'nobody')).code).toBe(2);
});
