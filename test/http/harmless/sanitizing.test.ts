import { describe, expect, it } from 'vitest';
import type { Kind } from '../../../src/content/blocks/block-type.js';
import { blockTypes } from '../../../src/content/blocks/types.js';
import { some } from '../../support/effort.js';
import { entityAddresses, rawAddresses } from '../../support/hostile/addresses.js';
import { forbiddenIn, hasMarkup } from '../../support/hostile/forbidden.js';
import { hostileHtml } from '../../support/hostile/html.js';
import { isHazardous } from '../../support/hostile/names.js';
import { client, expectInvalid, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll();

/** What a text becomes in a block's field, and again when the result is sent once more. */
async function stored(type: string, field: string, text: string): Promise<string> {
  const page = await client.page({ blocks: [{ type, data: { [field]: text } }] });
  const [block] = page.blocks;
  const head = portal.head('acme');
  const again = await client.patch(`/pages/${page.id}/blocks/${block.id}`, { data: block.data });
  expect(again.status).toBe(200);
  expect(again.body.blocks).toEqual([block]);
  expect(portal.head('acme')).toBe(head);
  return block.data[field];
}

describe('html', () => {
  const html = (text: string): Promise<string> => stored('rich_text', 'html', text);

  it.each([
    '<p>Plain <strong>strong</strong> <em>em</em> <s>s</s> <code>a &lt; b &amp;&amp; c</code><br>next</p>',
    '<h2>Title</h2><h3>Below</h3><ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol><hr>',
    '<blockquote>Quote</blockquote><pre>a\n  b</pre><p>H<sub>2</sub>O x<sup>2</sup></p>',
    '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
    '<p dir="rtl" lang="ar">الكتابة بالعربية</p><p>👋 ä ß “quotes” – dash</p>',
    '<a href="https://example.com/?a=1&amp;b=2">out</a> <a href="/in#x">in</a>',
    '<a href="mailto:a@example.com">mail</a> <a href="tel:+4373212345">call</a>',
    'no markup at all',
    '  spaces around <b>stay</b>  ',
    '',
  ])('keeps %j as it is', async (text) => {
    expect(await html(text)).toBe(text);
  });

  it.each([
    ['<script>alert(1)</script>Hello <b onclick="x()">world</b>', 'Hello <b>world</b>'],
    ['<p style="color:red" id="x" class="y">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="ftp://example.com">a</a>', '<a>a</a>'],
    ['<a href="s3:bucket">a</a>', '<a>a</a>'],
    ['<section><p>a</p></section>', '<p>a</p>'],
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    // As a page with a doctype reads it: what is left holds no table in a paragraph.
    ['<p>a<button><table></table></button>b</p>', '<p>a</p><table></table>b<p></p>'],
    [
      '<p><object><table><tr><td>a</table>b</object>',
      '<p></p><table><tbody><tr><td>a</td></tr></tbody></table>b<p></p>',
    ],
    ['5 < 6 & 7', '5 &lt; 6 &amp; 7'],
    ['a&#13;&#10;b', 'a\nb'],
  ])('%j becomes %j', async (text, clean) => {
    expect(await html(text)).toBe(clean);
  });

  it.each([
    ['<a href="/x" target="_blank">a</a>', ['noopener']],
    ['<a href="/x" target="_BLANK" rel="nofollow">a</a>', ['nofollow', 'noopener']],
    ['<a href="/x" target="_blank" rel="opener NOOPENER">a</a>', ['noopener']],
  ])('adds noopener to %j, which opens a new tab', async (text, relations) => {
    const clean = await html(text);
    expect(clean).toMatch(/ target="_blank"/);
    const rel = /rel="([^"]*)"/.exec(clean)?.[1]?.split(' ');
    expect(rel?.sort()).toEqual(relations);
  });
});

describe('plain text', () => {
  const plain = (text: string): Promise<string> => stored('heading', 'text', text);

  it.each([
    '5 < 6 & 7',
    'a<5 and b>6',
    'Fish & Chips &amp; &lt;b&gt;',
    'x <- y, I <3 you',
    '"quotes" and ’apostrophes’',
    'الشعار 👋 ß',
    'constructor',
  ])('keeps %j as it is', async (text) => {
    expect(await plain(text)).toBe(text);
    expect(await stored('alert', 'title', text)).toBe(text);
  });

  it.each([
    ['<b>Bold</b> move', 'Bold move'],
    ['a<br>b', 'ab'],
    ['Hello<script>alert(1)</script>', 'Hello'],
    ['<p>5 < 6 & 7</p>', '5 < 6 & 7'],
    ['  trimmed  ', 'trimmed'],
    ['&lt;script&gt; stays text', '&lt;script&gt; stays text'],
  ])('%j becomes %j', async (text, clean) => {
    expect(await plain(text)).toBe(clean);
  });
});

/** So many blocks at a time that a request holds, and a 422 names. */
function inParts<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

