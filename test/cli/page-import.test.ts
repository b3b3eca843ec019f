import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { fileIn } from '../support/files.js';
import { temporaryDirectory } from '../support/git.js';
import { importing } from './importing.js';

/** Pages as Hugo, Decap and Keystatic keep them. */
const site = fileURLToPath(new URL('./markdown-site', import.meta.url));

test('names in any script are imported once, and a page whose words cannot be read is named', async () => {
  const { get, importAll } = await importing();
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'posts'));
  for (const name of ['你好', '世界']) fileIn(folder, `posts/${name}.md`, `# ${name}\n`);
  fileIn(folder, 'posts/_index.md', '---\ntitle: [\n---\n');
  expect((await importAll(folder)).left).toEqual([
    { file: 'posts/_index.md', reason: 'The front matter is not valid YAML or TOML.' },
  ]);
  expect(await get('/pages')).toHaveLength(3);
  await importAll(folder);
  expect(await get('/pages')).toHaveLength(3);
});

test('a folder of Markdown becomes chapters and pages, and every loss is named', async () => {
  const { get, take, words } = await importing();
  const before = await get('/changes');
  const expected = {
    '_index.md': ['guideline left-alone Left alone'],
    guides: ['container guides-for-print Guides for print'],
    'guides/_index.md': ['guideline guides-for-print-overview Guides for print', 'front_matter.weight:1'],
    'guides/2026-01-05-on-trains.markdown': [
      'hidden guideline on-trains On trains',
      ...['front_matter.date:1', 'front_matter.tags:1', 'shortcode:8', 'alignment:14', 'image./images/door.png'],
    ],
    'guides/labels/index.md': ['guideline labels Labels'],
    'guides/labels/label.png': ['No page shows it.'],
    'guides/size': ['container sizes-sizes Sizes {#sizes}'],
    'guides/size.md': ['guideline sizes-sizes-overview Sizes {#sizes}', ...['attributes:1', 'footnote:3', 'looks:7']],
    'guides/size/small.md': ['guideline small Small'],
    posts: ['container posts Posts'],
    'posts/size.md': ['guideline size Size'],
    'posts/our-voice.markdown': [
      'guideline voice Our voice',
      ...['front_matter.layout:1', 'front_matter.body_class:1', 'image.media:101'],
    ],
    'posts/wrong.md': ['The front matter is not valid YAML or TOML.'],
    'style.css': ["It is a part of a website's program."],
  };
  expect(await take(site, '--dry-run')).toEqual(expected);
  expect(await get('/changes')).toEqual(before);
  expect(await take(site)).toEqual(expected);
  const pages: { id: number; title: string; parent_id: number | null }[] = await get('/pages');
  const titleOf = (id: number | null) => pages.find((page) => page.id === id)?.title ?? null;
  expect(pages.map(({ title, parent_id }) => [title, titleOf(parent_id)])).toEqual([
    ['Left alone', null],
    ['Guides for print', null],
    ['Guides for print', 'Guides for print'],
    ['On trains', 'Guides for print'],
    ['Labels', 'Guides for print'],
    ['Sizes {#sizes}', 'Guides for print'],
    ['Sizes {#sizes}', 'Sizes {#sizes}'],
    ['Small', 'Sizes {#sizes}'],
    ['Posts', null],
    ['Our voice', 'Posts'],
    ['Size', 'Posts'],
  ]);
  const again = await words('page', 'import', 'acme', site);
  expect(again.stdout).toContain('left out. A page with this title and address is there.');
  expect(await get('/pages')).toEqual(pages);
});

test('only regular files in the folder are read; everything else is named, and the rest is imported', async () => {
  const { fail, get, importAll } = await importing();
  const [folder, outside] = [temporaryDirectory(), temporaryDirectory()];
  const secret = 'Outside of the folder';
  mkdirSync(join(outside, 'folder'));
  for (const name of ['secret.md', 'folder/index.md']) fileIn(outside, name, `# ${secret}\n`);
  const odd: Record<string, (path: string) => void> = {
    'link-out.md': (path) => symlinkSync(join(outside, 'secret.md'), path),
    'link-to-folder': (path) => symlinkSync(join(outside, 'folder'), path),
    'link-up': (path) => symlinkSync('..', path),
    'link-inside.md': (path) => symlinkSync('good.md', path),
    'dangling.md': (path) => symlinkSync('nowhere.md', path),
    'device.md': (path) => symlinkSync('/dev/zero', path),
    'pipe.md': (path) => void execFileSync('mkfifo', [path]),
    'socket.md'(path) {
      const listening = createServer().listen(path);
      onTestFinished(() => void listening.close());
    },
    'latin.md': (path) => writeFileSync(path, Buffer.from('# Gr\xfc\xdfe\n', 'latin1')),
  };
  for (const [name, make] of Object.entries(odd)) {
    mkdirSync(join(folder, `in-${name}`));
    fileIn(folder, `in-${name}/good.md`, `# Good by ${name}\n`);
    make(join(folder, `in-${name}`, name));
  }
  const { pages, left } = await importAll(folder);
  const names = Object.keys(odd);
  expect(left.map(({ file }) => file).toSorted()).toEqual(names.map((name) => `in-${name}/${name}`).toSorted());
  expect(left.map(({ reason }) => reason)).toContain('It is not UTF-8.');
  const good = pages.flatMap(({ title }) => (title.startsWith('Good') ? [title] : []));
  expect(good.toSorted()).toEqual(names.map((name) => `Good by ${name}`).toSorted());
  expect(JSON.stringify(await get('/pages?include=blocks'))).not.toContain(secret);
  await fail([1, 'nowhere', 'page', 'import', 'acme', join(folder, 'nowhere')]);
});
