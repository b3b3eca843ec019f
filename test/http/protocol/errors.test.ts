import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestOptions, TestClient } from '../../support/portal.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

let bakery: TestClient;
/** May only read. */
let reader: TestClient;

portalForAll({ example: 'northlight' });
beforeAll(async () => {
  bakery = await portal.importExample('little-bakery');
  reader = await portal.client('northlight', ['read']);
});

const limit = 4 * 1024 * 1024;
const sized = (bytes: number): string => '{"title":"Big"}'.padEnd(bytes);
const malformed = { raw: '{"title":' };
const stale = { 'If-Match': '"0000"' };

describe('the first check that fails decides', () => {
  const plain = { 'Content-Type': 'text/plain' };
  const badKey = 'bp_wrong';
  it.each<[string, number, string, string, RequestOptions]>([
    ['an unknown route before a missing key', 404, 'GET', '/nothing', { key: null }],
    ['an unknown route before a malformed body', 404, 'POST', '/nothing', malformed],
    ['a wrong method before a missing key', 405, 'POST', '/brand', { key: null, ...malformed }],
    ['a wrong key before a malformed body', 401, 'POST', '/pages', { key: badKey, ...malformed }],
    ['a malformed body before a missing page', 400, 'PATCH', '/pages/999', malformed],
    ['a body too large before a missing page', 413, 'PATCH', '/pages/999', { raw: sized(limit + 1) }],
    ['a missing page before invalid fields', 404, 'PATCH', '/pages/999', { body: { title: 5 } }],
    ['a missing block before invalid fields', 404, 'PATCH', '/pages/1/blocks/none', { body: { data: 5 } }],
    ['a missing page before a stale If-Match', 404, 'DELETE', '/pages/999', { headers: stale }],
    ['invalid fields before a stale If-Match', 422, 'PATCH', '/pages/1', { body: { title: '' }, headers: stale }],
  ])('%s: %i', async (_, status, method, path, options) => {
    await client.refused(status, method, path, options);
  });

  it('a missing right before everything about the body, the page, its version and the module, a missing module before the body', async () => {
    await reader.refused(403, 'POST', '/pages', malformed);
    await reader.refused(403, 'PATCH', '/pages/999', { raw: '{}', headers: plain });
    await reader.refused(403, 'PATCH', '/brand/cl/nothing', { body: [] });
    await reader.refused(403, 'DELETE', '/pages/1', { headers: stale });
    const bakeryReader = await portal.client('little-bakery', ['read']);
    await bakeryReader.refused(403, 'PATCH', '/brand/cl/voice', { body: {} });
    await bakery.refused(404, 'PATCH', '/brand/cl/voice', malformed);
    await bakery.refused(404, 'PATCH', '/brand/cl/voice', { raw: sized(limit + 1) });
    await bakery.refused(404, 'GET', '/brand/context?category=nothing');
  });

  it('a page with children before a stale If-Match: 422', async () => {
    const chapter = await client.page({ type: 'container' });
    await client.page({ parent_id: chapter.id });
    await client.refused(422, 'DELETE', `/pages/${chapter.id}`, { headers: stale });
  });
});

