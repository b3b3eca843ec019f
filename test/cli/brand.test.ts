import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { portal, portalJson } from '../support/cli.js';
import { dataWithBrand } from '../support/data.js';
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
    const review = { review: 'off', approvers: 'editors', findings_allowed: true };
    const access = { portal: 'people', portal_listed: false, portal_opens: opens, ...review };
    const acme = { slug: 'acme', name: 'Acme', modules: ['brand_agent'], api_enabled: true, ...access };
    expect(JSON.parse(stdout)).toEqual([
      { ...acme, created_at: expect.stringMatching(/^\d{4}-.*Z$/), changed_at: expect.stringMatching(/Z$/) },
    ]);
    checkRepository(join(data, 'brands/acme.git'));
  });

  test.each([
    ['Acme', 'A', 'a-z'],
    ['../up', 'A', 'a-z'],
    ['acme', '', 'name'],
  ])('refuses the slug %j with the name %j and makes nothing', async (slug, name, reason) => {
    const data = temporaryDirectory();
    const { code, stdout, stderr } = await portal(['brand', 'create', '--name', name, '--data', data, '--', slug]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(reason);
    expect(readdirSync(join(data, 'brands'))).toEqual([]);
  });

  test('refuses a brand that exists, and one whose repository lies there already', async () => {
    const data = temporaryDirectory();
    await portalJson(['brand', 'create', 'acme', '--name', 'Acme'], data);
    const head = git(join(data, 'brands/acme.git'), ['rev-parse', 'main']);
    const again = await portal(['brand', 'create', 'acme', '--name', 'Other', '--data', data]);
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('exists already') });
    expect(git(join(data, 'brands/acme.git'), ['rev-parse', 'main'])).toBe(head);
    cpSync(join(data, 'brands/acme.git'), join(data, 'brands/copy.git'), { recursive: true });
    const copy = await portal(['brand', 'create', 'copy', '--name', 'Copy', '--data', data]);
    expect(copy).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('not registered') });
  });
});

describe('brand register', () => {
  test('is the way out after a crash between the repository and its registration, which create and import name', async () => {
    const data = temporaryDirectory();
    await portalJson(['brand', 'import', join(exampleBrands, 'little-bakery')], data);
    const head = git(join(data, 'brands/little-bakery.git'), ['rev-parse', 'main']);
    rmSync(join(data, 'registry.git'), { recursive: true });
    const again = await portal(['brand', 'import', join(exampleBrands, 'little-bakery'), '--data', data]);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('brand-portal brand register little-bakery'),
    });
    const arguments_ = ['brand', 'register', 'little-bakery', '--modules', 'brand_agent'];
    const made = await portalJson(arguments_, data);
    expect(made).toMatchObject({ slug: 'little-bakery', modules: ['brand_agent'], api_enabled: true });
    await portalJson(['key', 'issue', 'little-bakery', '--name', 'A', '--rights', 'read'], data);
    expect(git(join(data, 'brands/little-bakery.git'), ['rev-parse', 'main'])).toBe(head);
    const twice = await portal([...arguments_, '--data', data]);
    expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
  });

  test('refuses what is no repository of a brand', async () => {
    const data = temporaryDirectory();
    await portalJson(['brand', 'create', 'acme', '--name', 'Acme'], data);
    cpSync(join(data, 'registry.git'), join(data, 'brands/odd.git'), { recursive: true });
    for (const [slug, reason] of [
      ['none', 'not found'],
      ['../registry', 'not found'],
      ['odd', 'brand.json'],
    ] as const) {
      const refused = await portal(['brand', 'register', slug, '--data', data]);
      expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(reason) });
    }
  });
});

describe('brand import', () => {
  test('takes the slug that is named, or the name of the folder when it is one', async () => {
    const data = temporaryDirectory();
    const folder = join(temporaryDirectory(), 'Little Bakery');
    cpSync(join(exampleBrands, 'little-bakery'), folder, { recursive: true });
    const unnamed = await portal(['brand', 'import', folder, '--data', data]);
    expect(unnamed).toMatchObject({ code: 1, stdout: '' });
    expect(unnamed.stderr).toContain(`${folder} cannot be imported under its name: `);
    const wrong = await portal(['brand', 'import', folder, '--slug', 'Bakery', '--data', data]);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('"Bakery" is no brand slug: ') });
    const imported = await portalJson(['brand', 'import', folder, '--slug', 'bakery'], data);
    expect(imported).toMatchObject({ slug: 'bakery' });
    expect(await portalJson(['brand', 'list'], data)).toMatchObject([{ slug: 'bakery' }]);
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
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  const { code, stdout, stderr } = await portal(['brand', 'list', '--data', join(file, 'data')]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^error: /);
});

describe('a data directory that is none', () => {
  test.each([
    ['is not there', () => {}, 'does not exist'],
    ['holds nothing of ours', mkdirSync, 'holds no brands'],
    ['is a file', (path: string) => writeFileSync(path, ''), 'is no directory'],
  ])('because it %s is told by what only looks, and nothing is made there', async (_, make, reason) => {
    const parent = temporaryDirectory();
    const data = join(parent, 'data');
    make(data);
    for (const args of [
      ['brand', 'list'],
      ['key', 'list'],
      ['stats', 'acme'],
      ['page', 'list', 'acme'],
    ]) {
      const { code, stdout, stderr } = await portal([...args, '--data', data]);
      expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' });
      expect(stderr).toBe(`error: The data directory ${data} ${reason}.\n`);
    }
    expect(readdirSync(parent, { recursive: true }).filter((name) => name !== 'data')).toEqual([]);
  });
});

test("an import keeps to the limits of the server's configuration", async () => {
  const config = join(temporaryDirectory(), 'portal.yaml');
  writeFileSync(config, 'pages_per_brand: 2\nmedia_per_brand: 2\n');
  const folder = join(exampleBrands, 'little-bakery');
  const data = temporaryDirectory();
  const refused = await portal(['brand', 'import', folder, '--data', data, '--config', config]);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('pages: A brand must not have more than 2 pages, those in the trash included.');
  expect(refused.stderr).toContain('media.yaml: A brand must not have more than 2 media.');
  expect(await portalJson(['brand', 'list'], data)).toEqual([]);
});

test('brand set says what needs a review, and by whom', async () => {
  const { data } = await dataWithBrand();
  const set = (...options: string[]) => portal(['brand', 'set', 'acme', ...options, '--data', data]);
  expect((await set()).stdout).not.toContain('review');
  expect((await set('--review', 'everyone', '--approvers', 'admins')).stdout).toContain(
    'All changes but those by keys need a review by admins, who do not approve their own.\n',
  );
  await set('--review', 'agents', '--own-approval', 'yes', '--findings', 'refuse');
  expect(await portalJson(['brand', 'set', 'acme'], data)).toMatchObject({
    ...{ review: 'agents', approvers: 'admins', own_approval: true, findings_allowed: false },
  });
  expect((await set('--review', 'nobody')).code).toBe(2);
});
