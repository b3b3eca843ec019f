import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { portal, portalJson, serve } from '../support/cli.js';
import { dataWithBrand } from '../support/data.js';
import { clone, commitAndPush, git, temporaryDirectory } from '../support/git.js';

async function exported(data: string, slug: string, folder: string): Promise<string> {
  const { code, stdout, stderr } = await portal(['brand', 'export', slug, folder, '--data', data]);
  expect({ code, stdout: stdout.split(' with ')[0] }).toEqual({ code: 0, stdout: `Exported brand ${slug}` });
  return stderr;
}

describe('beside a running server', () => {
  test('an export is of one commit', async () => {
    const { data, key } = await dataWithBrand();
    const gitdir = join(data, 'brands/acme.git');
    const server = await serve(data);
    const chapter = { title: 'Chapter', type: 'container' };
    for (let at = 0; at < 5; at += 1) await server.send(key, 'POST', '/pages', at === 0 ? chapter : { title: 'Page' });
    await server.send(key, 'DELETE', '/pages/5');
    let isDone = false;
    const writing = (async () => {
      for (let round = 0; !isDone; round += 1) {
        await server.send(key, 'PATCH', `/pages/${2 + (round % 3)}`, {
          title: `Round ${round}`,
          parent_id: round % 2 || null,
        });
      }
    })();
    const document = await portalJson(['brand', 'export', 'acme'], data);
    isDone = true;
    await writing;

    const stored = (path: string): unknown => JSON.parse(git(gitdir, ['show', `${document.commit}:${path}`]));
    expect(document.pages).toHaveLength(4);
    for (const page of document.pages) expect(page).toEqual(stored(`pages/0/${page.id}.json`));
    expect(document.trash).toEqual([stored('trash/0/5.json')]);
    expect(document).toMatchObject({ format: 1, slug: 'acme', api_enabled: true, highest_page_id: 5, name: 'Acme' });
    const members = ['portal', 'colors', 'media', 'corporate_language', 'brand_context', 'skipped_files'];
    expect(Object.keys(document).slice(-8)).toEqual([...members, 'trash', 'pages']);
    expect(await server.stop()).toBe(0);
  });

  test('a file gets the same document as standard output, whole or not at all', async () => {
    const { data } = await dataWithBrand();
    const file = join(temporaryDirectory(), 'acme.json');
    const args = ['brand', 'export', 'acme', '--json'];
    expect((await portal([...args, file, '--data', data])).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(await portalJson(['brand', 'export', 'acme'], data));
    writeFileSync(file, 'mine');
    const again = await portal([...args, file, '--data', data]);
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is there already') });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(join(file, '..'))).toEqual(['acme.json']);
  });
});

describe('an export is refused', () => {
  test('into a folder that holds something, and without a folder', async () => {
    const { data } = await dataWithBrand();
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'acme'));
    expect(await exported(data, 'acme', join(folder, 'acme'))).toBe('');
    const before = readdirSync(folder, { recursive: true });
    for (const [code, reason, ...args] of [
      [1, 'no empty folder', 'acme', join(folder, 'acme')],
      [1, 'no empty folder', 'acme', join(folder, 'acme/brand.yaml')],
      [1, 'Brand nobody not found', 'nobody', join(folder, 'nobody')],
      [2, '--json', 'acme'],
    ] as const) {
      const refused = await portal(['brand', 'export', ...args, '--data', data]);
      expect(refused).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(reason) });
    }
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  test('when the content contradicts itself, and leaves nothing behind', async () => {
    const { data, key } = await dataWithBrand();
    const server = await serve(data);
    for (const title of ['A', 'B']) await server.send(key, 'POST', '/pages', { title });
    expect(await server.stop()).toBe(0);
    const directory = clone(join(data, 'brands/acme.git'));
    const path = join(directory, 'pages/0/2.json');
    const page = readFileSync(path, 'utf8');
    const folder = temporaryDirectory();
    for (const [changed, reason] of [
      [page.replace('"slug": "b"', '"slug": "a"'), /pages\/020-a\.yaml:\d+: slug: .*taken/],
      [page.replace('"parent_id": null', '"parent_id": 9'), /no chapter leads to the pages 2/],
    ] as const) {
      writeFileSync(path, changed);
      commitAndPush(directory, 'By hand');
      const refused = await portal(['brand', 'export', 'acme', join(folder, 'acme'), '--data', data]);
      expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(reason) });
      expect(readdirSync(folder)).toEqual([]);
      expect((await portalJson(['brand', 'export', 'acme'], data)).pages).toHaveLength(2);
    }
  });
});

test('what an import cannot have is named, and what git brought in is harmless', async () => {
  const { data, key } = await dataWithBrand();
  const server = await serve(data);
  const blocks = [{ type: 'rich_text', data: { html: '<p>A</p>' } }];
  await server.send(key, 'POST', '/pages', { title: 'A', blocks });
  let deep: unknown = 'end';
  for (let level = 2; level < 32; level += 1) deep = [deep];
  expect((await server.send(key, 'PATCH', '/brand/cl/voice', { deep })).status).toBe(200);
  const directory = clone(join(data, 'brands/acme.git'));
  const path = join(directory, 'pages/0/1.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('<p>A</p>', '<p onclick=x>A</p>'));
  writeFileSync(join(directory, 'notes.txt'), 'x');
  commitAndPush(directory, 'By hand');
  const folder = join(temporaryDirectory(), 'Acme 2026');
  const warnings = await exported(data, 'acme', folder);
  expect(warnings.split('\n').filter((one) => one.startsWith('warning: '))).toEqual([
    expect.stringContaining('left out notes.txt'),
    expect.stringContaining('Acme 2026 is not a valid slug'),
  ]);
  const document = await portalJson(['brand', 'export', 'acme'], data);
  expect(document.skipped_files).toEqual([{ path: 'notes.txt', reason: expect.any(String) }]);
  // What git brought in is exported as readers see it: an import changes nothing.
  expect(document.pages[0].blocks[0].data.html).toBe('<p>A</p>');
  expect(await server.stop()).toBe(0);
});
