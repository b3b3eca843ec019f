import { expect } from 'vitest';
import { readBrandFolder } from '../../src/brand-folder/read-folder.js';
import { setCategory } from '../../src/operations/categories.js';
import { addEntry } from '../../src/operations/context.js';
import { folderWith } from '../brand-folder/temp-folder.js';
import { sanitizer } from '../support/portal.js';
import { client, operate, portal } from '../support/portal-fixture.js';
import { type Reach, reachedIn } from './rows.js';

const levels = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const html = (text: string): object => ({ title: 'A', blocks: [{ type: 'rich_text', data: { html: text } }] });

/** The first of two bodies is accepted, the second refused with one message on a field. */
const bodies =
  (method: string, path: string, most: unknown, tooMuch: unknown, field: string, part: string): Reach =>
  async () => {
    const send = (body: unknown) => (typeof body === 'string' ? { raw: body } : { body });
    expect([200, 201]).toContain((await client.send(method, path, send(most))).status);
    const { body } = await client.refused(422, method, path, send(tooMuch));
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(body.message).toContain(part);
  };
const voice = (most: unknown, tooMuch: unknown, field: string, part: string): Reach =>
  bodies('PATCH', '/brand/cl/voice', most, tooMuch, field, part);
const page = (most: unknown, tooMuch: unknown, field: string, part: string): Reach =>
  bodies('POST', '/pages', most, tooMuch, field, part);

const detailsOfMedia = reachedIn('http/content/media-details.test.ts', 'have limits');
const namesOfMedia = reachedIn('http/content/media-details.test.ts', 'have limits');

