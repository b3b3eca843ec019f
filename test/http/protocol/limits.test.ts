import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sanitizer } from '../../support/portal.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ modules: ['corporate_language'] });

const richText = (html: string) => ({ title: 'Deep', blocks: [{ type: 'rich_text', data: { html } }] });

describe('a body that costs more to check than to send', () => {
  it.each([
    ['divisions', '<div>', 101],
    ['formatting', '<b><i>', 51],
    ['lists', '<ul><li>', 51],
    ['far too many', '<div>', 200_000],
    ['attributes', `<a ${Array.from({ length: 101 }, (_, at) => `a${at}`).join(' ')}>`, 1],
    ['a long attribute', `<a title="${'t'.repeat(8192)}">`, 1],
    ['attributes behind what looks like an end', `<a title=">" ${'a'.repeat(8192)}>`, 1],
    ['formatting opened again and again', `<p>${'<b><i><u>'.repeat(20)}</p>${'<p>x</p>'.repeat(2000)}`, 1],
    ['a long title opened again and again', `<p><b title="${'t'.repeat(4000)}"></p>${'<p>x</p>'.repeat(2000)}`, 1],
    ['more elements than any text', '<br>', 10_001],
    ['a template in a template', '<template>', 101],
    ['elements before a paragraph', `${'<span>'.repeat(60_000)}${'<p></p>'.repeat(60_000)}`, 1],
    ['text in the wrong place of a table', `<table>${'<b>x</b>'.repeat(2000)}`, 1],
  ])('is refused when HTML nests too deep or multiplies: %s', async (_, open, times) => {
    const reply = await client.refused(422, 'POST', '/pages', { body: richText(open.repeat(times)) });
    expect(reply.body.errors).toEqual({
      'blocks.0.data.html': [
        'The blocks.0.data.html field must not nest HTML deeper than 100 levels, have tags longer than 8192 characters, or be read as more than 10000 elements.',
      ],
    });
  });

  it.each([
    ['nested as deep as is possible', '<div>'.repeat(100)],
    ['many elements side by side that need no closing', '<p>a'.repeat(500)],
    ['many line breaks', 'a<br>'.repeat(500)],
  ])('is stored when HTML is %s', async (_, html) => {
    expect((await client.post('/pages', richText(html))).status).toBe(201);
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

  it('is refused when a list is longer than any content needs, without a look at its items', async () => {
    const tone = Array.from({ length: 500_000 }, () => 1);
    const reply = await client.refused(422, 'PATCH', '/brand/cl/voice', { body: { tone } });
    expect(reply.body.errors).toEqual({ tone: ['The tone field must not have more than 1000 items.'] });
  });

  it('is refused when it holds too many values', async () => {
    const rows = Array.from({ length: 200 }, () => Array.from({ length: 501 }, () => 'x'));
    const reply = await client.refused(422, 'PATCH', '/brand/cl/voice', { body: { rows } });
    expect(reply.body.errors).toEqual({ body: ['The request body must not hold more than 100000 values.'] });
  });

  it('is refused when a name is longer than 255 characters, and the answer does not repeat it', async () => {
    const body = { ['k'.repeat(200_000)]: Array.from({ length: 1000 }, () => '\u0001') };
    const reply = await client.refused(422, 'PATCH', '/brand/cl/voice', { body });
    expect(reply.text.length).toBeLessThan(500);
  });

  it.each(['1e400', '-1e400', '12345678901234567890'])(
    'is refused when the number %s could not be stored',
    async (n) => {
      const reply = await client.refused(422, 'PATCH', '/brand/cl/voice', { raw: `{"x":${n}}` });
      expect(reply.body.errors).toEqual({ x: ['The x field must be a number that can be stored exactly.'] });
    },
  );

  it('takes minus zero for zero, so that sending it again changes nothing', async () => {
    await client.patch('/brand/cl/notation', {}, { raw: '{"x":-0}' });
    const before = portal.head('acme');
    await client.patch('/brand/cl/notation', {}, { raw: '{"x":-0}' });
    expect(portal.head('acme')).toBe(before);
  });

  it('names a hundred mistakes at most', async () => {
    const tone = Array.from({ length: 1000 }, () => 1);
    const reply = await client.refused(422, 'PATCH', '/brand/cl/voice', { body: { tone } });
    expect(Object.keys(reply.body.errors)).toHaveLength(100);
    expect(reply.body.message).toBe('The tone.0 field must be a string. (and 99 more errors)');
  });
});

describe('what the sanitiser is asked to prepare', () => {
  const prepare = vi.spyOn(sanitizer, 'prepare');
  const html = vi.spyOn(sanitizer, 'html');
  beforeEach(() => {
    prepare.mockClear();
    html.mockClear();
  });
  const prepared = (): string[] => prepare.mock.calls.flatMap(([texts]) => [...texts]);
  const cells = Array.from({ length: 1001 }, (_, at) => `<a${at}>`);
  const rich = (text: string) => ({ type: 'rich_text', data: { html: text } });

  it.each([
    ['a list that is too long', 'POST', '/pages', { title: 'A', blocks: [rich('<b>'), { cells }] }],
    ['no field that holds HTML', 'PATCH', '/brand/cl/voice', { tone: 7, dos: cells.slice(1) }],
    ['HTML where there is none', 'POST', '/pages', { blocks: [{ type: 'heading', data: { text: '<b>', x: '<i>' } }] }],
  ])('is nothing of a body with %s', async (_, method, path, body) => {
    await client.refused(422, method, path, { body });
    expect([prepared(), html.mock.calls]).toEqual([[], []]);
  });

  it('is all that is sanitised then, whatever the operation', async () => {
    const wrong = { type: 'button', data: { url: 'javascript:1' } };
    const inner = { type: 'group', data: { blocks: [rich('<b>inner'), wrong] } };
    await client.refused(422, 'POST', '/pages', { body: { title: 'A', blocks: [rich('<b>1'), inner] } });
    const page = await client.page({ blocks: [rich('<b>2')] });
    const replaced = await client.put(`/pages/${page.id}/content`, { blocks: [rich('<b>3')] });
    await client.post(`/pages/${page.id}/blocks`, { type: 'alert', data: { body: '<b>4' } });
    const [block] = replaced.body.blocks;
    await client.patch(`/pages/${page.id}/blocks/${block.id}`, { data: { html: '<b>5' } });
    const asked = ['<b>1', '<b>inner', '<b>2', '<b>3', '<b>4', '<b>5'];
    expect(prepared()).toEqual(asked);
    expect(html.mock.calls.map(([text]) => text)).toEqual(asked);
  });
});
