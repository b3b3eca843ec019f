import { describe, expect, it } from 'vitest';
import type { Reply } from '../../support/portal.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ example: 'northlight' });

const send = (method: string, path: string, raw: string, headers: Record<string, string> = {}) =>
  client.send(method, path, { raw, headers: { 'Content-Type': 'text/markdown; charset=utf-8', ...headers } });

/** Blocks without their ids. */
const bare = (blocks: readonly { type: string; data: object }[]) => blocks.map(({ type, data }) => [type, data]);

const text = `---
title: From Markdown
slug: Out Of A File
date: 2026-01-01
---

# From Markdown

Ask **first**, see [the rules](https://x.example).

- one
- two

## On trains

![Arc](media:101 "In black")

| Where | How |
|---|:-:|
| Door | *large* |
`;

const link = '<a href="https://x.example">the rules</a>';
const html = `<p>Ask <strong>first</strong>, see ${link}.</p><ul><li>one</li><li>two</li></ul>`;
const blocks = [
  ['rich_text', { html }],
  ['heading', { text: 'On trains', level: 2 }],
  ['image', { media_id: 101, alt: 'Arc', caption: 'In black' }],
  ['table', { header: ['Where', 'How'], rows: [['Door', '<em>large</em>']] }],
];
/** Types of the blocks that a page has. */
const typesOf = ({ body }: Reply): string[] => body.blocks.map(({ type }: { type: string }) => type);
const own = async (id: number) => client.get(`/pages/${id}`, { headers: { Accept: 'text/markdown' } });

describe('Markdown of a page itself', () => {
  it.each([
    ['title', (text: string) => text.replace('# Old [title]', '# New'), 'title:1'],
    ['slug', (text: string) => text.replace(/\((.*?)\), /, '(other), '), 'slug:3'],
    ['visibility', (text: string) => text.replace(/, \w+\.$/m, ', secret.'), 'visibility:3'],
  ])('names a changed %s that a write of blocks does not set', async (_name, change, lost) => {
    const page = await client.page({ title: 'Old  [title] `x` & <b> https://x.example *' });
    for (const [method, path] of [
      ['PUT', `/pages/${page.id}/content`],
      ['POST', `/pages/${page.id}/blocks`],
    ] as const) {
      const { text } = await own(page.id);
      const blocks = `${text}\n\nText\n`;
      expect((await send(method, path, blocks)).headers.get('Markdown-Lost')).toBeNull();
      const changed = change(blocks.replace('Old  \\[', 'Old [').replace('Old \\[title]', 'Old [title]'));
      const key = { 'Idempotency-Key': `${page.id}-${method}` };
      for (const _ of [1, 2]) {
        const put = await send(method, path, changed, key);
        expect([put.status, put.body.title]).toEqual([put.status, page.title]);
        expect(put.headers.get('Markdown-Lost')?.split(', ')).toContain(lost);
      }
    }
  });

  it('has a tag that a save takes as its base, in quotes or not', async () => {
    const page = await client.page({ title: 'Base' });
    for (const form of [(tag: string) => tag, (tag: string) => tag.slice(1, -1), (tag: string) => `W/${tag}`]) {
      const base = form((await own(page.id)).headers.get('ETag') as string);
      await client.patch(`/pages/${page.id}`, { title: `By another ${base}` });
      const saved = await client.post(`/pages/${page.id}/save`, { base, blocks: [] });
      expect([saved.status, saved.headers.get('Merged')]).toEqual([200, '1']);
    }
  });
});

