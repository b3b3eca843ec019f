import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestClient, TestPortal } from '../support/portal.js';

let portal: TestPortal;
let client: TestClient;

beforeAll(async () => {
  portal = await TestPortal.start();
  await portal.service.createEmptyBrand('acme', 'Acme', ['corporate_language']);
  client = await portal.client('acme');
});

afterAll(() => portal.close());

const richText = (html: string) => ({ title: 'Deep', blocks: [{ type: 'rich_text', data: { html } }] });

describe('a body that costs more to check than to send', () => {
  it.each([
    ['divisions', '<div>', 101],
    ['formatting', '<b><i>', 51],
    ['lists', '<ul><li>', 51],
    ['far too many', '<div>', 200_000],
  ])('is refused when HTML nests too deep: %s', async (_, open, times) => {
    const reply = await client.refused(422, 'POST', '/pages', { body: richText(open.repeat(times)) });
    expect(reply.body.errors).toEqual({
      'blocks.0.data.html': ['The blocks.0.data.html field must not nest HTML deeper than 100 levels.'],
    });
  });

  it.each([
    ['nested as deep as is possible', '<div>'.repeat(100)],
    ['many elements side by side that need no closing', '<p>a'.repeat(500)],
    ['many line breaks', 'a<br>'.repeat(500)],
  ])('is stored when HTML is %s', async (_, html) => {
    expect((await client.post('/pages', richText(html))).status).toBe(201);
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

  it('names a hundred mistakes at most', async () => {
    const tone = Array.from({ length: 1000 }, () => 1);
    const reply = await client.refused(422, 'PATCH', '/brand/cl/voice', { body: { tone } });
    expect(Object.keys(reply.body.errors)).toHaveLength(100);
    expect(reply.body.message).toBe('The tone.0 field must be a string. (and 99 more errors)');
  });
});
