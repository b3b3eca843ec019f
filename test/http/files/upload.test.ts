import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setMedia } from '../../../src/operations/media.js';
import { until } from '../../limits/rows.js';
import { git } from '../../support/git.js';
import type { TestClient } from '../../support/portal.js';
import { client, operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { putFile, release, withdraw } from '../../support/put-file.js';

portalForEach({ real: true, modules: ['media_upload'], limits: { fileBytes: 5_000_000 } });

let reader: TestClient;
beforeEach(async () => {
  reader = await portal.client('acme', ['read']);
});

const png = randomBytes(2000);
const upload = (path: string, raw: Buffer | string = png, headers: Record<string, string> = {}) =>
  client.post(path, undefined, { raw, headers });

/** Files that uploads have left on the disk and in a store, whole or not. */
const left = (): string[] =>
  readdirSync(portal.filesFolder('acme'), { recursive: true, encoding: 'utf8' })
    .concat([...(portal.store?.objects.keys() ?? [])].filter((key) => key.startsWith('files/')))
    .filter((path) => /\.tmp$|[0-9a-f]{64}$/.test(path));

describe('an upload', () => {
  it('is a medium that is not released, with the file as it was sent', async () => {
    const { status, headers, body } = await upload('/media?name=Our%20Logo.PNG&title=Logo&media_category_id=7');
    expect(status).toBe(201);
    expect(headers.get('location')).toBe('/api/v1/media/1');
    const sha256 = createHash('sha256').update(png).digest('hex');
    expect(body).toEqual({
      ...{ id: 1, title: 'Logo', type: 'image', caption: null, width: null, height: null, media_category_id: 7 },
      ...{ released: false, status: 'ready', file: { name: 'our-logo.png', sha256, bytes: 2000 } },
    });
    expect((await client.get('/media')).body).toEqual([]);
    const changed = git(portal.gitdir('acme'), ['diff', '--name-only', 'main~1', 'main']).trim().split('\n');
    const stored = ['files/1/our-logo.png', 'format.json', 'media/1.json'];
    expect(changed).toEqual(['.lfsconfig', 'files/.gitattributes', ...stored]);
    expect(git(portal.gitdir('acme'), ['show', 'main:media/1.json'])).toContain('"original_name": "Our Logo.PNG"');
    const shown = await client.get('/media/1?include=file');
    const file = { name: 'our-logo.png', type: 'image/png', bytes: 2000, sha256, picture: null };
    expect(shown.body.file).toMatchObject(file);
    expect((await fetch(portal.url + shown.body.file.address)).status).toBe(410);
    const headersOf = { Authorization: `Bearer ${client.key}` };
    const own = await fetch(`${portal.url}/api/v1/media/1/file`, { headers: headersOf });
    expect(Buffer.from(await own.arrayBuffer()).equals(png)).toBe(true);
    expect(own.headers.get('content-disposition')).toBe('attachment; filename="our-logo.png"');
    for (const path of ['/media/%', '/media/%/file', '/media/%/file?width=640']) {
      const never = await reader.refused(404, 'GET', path.replace('%', '7'));
      expect((await reader.refused(404, 'GET', path.replace('%', '1'))).body).toEqual(never.body);
    }
  });

  it('of a photo is stored and hashed without its place, and its texts count where the upload has none', async () => {
    const { inspector } = portal.service;
    const look = inspector.look.bind(inspector);
    const cleaned = Buffer.from(png).fill(0, 100, 200);
    vi.spyOn(inspector, 'look').mockImplementation(async (path, name, isCleaned) => {
      writeFileSync(path, cleaned);
      const texts = { title: 'x'.repeat(300), credit: 'Åse', description: 'Snow' };
      return { ...(await look(path, name, isCleaned)), taken: ['place', 'serial'], texts };
    });
    const { body, headers } = await upload('/media?name=photo.png');
    vi.mocked(inspector.look).mockRestore();
    const sha256 = createHash('sha256').update(cleaned).digest('hex');
    expect([body.file.sha256, headers.get('metadata-taken')]).toEqual([sha256, 'place, serial']);
    expect(body.title).toBe('x'.repeat(255));
    const stored = JSON.parse(git(portal.gitdir('acme'), ['show', 'main:media/1.json']));
    expect(stored).toMatchObject({ credit: 'Åse', description: 'Snow' });
    expect((await upload('/media?name=photo.png')).headers.has('metadata-taken')).toBe(false);
  });

  it('beyond what a key may send in a day: 429, and when it may again', async () => {
    Object.assign(portal.service.limits, { fileBytesPerKeyAndDay: 3000 });
    expect((await upload('/media?name=a.png')).status).toBe(201);
    const { status, headers, body } = await upload('/media?name=b.png');
    expect([status, body.message]).toEqual([429, 'A key may send 2.9 KiB of files a day. Nothing was stored.']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000);
  });

  it('replaces the file of a medium that is not released; of a released one it is refused', async () => {
    const made = await upload('/media?name=a.png');
    const tag = made.headers.get('etag') as string;
    expect(tag).toBe((await client.get('/media/1')).headers.get('etag'));
    const replace = (raw: string) =>
      client.put('/media/1/file?name=b.jpg', undefined, { raw, headers: { 'If-Match': tag } });
    const replaced = await replace('other');
    expect([replaced.status, replaced.body.file.name]).toEqual([200, 'b.jpg']);
    expect((await replace('third')).status).toBe(412);
    await release(client, 1);
    const { body } = await client.refused(422, 'PUT', '/media/1/file?name=c.jpg', { raw: 'third' });
    expect(body.message).toContain('released');
  });

  it('needs the module and the right, and a brand has none by itself', async () => {
    expect((await reader.post('/media?name=a.png', undefined, { raw: png })).status).toBe(403);
    await portal.service.setBrandSettings('acme', { modules: [] });
    const { body } = await client.refused(404, 'POST', '/media?name=a.png', { raw: png });
    expect(body.message).toContain('module');
    expect((await client.put('/media/1/file?name=a.png', undefined, { raw: png })).status).toBe(404);
  });

  it('is compared with what was announced, and leaves nothing when it is refused', async () => {
    const digest = (of: Buffer | string) => `sha-256=:${createHash('sha256').update(of).digest('base64')}:`;
    const announced = { 'Content-Digest': `sha-512=:AA==:, ${digest(png)}` };
    expect((await upload('/media?name=a.png', png, announced)).status).toBe(201);
    const before = left();
    const wrong = ['', '?name=a.exe', '?name=a.png&released=true', '?name=a.png&media_category_id=x'];
    const refused: [number, string, Record<string, string>?, (Buffer | string)?][] = [
      [400, '?name=a.png', { 'Content-Digest': digest('other') }],
      [400, '?name=a.png', { 'Content-Digest': 'sha-256=:short:' }],
      [413, '?name=a.png', {}, Buffer.alloc(5_000_001)],
      [415, '?name=a.png', { 'Content-Encoding': 'gzip' }],
      [422, '?name=a.png', {}, ''],
      ...[...wrong, '?name=a.png&title=%00', '?name=a%00.png'].map((query): [number, string] => [422, query]),
    ];
    for (const [status, query, headers = {}, raw = png] of refused)
      await client.refused(status, 'POST', `/media${query}`, { raw, headers });
    expect(left()).toEqual(before);
  });

  it('is sent as a picture however the query is spelled that asks for one', async () => {
    await upload('/media?name=a.png');
    for (const width of ['320', '%20320', '320%20']) {
      const { body } = await client.get(`/media/1/file?width=${width}`);
      expect([width, body.message]).toEqual([width, 'There are no pictures of this file.']);
    }
    await client.refused(422, 'GET', '/media/1/file?format=webp');
  });

  it('is done once by its Idempotency-Key, also where only the metadata changes', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const first = await upload('/media?name=a.png', png, headers);
    const again = await upload('/media?name=a.png', png, headers);
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true']);
    expect((await upload('/media?name=a.png', 'other', headers)).status).toBe(422);
    expect((await client.get('/media/2')).status).toBe(404);
    await operate(setMedia, { id: '1' }, { width: 300, height: 200 });
    const replace = () =>
      client.put('/media/1/file?name=a.png', undefined, { raw: png, headers: { 'Idempotency-Key': 'replace' } });
    const [replaced, same] = [await replace(), await replace()];
    expect([replaced.status, replaced.body.width]).toEqual([200, null]);
    expect([same.body, same.headers.get('idempotency-replayed')]).toEqual([replaced.body, 'true']);
  });
});