describe('every hostile text of each class', () => {
  it.each(Object.entries(hostileHtml))(
    '%s: is stored harmless in html and plain fields, and stays so',
    async (_, all) => {
      const storable = all.filter((text) => !isHazardous(text));
      for (const texts of inParts(some(storable, 3), 100)) {
        const blocks = texts.flatMap((text) => [
          { type: 'rich_text', data: { html: text } },
          { type: 'image', data: { caption: text } },
        ]);
        const page = await client.page({ blocks });
        for (const [at, { type, data }] of page.blocks.entries()) {
          const text = texts[Math.floor(at / 2)];
          const found = type === 'image' ? hasMarkup(data.caption) : forbiddenIn(data.html).length > 0;
          expect({ text, stored: data, found }).toEqual({ text, stored: data, found: false });
        }
        const head = portal.head('acme');
        const { body } = await client.put(`/pages/${page.id}/content`, { blocks: page.blocks });
        expect([body.blocks, portal.head('acme')]).toEqual([page.blocks, head]);
      }
    },
  );

  it('as an address is refused', async () => {
    const addresses = [...rawAddresses, ...entityAddresses].filter((address) => !isHazardous(address));
    for (const part of inParts(addresses, 100)) {
      const blocks = part.map((url) => ({ type: 'button', data: { url } }));
      const { body } = await client.refused(422, 'POST', '/pages', { body: { title: 'A', blocks } });
      expect(Object.keys(body.errors)).toEqual(part.map((_, at) => `blocks.${at}.data.url`));
    }
  });
});

type Leaf = (kind: Kind, path: string) => unknown;

/** Data with every field of a type, made of its definition: one item a list, what `leaf` says for each kind. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema
function dataOf(schema: any, leaf: Leaf, path = 'blocks.0.data'): unknown {
  if (schema['x-kind'] !== undefined) return leaf(schema['x-kind'], path);
  if (schema.type === 'array') return [dataOf(schema.items, leaf, `${path}.0`)].filter((item) => item !== undefined);
  if (schema.type !== 'object') return undefined;
  const members = Object.entries(schema.properties).map(([name, one]) => [name, dataOf(one, leaf, `${path}.${name}`)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

const inner = { type: 'alert', data: { body: '<b onclick="x()">a</b><script>1</script>', title: '<i>a</i>' } };
const dirty: Partial<Record<Kind, unknown>> = {
  html: inner.data.body,
  plain: inner.data.title,
  line: inner.data.title,
  blocks: [inner],
};
const cleaned: Partial<Record<Kind, unknown>> = {
  html: '<b>a</b>',
  plain: 'a',
  line: 'a',
  blocks: [{ id: expect.any(String), type: 'alert', data: { title: 'a', body: '<b>a</b>' } }],
};

describe.each([...blockTypes.values()].map(({ type, data }) => ({ type, data })))('$type', ({ type, data }) => {
  it('is cleaned in every field that its definition has', async () => {
    const page = await client.page({ blocks: [{ type, data: dataOf(data, (kind) => dirty[kind]) }] });
    expect(page.blocks[0].data).toEqual(dataOf(data, (kind) => cleaned[kind]));
  });

  it('refuses an address that runs code in every field of its definition that is one', async () => {
    const paths: string[] = [];
    const sent = dataOf(data, (kind, path) => {
      if (kind === 'url') paths.push(path);
      return kind === 'url' ? 'java\tscript:alert(1)' : undefined;
    });
    const reply = await client.post('/pages', { title: 'A', blocks: [{ type, data: sent }] });
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([paths.length === 0 ? 201 : 422, paths]);
  });
});

const richText = (html: string) => ({ title: 'Deep', blocks: [{ type: 'rich_text', data: { html } }] });

describe('a body that costs more to check than to send', () => {
  it.each([
    ['formatting', '<b><i>', 51],
    ['far too many', '<div>', 200_000],
    ['attributes', `<a ${Array.from({ length: 101 }, (_, at) => `a${at}`).join(' ')}>`, 1],
    ['a long attribute', `<a title="${'t'.repeat(8192)}">`, 1],
    ['formatting opened again and again', `<p>${'<b><i><u>'.repeat(20)}</p>${'<p>x</p>'.repeat(2000)}`, 1],
    ['a long title opened again and again', `<p><b title="${'t'.repeat(4000)}"></p>${'<p>x</p>'.repeat(2000)}`, 1],
    ['more elements than any text', '<br>', 10_001],
    ['a template in a template', '<template>', 101],
    ['text in the wrong place of a table', `<table>${'<b>x</b>'.repeat(2000)}`, 1],
  ])('is refused when HTML nests too deep or multiplies: %s', async (_, open, times) => {
    const limits =
      'nest HTML deeper than 100 levels, have tags longer than 8192 characters, or be read as more than 10000 elements.';
    const errors = { 'blocks.0.data.html': `The blocks.0.data.html field must not ${limits}` };
    await expectInvalid('POST', '/pages', richText(open.repeat(times)), errors);
  });

  it('is refused when HTML becomes longer than a text may be', async () => {
    const stored = await client.page(richText('<'.repeat(262_144)));
    expect(stored.blocks[0].data.html).toHaveLength(1_048_576);
    const again = await client.patch(`/pages/${stored.id}/blocks/${stored.blocks[0].id}`, { data: {} });
    expect(again.status).toBe(200);
    const { body } = await client.refused(422, 'POST', '/pages', { body: richText('<'.repeat(262_145)) });
    expect(Object.keys(body.errors)).toEqual(['blocks.0.data.html']);
  });

  it('is read as text when plain text multiplies as HTML', async () => {
    const text = `<p>${'<b><i><u>'.repeat(20)}</p>${'<p>x</p>'.repeat(100_000)}`;
    const page = await client.page({ blocks: [{ type: 'heading', data: { text } }] });
    expect(page.blocks[0].data.text).not.toMatch(/</);
  });
});
