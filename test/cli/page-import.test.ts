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

test('names in any script are imported once, and a chapter whose words cannot be read is named', async () => {
  const { get, importAll } = await importing();
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'posts'));
  for (const name of ['你好', '世界']) fileIn(folder, `posts/${name}.md`, `# ${name}\n`);
  fileIn(folder, 'posts/_index.md', '---\ntitle: [\n---\n');
  expect((await importAll(folder)).filter(({ page }) => page === null)).toMatchObject([
    { file: 'posts/_index.md', problem: 'The front matter is not valid YAML or TOML.' },
  ]);
  expect(await get('/pages')).toHaveLength(3);
  await importAll(folder);
  expect(await get('/pages')).toHaveLength(3);
});

test('a folder of Markdown becomes chapters and pages, and every loss is named', async () => {
  const { get, take, words } = await importing();
  const before = await get('/changes');
  const expected = {
    '_index.md': ['It describes the imported folder itself, which does not become a chapter.'],
    guides: ['internal container guides Guides for print', 'front_matter.weight:1', 'blocks:1'],
    'guides/2026-01-05-on-trains.markdown': [
      'hidden guideline 2026-01-05-on-trains On trains',
      ...['front_matter.date:1', 'front_matter.tags:1', 'shortcode:8', 'image:10', 'alignment:14'],
    ],
    'guides/labels/index.md': ['internal guideline labels Labels', 'html:3'],
    'guides/labels/label.png': ['It is in a folder with a page of its own.'],
    posts: ['internal container posts Posts'],
    // Several have the name, a folder with its page among them.
    'guides/size': ['internal container guides-size Size'],
    'guides/size.md': [
      'internal guideline guides-size-page Sizes {#sizes}',
      ...['attributes:1', 'footnote:3', 'callout:5', 'looks:7'],
    ],
    'guides/size/small.md': ['internal guideline small Small'],
    'posts/size.md': ['internal guideline posts-size Size'],
    'posts/our-voice.markdown': ['The selected blocks.1.data.media id is invalid: it does not exist.'],
    'posts/wrong.md': ['The front matter is not valid YAML or TOML.'],
    'style.css': ['It is not a Markdown file.'],
  };
  expect(await take(site, '--dry-run')).toEqual(expected);
  expect(await get('/changes')).toEqual(before);
  expect(await take(site)).toEqual(expected);
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
  const again = await words('page', 'import', 'acme', site);
  expect(again.stdout).toContain('guides/labels/index.md: left out. The slug has already been taken.');
  expect(await get('/pages')).toEqual(pages);
});

test('only regular files below the folder are read; everything else is named, and the rest is imported', async () => {
  const { fail, get, importAll } = await importing();
  const [folder, outside] = [temporaryDirectory(), temporaryDirectory()];
  const secret = 'Outside of the folder';
  mkdirSync(join(outside, 'folder'));
  for (const name of ['secret.md', 'folder/index.md']) fileIn(outside, name, `# ${secret}\n`);
  const odd: Record<string, (path: string) => void> = {
    'link-out': (path) => symlinkSync(join(outside, 'secret.md'), path),
    'link-to-folder': (path) => symlinkSync(join(outside, 'folder'), path),
    'link-up': (path) => symlinkSync('..', path),
    dangling: (path) => symlinkSync('nowhere.md', path),
    device: (path) => symlinkSync('/dev/zero', path),
    pipe: (path) => void execFileSync('mkfifo', [path]),
    socket(path) {
      const listening = createServer().listen(path);
      onTestFinished(() => void listening.close());
    },
    latin: (path) => writeFileSync(path, Buffer.from('# Gr\xfc\xdfe\n', 'latin1')),
  };
  const named: string[] = [];
  for (const [kind, make] of Object.entries(odd)) {
    const isText = kind === 'latin';
    for (const [chapter, name] of [
      ['', `${kind}.md`],
      [`page-${kind}/`, `${kind}.md`],
      [`index-${kind}/`, 'index.md'],
      [`head-${kind}/`, '_index.md'],
      ...(isText ? [] : [[`beside-${kind}/`, kind] as const]),
    ] as const) {
      if (chapter !== '') mkdirSync(join(folder, chapter));
      if (!isText && chapter !== '') fileIn(folder, `${chapter}good.md`, `# Good by ${chapter}\n`);
      make(join(folder, chapter, name));
      named.push(chapter + name);
    }
  }
  for (const name of ['index.md', '_index.md']) {
    mkdirSync(join(folder, 'folders', name), { recursive: true });
    fileIn(folder, `folders/${name}/inner.md`, '# Inner\n');
    named.push(`folders/${name}`);
  }
  symlinkSync('good.md', join(folder, 'page-pipe/linked.md'));
  const found = await importAll(folder);
  const leftOut = found.filter(({ page }) => page === null).map(({ file }) => file);
  expect(leftOut.toSorted()).toEqual(named.toSorted());
  const good = found.filter(({ page }) => page !== null && /^Good/.test(page.title)).map(({ file }) => file);
  const chapters = ['page', 'index', 'head', 'beside'];
  const kinds = Object.keys(odd).filter((kind) => kind !== 'latin');
  const expected = kinds.flatMap((kind) => chapters.map((chapter) => `${chapter}-${kind}/good.md`));
  expect(good.toSorted()).toEqual([...expected, 'page-pipe/linked.md'].toSorted());
  expect(JSON.stringify(await get('/pages?include=blocks'))).not.toContain(secret);
  await fail([1, 'nowhere', 'page', 'import', 'acme', join(folder, 'nowhere')]);
});
