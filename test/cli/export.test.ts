import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commanding, serving } from '../support/cli.js';
import { fileIn } from '../support/files.js';
import { git, pushFiles, storedFile, temporaryDirectory } from '../support/git.js';

describe('beside a running server', () => {
  test('an export is of one commit', async () => {
    const { gitdir, json, send } = await serving();
    await send('POST', '/pages', { title: 'Chapter', type: 'container' });
    for (let at = 0; at < 4; at += 1) await send('POST', '/pages', { title: 'Page' });
    await send('DELETE', '/pages/5');
    let isDone = false;
    const writing = (async () => {
      for (let round = 0; !isDone; round += 1) {
        const body = { title: `Round ${round}`, parent_id: round % 2 || null };
        await send('PATCH', `/pages/${2 + (round % 3)}`, body);
      }
    })();
    const document = await json('brand', 'export', 'acme');
    isDone = true;
    await writing;

    const stored = (path: string): unknown => JSON.parse(git(gitdir, ['show', `${document.commit}:${path}`]));
    expect(document.pages).toHaveLength(4);
    for (const page of document.pages) expect(page).toEqual(stored(`pages/0/${page.id}.json`));
    expect(document.trash).toEqual([stored('trash/0/5.json')]);
    expect(document).toMatchObject({ format: 1, slug: 'acme', api_enabled: true, highest_page_id: 5, name: 'Acme' });
    const members = ['portal', 'colors', 'media', 'corporate_language', 'brand_context', 'skipped_files'];
    expect(Object.keys(document).slice(-8)).toEqual([...members, 'trash', 'pages']);
  });

  test('a file gets the same document as standard output, whole or not at all', async () => {
    const { json, words, fail } = await commanding();
    const folder = temporaryDirectory();
    const file = join(folder, 'acme.json');
    const command = ['brand', 'export', 'acme', '--json', file];
    expect((await words(...command)).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(await json('brand', 'export', 'acme'));
    fileIn(folder, 'acme.json', 'mine');
    await fail([1, 'is there already', ...command]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(['acme.json']);
  });
});

describe('an export is refused', () => {
  test('into a folder that holds something, and without a folder', async () => {
    const { words, fail } = await commanding();
    const folder = temporaryDirectory();
    const own = join(folder, 'acme');
    mkdirSync(own);
    expect(await words('brand', 'export', 'acme', own)).toMatchObject({
      ...{ code: 0, stderr: '', stdout: expect.stringMatching(/^Exported brand acme with /) },
    });
    const before = readdirSync(folder, { recursive: true });
    await fail(
      [1, 'not an empty folder', 'brand', 'export', 'acme', own],
      [1, 'not an empty folder', 'brand', 'export', 'acme', join(own, 'brand.yaml')],
      [1, 'Brand nobody not found', 'brand', 'export', 'nobody', join(folder, 'nobody')],
      [2, '--json', 'brand', 'export', 'acme'],
    );
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  test('when the content contradicts itself, and leaves nothing behind', async () => {
    const { gitdir, json, fail, send } = await serving();
    for (const title of ['A', 'B']) await send('POST', '/pages', { title });
    const page = storedFile(gitdir, 'pages/0/2.json');
    const folder = temporaryDirectory();
    for (const [changed, reason] of [
      [{ slug: 'a' }, /pages\/020-a\.yaml:\d+: slug: .*taken/],
      [{ parent_id: 9 }, /no chapter leads to the pages 2/],
    ] as const) {
      pushFiles(gitdir, { 'pages/0/2.json': { ...page, ...changed } });
      await fail([1, reason, 'brand', 'export', 'acme', join(folder, 'acme')]);
      expect(readdirSync(folder)).toEqual([]);
      expect((await json('brand', 'export', 'acme')).pages).toHaveLength(2);
    }
  });
});

test('what an import cannot have is named, and what git brought in is harmless', async () => {
  const { gitdir, json, words, send } = await serving();
  const block = { type: 'rich_text', data: { html: '<p>A</p>' } };
  await send('POST', '/pages', { title: 'A', blocks: [block] });
  let deep: unknown = 'end';
  for (let level = 2; level < 32; level += 1) deep = [deep];
  await send('PATCH', '/brand/cl/voice', { deep });
  const page = storedFile(gitdir, 'pages/0/1.json');
  page.blocks[0].data.html = '<p onclick=x>A</p>';
  pushFiles(gitdir, { 'pages/0/1.json': page, 'notes.txt': 'x' });
  const folder = join(temporaryDirectory(), 'Acme 2026');
  const { code, stderr } = await words('brand', 'export', 'acme', folder);
  expect([code, stderr.split('\n').filter((one) => one.startsWith('warning: '))]).toEqual([
    0,
    [expect.stringContaining('left out notes.txt'), expect.stringContaining('Acme 2026 is not a valid slug')],
  ]);
  const document = await json('brand', 'export', 'acme');
  expect(document.skipped_files).toEqual([{ path: 'notes.txt', reason: expect.any(String) }]);
  // What git brought in is exported as readers see it: an import changes nothing.
  expect(document.pages[0].blocks[0].data.html).toBe('<p>A</p>');
});
