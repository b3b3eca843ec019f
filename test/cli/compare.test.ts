import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { portal, portalJson, serve } from '../support/cli.js';
import { dataWithBrand } from '../support/data.js';
import { temporaryDirectory } from '../support/git.js';

async function serving() {
  const { data, key } = await dataWithBrand('Ada Lovelace');
  const server = await serve(data);
  const send = async (method: string, path: string, body?: unknown) => {
    const reply = await server.send(key, method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status}`);
    return reply.body;
  };
  const words = async (...args: string[]) => portal([...args, '--data', data]);
  return { data, send, words };
}

test('page diff shows two versions of a page, word by word', async () => {
  const { data, send, words } = await serving();
  const rich = (html: string) => ({ type: 'rich_text', data: { html } });
  const { blocks } = await send('POST', '/pages', {
    title: 'Logo',
    blocks: [rich('<p>Keep a finger free.</p>'), rich('<p>Same</p>')],
  });
  await send('PATCH', '/pages/1', { title: 'The logo' });
  const edited = [{ ...blocks[0], data: { html: '<p>Keep a thumb free.</p>' } }, blocks[1], rich('<p>New</p>')];
  await send('PUT', '/pages/1/content', { blocks: edited });
  await send('POST', '/pages', { title: 'Other' });
  const last = await words('page', 'diff', 'acme', '1');
  expect(last.stdout).toMatch(/^page 1 "The logo", [0-9a-f]{10} → [0-9a-f]{10}: edited$/m);
  expect(last.stdout).toContain('html: <p>Keep a [-finger-]{+thumb+} free.</p>');
  expect(last.stdout).toMatch(/^ {2}block 3 \(rich_text [0-9a-z]+\) added$/m);
  expect(last.stdout).toContain('  1 block unchanged\n');
  expect(last.stdout).not.toContain('title:');
  const all = await portalJson(['page', 'diff', 'acme', '1', 'HEAD~3'], data);
  expect(all).toMatchObject({
    change: 'edited',
    counts: { same: 1, added: 1, edited: 1 },
    fields: [{ field: 'title' }],
  });
  expect((await words('page', 'diff', 'acme', '1', 'HEAD~1', 'HEAD')).stdout).toContain(': nothing differs\n');
  expect(await words('page', 'diff', 'acme', '9')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('never was a page 9'),
  });
});

test('the history is narrowed by a text and by what was changed', async () => {
  const { data, send, words } = await serving();
  await send('POST', '/pages', { title: 'Logo' });
  await send('PATCH', '/brand/cl/voice', { summary: 'Calm.' });
  const found = async (...args: string[]): Promise<string[]> =>
    (await portalJson(['history', 'acme', ...args], data)).map(({ subject }: { subject: string }) => subject);
  expect(await found('--grep', 'logo')).toEqual(['Add page 1 "Logo"']);
  expect(await found('--kind', 'language', '--kind', 'settings')).toEqual([
    'Replace the corporate language section "voice"',
    'Create brand "Acme"',
  ]);
  for (const option of ['--color', '--medium', '--fact']) expect(await found(option, '1')).toEqual([]);
  const kind = await words('history', 'acme', '--kind', 'pages');
  expect(kind).toMatchObject({ code: 2, stderr: expect.stringContaining('one of page, language, color') });
  expect((await words('history', 'acme', '--page', '1', '--color', '1')).code).toBe(2);
});

test('a deleted page is shown, and purged alone when that is confirmed', async () => {
  const { data, send, words } = await serving();
  const heading = { type: 'heading', data: { text: 'Never turn it' } };
  await send('POST', '/pages', { title: 'Chapter', type: 'container' });
  await send('POST', '/pages', { title: 'Logo', parent_id: 1, blocks: [heading] });
  for (const id of [2, 1]) await send('DELETE', `/pages/${id}`);
  const shown = (await words('trash', 'show', 'acme', '2')).stdout;
  expect(shown).toContain('Never turn it');
  expect(shown).toMatch(/^returns_to +the top level \(Chapter is in the trash\)$/m);
  expect((await words('trash', 'list', 'acme')).stdout).toMatch(
    /^2 +Logo .* the top level \(Chapter is in the trash\) *$/m,
  );
  expect(await words('trash', 'purge', 'acme', '2')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('add --yes'),
  });
  expect((await words('trash', 'purge', 'acme', '2', '--all', '--yes')).code).toBe(2);
  expect(await portalJson(['trash', 'purge', 'acme', '2', '--yes'], data)).toEqual({ purged: [2] });
  expect(await words('trash', 'show', 'acme', '2')).toMatchObject({
    code: 1,
    stderr: 'error: Page 2 is not in the trash.\n',
  });
  expect(await portalJson(['trash', 'list', 'acme'], data)).toMatchObject([{ id: 1, chapter: null, returns_to: null }]);
});

test('the section meta is replaced from a file', async () => {
  const { data, words } = await serving();
  const file = join(temporaryDirectory(), 'meta.json');
  writeFileSync(file, '{"language": "en"}');
  expect(await portalJson(['language', 'meta', 'acme', file], data)).toEqual({ meta: { language: 'en' } });
  expect((await words('language', 'meta', 'acme')).stdout).toBe('{\n  "language": "en"\n}\n');
  writeFileSync(file, '{"language"');
  expect(await words('language', 'meta', 'acme', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('holds no JSON'),
  });
  expect((await words('language', 'meta', 'acme', `${file}.none`)).code).toBe(1);
});