describe('what is not there', () => {
  it.each(['/nothing', '/Brand', '/pages/1/nothing', '/'])('route %s: 404', async (path) => {
    await client.refused(404, 'GET', path);
  });

  const ids = ['999999', '0', '-1', '+1', '01', '1.0', '1e1', '0x1', '1abc', '%201', '1%00', '%EF%BC%91', '1%2F2'];
  const unsafe = ['9007199254740993', '99999999999999999999999', 'NaN', '__proto__'];
  const operations: [method: string, path: (id: string, block?: string) => string, body?: unknown][] = [
    ['GET', (id) => `/pages/${id}`],
    ['PATCH', (id) => `/pages/${id}`, { title: 'A' }],
    ['DELETE', (id) => `/pages/${id}`],
    ['PUT', (id) => `/pages/${id}/content`, { blocks: [] }],
    ['POST', (id) => `/pages/${id}/blocks`, { type: 'heading' }],
    ['PATCH', (id, block = 'b') => `/pages/${id}/blocks/${block}`, { data: {} }],
    ['DELETE', (id, block = 'b') => `/pages/${id}/blocks/${block}`],
  ];

  it.each([...ids, ...unsafe])('page or colour %s: the same 404 by every method', async (id) => {
    for (const [method, path, body] of operations) {
      expect((await client.refused(404, method, path(id), { body })).body).toEqual({ message: 'Page not found.' });
    }
    expect((await client.refused(404, 'GET', `/brand/colors/${id}`)).body).toEqual({ message: 'Colour not found.' });
  });

  it.each(['%', '%zz', '1%ff'])('an id that cannot be decoded (%j): 404', async (id) => {
    for (const path of [`/pages/${id}`, `/brand/cl/${id}`]) await client.refused(404, 'GET', path);
    await client.refused(404, 'DELETE', `/pages/1/blocks/${id}`);
  });

  it('a page in the trash is answered like one that never was', async () => {
    const page = await client.page({ blocks: [{ type: 'heading' }] });
    await client.delete(`/pages/${page.id}`);
    for (const [method, path, body] of operations) {
      const reply = await client.refused(404, method, path(page.id, page.blocks[0].id), { body });
      expect(reply.body).toEqual({ message: 'Page not found.' });
    }
  });
});

describe('the body', () => {
  const types = ['application/json', 'APPLICATION/JSON; charset=UTF-8', 'application/json;charset="utf-8"'];
  it.each([...types, 'application/vnd.api+json', 'application/json; version=1'])('%s is read', async (type) => {
    expect((await client.post('/pages', { title: 'A' }, { headers: { 'Content-Type': type } })).status).toBe(201);
  });

  const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];
  it.each([...otherTypes, 'application/jsonp', 'json', 'text/html, application/json'])('%j: 415', async (type) => {
    await client.refused(415, 'POST', '/pages', { raw: '{"title":"A"}', headers: { 'Content-Type': type } });
  });

  it.each<[string, string | Buffer]>([
    ['cut short', '{"title":"A"'],
    ['no JSON', 'title=A'],
    ['empty', ''],
    ['with a comma too many', '{"title":"A",}'],
    ['with a raw newline in a text', '{"title":"A\nB"}'],
    ['not UTF-8', Buffer.from('{"title":"Caf\xe9"}', 'latin1')],
    ['a surrogate in UTF-8', Buffer.from('7b227469746c65223a22eda080227d', 'hex')],
  ])('that is %s: 400', async (_, raw) => {
    const reply = await client.refused(400, 'POST', '/pages', { raw });
    expect(reply.body).toEqual({ message: expect.not.stringMatching(/position|token|JSON\.parse/) });
  });

  it.each(['[{"title":"A"}]', 'null', '"title"'])('%s instead of an object: 422', async (raw) => {
    for (const [method, path] of [
      ['POST', '/pages'],
      ['PATCH', '/pages/1'],
      ['PUT', '/pages/1/content'],
      ['POST', '/pages/1/blocks'],
      ['PATCH', '/brand/cl/voice'],
    ] as const) {
      const { body } = await client.refused(422, method, path, { raw });
      expect(body).toEqual({ message: expect.any(String), errors: expect.any(Object) });
    }
  });

  it('that is empty, with the type of JSON, is none where none is required', async () => {
    const { headers } = await client.patch('/pages/1?proposal=new', { title: 'Proposed' });
    const proposal = `/proposals/${headers.get('proposal')}`;
    for (const type of ['application/json', 'application/json; charset=utf-8'])
      for (const raw of ['', undefined])
        await client.refused(400, 'POST', '/proposals', {
          ...(raw !== undefined && { raw }),
          headers: { 'Content-Type': type },
        });
    for (const [verb, state] of [
      ['submit', 'open'],
      ['withdraw', 'withdrawn'],
    ]) {
      const headers = { 'Content-Type': 'application/json' };
      await client.refused(400, 'POST', `${proposal}/${verb}`, { raw: '{', headers });
      await client.refused(415, 'POST', `${proposal}/${verb}`, { headers: { 'Content-Type': 'text/plain' } });
      const { status, body } = await client.send('POST', `${proposal}/${verb}`, { headers });
      expect([status, body.state]).toEqual([200, state]);
    }
  });

  it('of 4 MiB is read, one byte more is refused with 413', async () => {
    expect((await client.send('POST', '/pages', { raw: sized(limit) })).status).toBe(201);
    await client.refused(413, 'POST', '/pages', { raw: sized(limit + 1) });
  });

  it('may be compressed, and counts as large as it is then', async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    const reply = await client.send('POST', '/pages', { raw: gzipSync('{"title":"Zipped"}'), headers });
    expect(reply).toMatchObject({ status: 201, body: { title: 'Zipped' } });
    await client.refused(413, 'POST', '/pages', { raw: gzipSync(sized(limit + 1)), headers });
    await client.refused(400, 'POST', '/pages', { raw: '{"title":"A"}', headers });
    await client.refused(415, 'POST', '/pages', { raw: '{}', headers: { 'Content-Encoding': 'mystery' } });
  });
});

