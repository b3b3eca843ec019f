import { describe, expect, it } from 'vitest';
import { client, portalForAll } from '../../support/portal-fixture.js';

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

  it('is refused when a name is longer than 255 characters, and the answer does not repeat it', async () => {
    const body = { ['k'.repeat(200_000)]: Array.from({ length: 1000 }, () => '\u0001') };
    const reply = await client.refused(422, 'PATCH', '/brand/cl/voice', { body });
    expect(reply.text.length).toBeLessThan(500);
  });
});