describe('Markdown by Content-Type', () => {
  it('becomes a page, and what is lost is named by its line', async () => {
    const chapter = await client.page({ type: 'container' });
    const made = await send('POST', `/pages?parent_id=${chapter.id}`, text);
    expect([made.status, made.body.title, made.body.slug]).toEqual([201, 'From Markdown', 'out-of-a-file']);
    expect(made.body.parent_id).toBe(chapter.id);
    expect(bare(made.body.blocks)).toEqual(blocks);
    expect(made.headers.get('Markdown-Lost')).toBe('front_matter.date:1, alignment:18');
  });

  it.each([
    ['# Title\n\nText', 'Title', ['rich_text']],
    ['Text\n\n## Later\n', 'Later', ['rich_text', 'heading']],
    ['---\ntitle: Head\n---\n# Other\n', 'Head', ['heading']],
    ['\ufeff# With a mark\r\n\r\nand lines\r\n', 'With a mark', ['rich_text']],
  ])('%j has its title from the front matter, or the first heading', async (source, title, types) => {
    const made = await send('POST', '/pages', source);
    expect([made.body.title, typesOf(made)]).toEqual([title, types]);
  });

  it('takes the place of the content, and what is the same makes no commit', async () => {
    const page = await client.page({ title: 'Same' });
    const path = `/pages/${page.id}`;
    const put = await send('PUT', `${path}/content`, text);
    expect(bare(put.body.blocks).slice(1)).toEqual(blocks);
    const lost = ['title', 'slug', 'date'].map((field) => `front_matter.${field}:1`);
    expect(put.headers.get('Markdown-Lost')).toBe([...lost, 'alignment:18'].join(', '));
    const before = portal.head('northlight');
    const again = await send('PUT', `${path}/content`, (await own(page.id)).text);
    expect([again.status, again.body.blocks, again.headers.get('Markdown-Lost')]).toEqual([200, put.body.blocks, null]);
    expect(portal.head('northlight')).toBe(before);
  });

  it('is saved with a base from the query, and only what others left is changed', async () => {
    const { body: page, headers } = await client.post('/pages', { title: 'Merge', blocks: [{ type: 'heading' }] });
    const path = `/pages/${page.id}`;
    const base = headers.get('ETag')?.replaceAll('"', '');
    const markdown = (await own(page.id)).text;
    await client.patch(path, { title: 'Merged by others' });
    const saved = await send('POST', `${path}/save?base=${base}&note=Why`, `${markdown}\nText :::\n\n<form>\n`);
    expect([saved.status, saved.body.title, saved.headers.get('Merged')]).toEqual([200, 'Merged by others', '1']);
    expect(typesOf(saved)).toEqual(['heading', 'rich_text']);
    expect(saved.headers.get('Markdown-Lost')).toMatch(/^html:\d+$/);
    await client.refused(422, 'POST', `${path}/save`, { raw: 'a', headers: { 'Content-Type': 'text/markdown' } });
  });

  it('of a page whose first heading says the title keeps that heading', async () => {
    const heading = { type: 'heading', data: { text: 'About us', level: 2 } };
    const page = await client.page({ title: 'About us', blocks: [heading] });
    const copy = await send('POST', '/pages', (await own(page.id)).text);
    expect([copy.body.title, bare(copy.body.blocks)]).toEqual(['About us', bare(page.blocks)]);
  });

  it('keeps all of a text that begins with a rule', async () => {
    const page = await client.page({ title: 'Rules' });
    const source = '-----\n\nIntro.\n\n---\n\nNote: wear gloves.\n\n---\n\nMore.\n';
    const put = await send('PUT', `/pages/${page.id}/content`, source);
    expect(put.headers.get('Markdown-Lost')).toBeNull();
    for (const words of ['Intro.', 'Note: wear gloves.', 'More.']) expect(JSON.stringify(put.body)).toContain(words);
  });

  it('of any size and shape is answered: losses without number, names that are none, front matter without end', async () => {
    for (const [source, status, lost] of [
      [`# Losses\n\n${'![](x)\n\n'.repeat(30_000)}`, 201, expect.stringContaining('image:3')],
      ['---\n"\\uD800": 1\n---\n# A\n', 201, 'front_matter.%EF%BF%BD:1'],
      [`---\n${'aaaa:\n'.repeat(100_000)}---\n# A\n`, 422, null],
    ]) {
      const sent = await send('POST', '/pages', source);
      expect([sent.status, sent.headers.get('Markdown-Lost')]).toEqual([status, lost]);
      if (status === 422) expect(sent.body.message).toBe('The front matter is longer than 32 KiB.');
    }
  });

  it('is several blocks in one commit, before another', async () => {
    const page = await client.page({ blocks: [{ type: 'heading' }, { type: 'heading' }] });
    const before = portal.head('northlight');
    const added = await send('POST', `/pages/${page.id}/blocks?before=${page.blocks[1].id}`, 'One\n\n## Two\n');
    expect(typesOf(added)).toEqual(['heading', 'rich_text', 'heading', 'heading']);
    const { versions } = await portal.service.brands.get('northlight');
    expect(await versions.parentOf(portal.head('northlight'))).toBe(before);
  });

  it.each([
    ['an alert of a page', '<!-- alert a1 -->\n**title**: Stop\n\nNow\n', 'alert:1', ['rich_text']],
    ['a group', '<!-- group g -->\n<!-- heading h -->\n## In it\n', 'group:1', ['heading']],
    ['a type that is none', '<!-- none x -->\ntext\n', 'block:1', ['rich_text']],
    ['a picture from elsewhere', 'a ![there](https://x.example/a.png)\n', 'image:1', ['rich_text']],
    ['raw HTML', 'a\n\n<form>b</form>\n', 'html:3', ['rich_text']],
    ['a link that runs nowhere', '[a](ftp://x.example)\n', 'link:1', ['rich_text']],
    ['the format of a heading', '## A *b*\n', 'heading_format:1', ['heading']],
    ['the language of code', '```js\na\n```\n', 'code_language:1', ['rich_text']],
  ])('names %s as lost', async (_, source, lost, types) => {
    const page = await client.page();
    const reply = await send('POST', `/pages/${page.id}/blocks`, source);
    expect(reply.headers.get('Markdown-Lost')).toBe(lost);
    expect(typesOf(reply)).toEqual(types);
  });

  it.each([
    ['no title', 'POST', '/pages', 'text', 'title'],
    ['front matter that is no YAML', 'POST', '/pages', '---\ntitle: [\n---\n# A\n', 'body'],
    ['a query name that is none', 'POST', '/pages?parentid=1', '# A', 'parentid'],
    ['a chapter that is none', 'POST', '/pages?parent_id=999', '# A', 'parent_id'],
    ['a medium that is none', 'POST', '/pages', '# A\n\n![](media:9999)\n', 'blocks.0.data.media_id'],
    ['nothing to add', 'POST', '/pages/1/blocks', ' \n', 'body'],
    ['a sibling that is none', 'POST', '/pages/1/blocks?after=none', 'a', 'after'],
  ])('%s is refused', async (_, method, path, raw, field) => {
    const refused = await client.refused(422, method, path, { raw, headers: { 'Content-Type': 'text/markdown' } });
    expect(Object.keys(refused.body.errors)).toEqual([field]);
  });

  it('is refused where a call does not take it, and where it is no UTF-8', async () => {
    const headers = { 'Content-Type': 'text/markdown' };
    const other = { 'Content-Type': 'text/markdown; charset=latin1' };
    await client.refused(415, 'PATCH', '/pages/1', { raw: 'a', headers });
    await client.refused(415, 'POST', '/pages', { raw: 'a', headers: other });
    await client.refused(400, 'POST', '/pages', { raw: Buffer.from([0x23, 0x20, 0xff]), headers });
  });
});