describe('what JSON can carry and content must not', () => {
  const arrays = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  it.each<[path: string, raw: string, field: string]>([
    ['/pages', '{"title":"\\udc00\\ud83d"}', 'title'],
    ['/pages', '{"title":"a","slug":"a\\u0000b"}', 'slug'],
    ['/pages', '{"title":"a","__proto__":{"title":"b"}}', '__proto__'],
    ['/pages', '{"title":"a","x":[{"prototype":null}]}', 'x.0.prototype'],
    ['/pages', '{"title":"a","blocks":[{"type":"alert","data":{"body":"\\u0007"}}]}', 'blocks.0.data.body'],
    ['/pages/1/blocks', '{"type":"accordion","data":{"items":[{"constructor":{}}]}}', 'data.items.0.constructor'],
    ['/pages/1/blocks', '{"type":"rich_text","data":{"html":"\\udfff"}}', 'data.html'],
    ['/brand/cl/voice', '{"free":{"deep":[{"__proto__":1}]}}', 'free.deep.0.__proto__'],
    ['/brand/cl/voice', '{"free":["a",{"b":"\\ud800"}]}', 'free.1.b'],
    ['/brand/cl/voice', '{"a\\ud800":1}', 'a\ufffd'],
    ['/brand/cl/voice', `{"deep":${arrays(32)}}`, `deep${'.0'.repeat(31)}`],
    ['/brand/cl/voice', `{"deep":${arrays(100_000)}}`, `deep${'.0'.repeat(31)}`],
  ])('to %s with a hazard (%#): 422 on the field', async (path, raw, field) => {
    const reply = await client.refused(422, path.startsWith('/pages') ? 'POST' : 'PATCH', path, { raw });
    expect(Object.keys(reply.body.errors)).toEqual([field]);
  });

  it('a message spells a name as it was sent, with blanks only between words', async () => {
    const raw = '{"title":"a","parent_id":"1","__proto__":{}}';
    const reply = await client.refused(422, 'POST', '/pages', { raw });
    expect(reply.body.message).toBe('The __proto__ field has a reserved name.');
    const wrong = await client.refused(422, 'POST', '/pages', { body: { title: 'a', parent_id: '1' } });
    expect(wrong.body.message).toBe('The parent id field must be an integer.');
  });

  it('32 levels, tabs, newlines and characters beyond the basic plane are content', async () => {
    const raw = `{"deep":${arrays(31)},"summary":"One\\n\\ttwo \\ud83d\\ude00"}`;
    const reply = await client.send('PATCH', '/brand/cl/voice', { raw });
    expect(reply.body.voice.summary).toBe('One\n\ttwo 😀');
    const block = { type: 'rich_text', data: { html: '<p>One\n\ttwo 😀</p>' } };
    expect((await client.page({ blocks: [block] })).blocks[0].data).toEqual(block.data);
  });
});