/** What a request may hold, and what a brand may: one of at most 20 pages and 2 context entries. */
export const contentLimits: Readonly<Record<string, Reach>> = {
  'tags of a brand': namesOfMedia,
  'tags of a medium': detailsOfMedia,
  'categories of media of a brand': namesOfMedia,
  '`description` of a medium': detailsOfMedia,
  '`credit`, `owner` of a medium': detailsOfMedia,
  'text of a licence': detailsOfMedia,
  'body of a request': reachedIn('http/protocol/errors.test.ts', 'of 4 MiB is read, one byte more is refused with'),
  'words of a search (`q`)': reachedIn('http/content/search.slow.test.ts', 'takes 200 characters without the spaces'),
  'results of a search': reachedIn('http/content/search.slow.test.ts', 'by type, and so many'),
  'text of a page that is searched': reachedIn('http/content/search.slow.test.ts', 'has so much of a page'),
  'content that is compared or converted among other requests': reachedIn(
    'http/harmless/large-content.slow.test.ts',
    'holds up no other request: %s',
  ),
  'a file of translations': reachedIn('translations/xliff.test.ts', 'each limit, at and above'),
  'levels of its elements': reachedIn('translations/xliff.test.ts', 'each limit, at and above'),
  'time for it in the thread': reachedIn('http/harmless/slow-comparisons.test.ts', 'a comparison that takes too long'),
  'comparisons and conversions of a caller that wait there': reachedIn(
    'http/harmless/slow-comparisons.test.ts',
    'the comparisons of one caller wait',
  ),
  'searches of a brand that wait': reachedIn('service/search-index.slow.test.ts', 'an index is asked by so many at'),
  'search indexes that are open': reachedIn('service/search-index.slow.test.ts', 'is closed in favour of others'),
  'levels of JSON': voice(`{"a":${levels(31)}}`, `{"a":${levels(32)}}`, `a${'.0'.repeat(31)}`, '32 levels'),
  'values in JSON': voice(
    { rows: times(100, times(990, 'x')) },
    { rows: times(101, times(990, 'x')) },
    'body',
    '100000 values',
  ),
  'items in a list of JSON': voice({ a: times(1000, 1) }, { a: times(1001, 1) }, 'a', '1000 items'),
  'name in JSON': voice({ ['k'.repeat(255)]: 1 }, { ['k'.repeat(256)]: 1 }, `${'k'.repeat(32)}…`, '255 characters'),
  'text of a field': async () => {
    const most = 'é'.repeat(1024 * 1024);
    await voice({ summary: most }, { summary: `${most}a` }, 'summary', '1048576 characters')();
    await page(html(most), html(`${most}a`), 'blocks.0.data.html', '1048576 characters')();
  },
  'title, slug': async () => {
    const most = { title: '😀'.repeat(255), slug: 's'.repeat(255) };
    await page(most, { ...most, title: '😀'.repeat(256), slug: 't' }, 'title', '255 characters')();
    await page({ title: 'A' }, { title: 'A', slug: 's'.repeat(256) }, 'slug', '255 characters')();
  },
  'URL in a block': () => {
    const button = (length: number) => ({
      title: 'A',
      blocks: [{ type: 'button', data: { url: '/'.repeat(length) } }],
    });
    return page(button(2048), button(2049), 'blocks.0.data.url', '2048 characters')();
  },
  HTML: () => page(html('<b>'.repeat(100)), html('<b>'.repeat(101)), 'blocks.0.data.html', '100 levels')(),
  'blocks in a list': reachedIn('http/content/blocks.test.ts', 'is at most 200 in a nested list'),
  'blocks on a page': reachedIn('http/content/blocks.test.ts', 'is at most 1,000 on a page, nested ones included'),
  'levels of blocks': reachedIn('http/content/blocks.test.ts', 'by %s goes 4 levels deep and no deeper'),
  'idempotency key': reachedIn(
    'http/writes/idempotency.test.ts',
    'that is malformed is refused with 400; it may have 255',
  ),
  'mistakes named in a 422': async () => {
    const reply = await client.refused(422, 'PATCH', '/brand/cl/voice', { body: { tone: times(101, 1) } });
    expect(Object.keys(reply.body.errors)).toHaveLength(100);
  },
  'a file of a brand folder': reachedIn('brand-folder/hostile-folders.slow.test.ts', 'a thousand invalid pages show'),
  'pages of a brand': async () => {
    const { body } = await client.get('/pages');
    for (let left = 20 - body.length; left > 0; left -= 1) await client.page();
    const refused = () => client.refused(422, 'POST', '/pages', { body: { title: 'One too many' } });
    expect((await refused()).body.errors).toEqual({
      pages: ['A brand must not have more than 20 pages, those in the trash included.'],
    });
    await client.delete(`/pages/${body[0].id}`);
    await refused();
    const folder = folderWith({ 'pages/1-a.yaml': 'title: A\n', 'pages/2-b.yaml': 'title: B\n' });
    expect((await importWith(folder, { pages: 2 })).pages.length).toBe(2);
    await expect(importWith(folder, { pages: 1 })).rejects.toThrow('more than 1 pages');
  },
  'media of a brand': reachedIn('files/media-files.test.ts', 'more than a brand, a key or the server takes is'),
  'a file of a medium': reachedIn('files/media-files.test.ts', 'more than a brand, a key or the server takes is'),
  'files of a brand, those of its history included': reachedIn('files/media-files.test.ts', 'more than a brand, a'),
  'files that a key sends in a day': reachedIn('files/media-files.test.ts', 'more than a brand, a key or the server'),
  'files being uploaded': reachedIn('http/files/upload.test.ts', 'leaves nothing behind: cut, shorter than told, or'),
  'space that an upload leaves on the disk': reachedIn('files/local-files.test.ts', 'is refused before a byte is'),
  'entries of brand context': async () => {
    await operate(setCategory, { category: 'facts' }, { label: 'Facts' });
    const add = (title: string) => operate(addEntry, {}, { category: 'facts', title, body: 'So it is.' });
    await add('One');
    await add('Two');
    const before = portal.head('acme');
    await expect(add('Three')).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('than 2') });
    expect(portal.head('acme')).toBe(before);
    const entries = ['a', 'b'].map((id) => `  - { id: ${id}, category: c, title: T, body: B }\n`).join('');
    const yaml = `categories: [{ key: c, label: C }]\nentries:\n${entries}`;
    const folder = folderWith({ 'brand-context.yaml': yaml });
    await importWith(folder, { contextEntries: 2 });
    await expect(importWith(folder, { contextEntries: 1 })).rejects.toThrow('more than 1 entries');
  },
};

function importWith(folder: string, limits: { pages?: number; contextEntries?: number }) {
  const all = { pages: 100, contextEntries: 100, media: 100, ...limits };
  return readBrandFolder(folder, { sanitizer, limits: all, newBlockId: () => 'b', time: '2026-01-31T09:30:00Z' });
}