/** Begins an upload whose body is sent by hand. */
function begin(path: string, more: Record<string, string | number>) {
  const headers = { Authorization: `Bearer ${client.key}`, ...more };
  const sent = request(`${portal.url}/api/v1${path}`, { method: 'POST', headers });
  const status = new Promise<number>((resolve, reject) => {
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject);
  });
  return { sent, status };
}

describe('a client that waits to be asked for its file', () => {
  it.each([
    ['too large', '/media?name=a.png', 5_000_001, 413],
    ['without a name', '/media', 10, 422],
    ['for no medium', '/media/9/file?name=a.png', 10, 405],
  ])('sends nothing when that is refused: %s', async (_, path, length, expected) => {
    const { sent, status } = begin(path, { Expect: '100-continue', 'Content-Length': length });
    const asked = vi.fn();
    sent.on('continue', asked).flushHeaders();
    expect(await status).toBe(expected);
    expect(asked).not.toHaveBeenCalled();
    sent.destroy();
  });

  it('is asked for it when it is welcome', async () => {
    const { sent, status } = begin('/media?name=a.png', { Expect: '100-continue', 'Content-Length': png.length });
    sent.on('continue', () => sent.end(png)).flushHeaders();
    expect(await status).toBe(201);
  });
});

describe('an upload that does not come to its end', () => {
  it('leaves nothing behind: cut, shorter than told, or one of too many at once', async () => {
    await upload('/media?name=a.png', 'first');
    const before = left();
    const held = [1, 2].map(() => begin('/media?name=a.png', { 'Content-Length': 1000 }));
    for (const { sent, status } of held) {
      status.catch(() => {});
      sent.write('half');
    }
    await until(() => left().length === before.length + 2);
    expect((await upload('/media?name=a.png', 'third')).status).toBe(503);
    const other = await portal.client('acme');
    expect((await other.post('/media?name=a.png', undefined, { raw: 'of another' })).status).toBe(201);
    const kept = left().length - held.length;
    for (const { sent } of held) sent.destroy();
    await until(() => left().length === kept);
    expect((await upload('/media?name=a.png', 'fourth')).status).toBe(201);
  });

  it.each([
    ['its key is revoked', 401, () => portal.service.keys.revoke(client.keyId)],
    ['the API is switched off', 403, () => portal.service.setBrandSettings('acme', { api_enabled: false })],
    ['the module is taken away', 404, () => portal.service.setBrandSettings('acme', { modules: [] })],
  ])('before %s is %i, and is not stored', async (_, expected, end) => {
    await upload('/media?name=a.png', 'first');
    const [head, before, other] = [portal.head('acme'), left(), await portal.client('acme')];
    const { sent, status } = begin('/media?name=a.png', { 'Content-Length': png.length });
    const challenge = new Promise((resolve) => {
      sent.on('response', ({ headers }) => resolve(headers['www-authenticate']));
    });
    sent.write(png.subarray(0, 1000));
    await until(() => left().length === before.length + 1);
    await end();
    sent.end(png.subarray(1000));
    expect([await status, await challenge]).toEqual([expected, expected === 401 ? expect.anything() : undefined]);
    expect([portal.head('acme'), left()]).toEqual([head, before]);
    await portal.service.setBrandSettings('acme', { modules: ['media_upload'], api_enabled: true });
    expect((await other.get('/media/2')).status).toBe(404);
  });

  it('still gets its answer when it is refused in the middle, and the connection ends', async () => {
    const { port } = new URL(portal.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = ['POST /api/v1/media?name=a.png HTTP/1.1', 'Host: x', `Authorization: Bearer ${client.key}`];
    socket.write([...head, 'Transfer-Encoding: chunked', '', ''].join('\r\n'));
    let received = '';
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
    });
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1024 ** 2), Buffer.from('\r\n')]);
    socket.on('error', () => {});
    const sending = setInterval(() => socket.writable && socket.write(chunk), 10);
    await until(() => socket.closed).finally(() => clearInterval(sending));
    expect(received).toMatch(/^HTTP\/1.1 413 /);
    expect(left()).toEqual([]);
  });
});

