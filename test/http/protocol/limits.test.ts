import { describe, expect, it } from 'vitest';
import { client, portalForAll } from '../../support/portal-fixture.js';

portalForAll();

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
});
