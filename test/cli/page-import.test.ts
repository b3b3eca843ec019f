import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { serving } from '../support/cli.js';
import { temporaryDirectory } from '../support/git.js';

/** Pages as Hugo, Decap and Keystatic keep them. */
const site = fileURLToPath(new URL('./markdown-site', import.meta.url));

test('names in any script are imported once, and a chapter whose words cannot be read is named', async () => {
  const { json, key, server } = await serving();
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'posts'));
  for (const name of ['你好', '世界']) writeFileSync(join(folder, `posts/${name}.md`), `# ${name}\n`);
  writeFileSync(join(folder, 'posts/_index.md'), '---\ntitle: [\n---\n');
  const found: { file: string; page: object | null; problem: string }[] = await json('page', 'import', 'acme', folder);
  expect(found.filter(({ page }) => page === null)).toMatchObject([
    { file: 'posts/_index.md', problem: 'The front matter is not valid YAML or TOML.' },
  ]);
  const count = async () => (await server.send(key, 'GET', '/pages')).body.length;
  expect(await count()).toBe(3);
  await json('page', 'import', 'acme', folder);
  expect(await count()).toBe(3);
});

test('a folder of Markdown becomes chapters and pages, and every loss is named', async () => {
  const { json, key, server, words } = await serving();
  const get = async (path: string) => (await server.send(key, 'GET', path)).body;
  const before = await get('/changes');
  type Found = {
    file: string;
    page: { type: string; title: string; slug: string } | null;
    lost: string[];
    problem: string;
  };
  const brief = (found: readonly Found[]) =>
    Object.fromEntries(
      found.map(({ file, page, lost, problem }) => [
        file,
        [page === null ? problem : `${page.type} ${page.slug} ${page.title}`, ...lost],
      ]),
    );
  const expected = {
    '_index.md': ['It is of the folder itself, which becomes no chapter.'],
    guides: ['container guides Guides for print', 'front_matter.weight:1', 'blocks:1'],
    'guides/2026-01-05-on-trains.markdown': [
      'guideline 2026-01-05-on-trains On trains',
      ...['front_matter.date:1', 'front_matter.tags:1', 'shortcode:8', 'image:10', 'alignment:14'],
    ],
    'guides/labels/index.md': ['guideline labels Labels', 'html:3'],
    'guides/labels/label.png': ['It lies with the page of its folder.'],
    posts: ['container posts Posts'],
    // Several have the name, a folder with its page among them.
    'guides/size': ['container guides-size Size'],
    'guides/size.md': [
      'guideline guides-size-page Sizes {#sizes}',
      'attributes:1',
      'footnote:3',
      'callout:5',
      'looks:7',
    ],
    'guides/size/small.md': ['guideline small Small'],
    'posts/size.md': ['guideline posts-size Size'],
    'posts/our-voice.markdown': ['The selected blocks.1.data.media id is invalid: it does not exist.'],
    'posts/wrong.md': ['The front matter is not valid YAML or TOML.'],
    'style.css': ['It is no Markdown.'],
  };
  const dry = await json('page', 'import', 'acme', site, '--dry-run');
  expect(brief(dry)).toEqual(expected);
  expect(await get('/changes')).toEqual(before);
  expect(brief(await json('page', 'import', 'acme', site))).toEqual(expected);
  const pages: { id: number; title: string; parent_id: number | null }[] = await get('/pages');
  const titleOf = (id: number | null) => pages.find((page) => page.id === id)?.title ?? null;
  expect(pages.map(({ title, parent_id }) => [title, titleOf(parent_id)])).toEqual([
    ['Guides for print', null],
    ['On trains', 'Guides for print'],
    ['Labels', 'Guides for print'],
    ['Size', 'Guides for print'],
    ['Small', 'Size'],
    ['Sizes {#sizes}', 'Guides for print'],
    ['Posts', null],
    ['Size', 'Posts'],
  ]);
  expect(pages.find(({ title }) => title === 'On trains')).toMatchObject({ visibility: 'hidden' });
  const again = await words('page', 'import', 'acme', site);
  expect(again.stdout).toContain('guides/labels/index.md: left out. The slug has already been taken.');
  expect(await get('/pages')).toEqual(pages);
});