it('what a key that may only read has of what was: a file that was shown with a medium that is shown now', async () => {
  const { id } = await putFile(client, 'logo.png', 'first', { release: false });
  const draft = portal.head('acme');
  const at = async (who: TestClient, commit = portal.head('acme')) =>
    (await who.get(`/media/${id}/file?at=${commit}`)).text;
  const isHidden = async (commit: string) =>
    expect(JSON.parse(await at(reader, commit)).message).toContain('not found');
  expect(await at(client, draft)).toBe('first');
  await isHidden(draft);
  await release(client, id);
  const first = portal.head('acme');
  expect([await at(reader), await at(reader, draft)]).toEqual(['first', 'first']);
  const then = (await reader.get(`/media?include=file&at=${first}`)).body[0].file;
  expect(then.address).toBe(`/api/v1/media/${id}/file?at=${first}`);
  await withdraw(client, id);
  await putFile(client, 'logo.png', 'embargoed', { replaces: String(id), release: false });
  const embargoed = portal.head('acme');
  await putFile(client, 'logo.png', 'third', { replaces: String(id), release: false });
  await isHidden(draft);
  await release(client, id);
  expect([await at(reader), await at(reader, draft)]).toEqual(['third', 'first']);
  await isHidden(embargoed);
  expect(await at(client, embargoed)).toBe('embargoed');
});

it('pages come with the media that they name', async () => {
  const { id } = await putFile(client, 'logo.png', 'logo');
  await putFile(client, 'other.png', 'other');
  const page = await client.page({ blocks: [{ type: 'image', data: { media_id: id, alt: 'Logo' } }] });
  const [listed] = (await client.get('/pages?include=blocks,media')).body;
  const [item] = (await client.get('/media?include=file')).body;
  expect(listed).toEqual({ ...page, media: [item] });
  const alone = await client.get(`/pages/${page.id}?include=media`);
  expect(alone.body).toEqual(listed);
  expect((await client.get(`/pages/${page.id}`)).body).toEqual(page);
  expect(Object.keys((await client.get('/pages?include=media')).body[0])).not.toContain('blocks');
  const tag = alone.headers.get('etag') as string;
  const same = { headers: { 'If-None-Match': tag } };
  expect((await client.get(`/pages/${page.id}?include=media`, same)).status).toBe(304);
  await putFile(client, 'logo.png', 'new logo', { replaces: String(id) });
  expect((await client.get(`/pages/${page.id}?include=media`, same)).status).toBe(200);
});
