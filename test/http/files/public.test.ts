import { createHash, randomBytes } from 'node:crypto';
import { truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operatorCall } from '../../../src/cli/command.js';
import { removeMedia } from '../../../src/operations/media.js';
import { deleteFile } from '../../../src/service/files/uploads.js';
import { anotherPortal, brandForEach, client, operate, portal } from '../../support/portal-fixture.js';
import { addressOf, putFile, release, withdraw } from '../../support/put-file.js';
import { statusOf } from '../../support/raw-requests.js';

brandForEach({ real: true });

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(1000)]);

const ask = (path: string, init: RequestInit = {}) => fetch(portal.url + path, { redirect: 'manual', ...init });

const askAt = (url: string, host: string, path: string, headers: Record<string, string> = {}) =>
  statusOf(url, path, { headers: { ...headers, Host: host } });

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const expectHeaders = ({ headers }: Response, expected: Record<string, string | null>): void =>
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)]))).toEqual(expected);

/** Directives of a policy as a browser reads them: a source that is no keyword in quotes would be the name of a host. */
function directivesOf(policy: string | null): Record<string, string[]> {
  return Object.fromEntries(
    (policy ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

it('a file that was deleted for good is not there at any commit, and says so', async () => {
  const { id } = await putFile(client, 'Logo.PNG', png, { metadata: { title: 'Logo' } });
  const at = portal.head(client.brand);
  const path = `/media/${id}/file?at=${at}`;
  expect((await client.get(path)).status).toBe(200);
  await operate(removeMedia, { id: String(id) }, {});
  await deleteFile(portal.service, operatorCall(client.brand), { sha256: sha256Of(png), reason: 'Licence' });
  for (const query of ['', '&width=640']) {
    const gone = await client.get(path + query);
    expect([gone.status, gone.body.message]).toEqual([404, 'This file was deleted for good.']);
  }
});

describe('the file of a released medium', () => {
  it('is what was stored, and every answer keeps a browser from running anything', async () => {
    const { id } = await putFile(client, 'Logo.PNG', png, { metadata: { title: 'Logo' } });
    const address = await addressOf(client, id);
    const answer = await ask(address);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
    expect(answer.status).toBe(200);
    expectHeaders(answer, {
      ...{ 'content-type': 'image/png', 'content-disposition': 'inline; filename="logo.png"' },
      'cache-control': 'public, max-age=31536000, immutable, s-maxage=3600',
      ...{ etag: `"${sha256Of(png)}"`, vary: null, 'set-cookie': null },
    });
    const refused = [
      await ask(`${address}x`),
      await ask(`${address}?width=161`),
      await ask(address, { method: 'PUT' }),
    ];
    for (const one of [answer, ...refused]) {
      const policy = directivesOf(one.headers.get('content-security-policy'));
      expect([policy['default-src'], policy.sandbox]).toEqual([["'none'"], []]);
      expect(Object.keys(policy).sort()).toEqual(['default-src', 'font-src', 'img-src', 'sandbox', 'style-src']);
      const sources = Object.values(policy).flat();
      expect(sources.filter((source) => /^(none|self|unsafe)/.test(source))).toEqual([]);
      expectHeaders(one, {
        ...{ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' },
        ...{ 'access-control-allow-origin': '*', 'referrer-policy': 'no-referrer' },
      });
    }
  });

  it('is shown only when it is of a type that runs nothing; an SVG that was not looked at is not kept, either', async () => {
    const attached = { 'a.pdf': 'attachment', 'a.zip': 'attachment', 'a.svg': 'attachment' };
    for (const [name, disposition] of Object.entries({ 'a.jpg': 'inline', 'a.mp4': 'inline', ...attached })) {
      const address = await addressOf(client, (await putFile(client, name, `content of ${name}`)).id);
      const { headers } = await ask(address);
      expect([name, headers.get('content-disposition')]).toEqual([name, `${disposition}; filename="${name}"`]);
      expect(headers.get('cache-control')).toMatch(name === 'a.svg' ? /^no-store$/ : /immutable/);
      const saved = await ask(`${address}?download`);
      expectHeaders(saved, { 'content-disposition': `attachment; filename="${client.brand}-${name}"` });
    }
  });

  it('is answered by 304, by one part, and by its headers only', async () => {
    const content = randomBytes(700_000);
    const address = await addressOf(client, (await putFile(client, 'film.mp4', content)).id);
    const etag = `"${sha256Of(content)}"`;
    const kept = await ask(address, { headers: { 'If-None-Match': etag } });
    expect([kept.status, await kept.text(), kept.headers.get('etag')]).toEqual([304, '', etag]);
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      ['bytes=262143-262145', 262_143, 262_146],
      ['bytes=300000-', 300_000, 700_000],
      ['bytes=-5', 699_995, 700_000],
    ] as const) {
      const part = await ask(address, { headers: { Range: range } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/700000`]);
      expect(content.subarray(from, to).equals(Buffer.from(await part.arrayBuffer()))).toBe(true);
    }
    const beyond = await ask(address, { headers: { Range: 'bytes=700000-' } });
    expect([beyond.status, beyond.headers.get('content-range'), await beyond.text()]).toEqual([
      ...[416, 'bytes */700000', ''],
    ]);
    const ignored = ['-', '', '4-2', 'a-b', '1-2;', '+1-2', `${'0-1,'.repeat(1000)}3-4`].map((one) => `bytes=${one}`);
    for (const [range, status, more] of [
      ...[...ignored, 'lines=1-2'].map((one) => [one, 200] as const),
      ...([
        ['bytes=-0', 416],
        [`bytes=${'9'.repeat(400)}-`, 416],
        ['bytes=5-99999999999999999999', 206],
      ] as const),
      ...([
        ['bytes=1-2', 206, { 'If-Range': etag }],
        ['bytes=1-2', 200, { 'If-Range': `W/${etag}` }],
      ] as const),
    ]) {
      const answer = await ask(address, { headers: { Range: range, ...more } });
      const isWhole = Buffer.from(await answer.arrayBuffer()).equals(content);
      expect([range, more, answer.status, isWhole]).toEqual([range, more, status, status === 200]);
    }
    const head = await ask(address, { method: 'HEAD', headers: { Range: 'bytes=0-0' } });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '700000', '']);
  });

  it('moves on when it is replaced, and is gone at once when it is withdrawn or removed', async () => {
    const { id } = await putFile(client, 'logo.png', png);
    const before = await addressOf(client, id);
    await putFile(client, 'logo.jpg', 'another', { replaces: String(id) });
    const after = await addressOf(client, id);
    expect(after).toMatch(/\/logo\.jpg$/);
    const moved = await ask(`${before}?download`);
    expect([moved.status, moved.headers.get('location')]).toEqual([302, `${after}?download`]);
    expect(moved.headers.get('cache-control')).toBe('public, max-age=300');
    await withdraw(client, id);
    for (const address of [before, after]) {
      const gone = await ask(address);
      expect([gone.status, gone.headers.get('cache-control')]).toEqual([410, 'public, max-age=60']);
    }
    await release(client, id);
    expect(await (await ask(after)).text()).toBe('another');
    await operate(removeMedia, { id: String(id) }, {});
    expect((await ask(after)).status).toBe(410);
  });

  it('has an address that nothing else leads to', async () => {
    const { id } = await putFile(client, 'logo.png', png);
    const address = await addressOf(client, id);
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const other = await portal.client('other');
    const theirs = await addressOf(other, (await putFile(other, 'logo.png', png)).id);
    const [token, theirToken] = [address.split('/')[2] as string, theirs.split('/')[2] as string];
    expect(token).not.toBe(theirToken);
    const wrong = [
      address.replace(token, theirToken),
      address.replace(`/${id}/`, `/${id + 1}/`),
      address.replace('logo.png', 'logo.html'),
      address.replace('logo.png', 'LOGO.png'),
      address.replace('logo.png', 'logo%2Epng'),
      address.replace('/files/', '//files/'),
      address.replace('/files/', '/Files/'),
      `${address}/`,
      `${address}/../logo.png`,
      ...['?', '?width=161', '?width=1e3', '?width=320&width=320', '?width=320&format=gif', '?format=png', '?x'].map(
        (query) => address + query,
      ),
      ...['?download=1', '?download&width=320', '?width=320&x=1', '?width=+320'].map((query) => address + query),
    ];
    for (const path of wrong) expect([path, await askAt(portal.url, 'portal.test', path)]).toEqual([path, 404]);
    expect((await ask(address)).status).toBe(200);
  });

  it('is another address when all are rotated, and lists are not answered from before', async () => {
    const { id } = await putFile(client, 'logo.png', png);
    const before = await addressOf(client, id);
    const { headers } = await client.get('/media?include=file');
    await portal.service.addresses.rotate(client.brand);
    expect((await ask(before)).status).toBe(404);
    const same = { 'If-None-Match': headers.get('etag') as string };
    const again = await client.get('/media?include=file', { headers: same });
    expect(again.status).toBe(200);
    expect((await ask(again.body[0].file.address)).status).toBe(200);
  });

  it('asks for no key and no cookie, and takes from no budget of a key', async () => {
    const { id } = await putFile(client, 'logo.png', png);
    const address = await addressOf(client, id);
    const wrong = { Authorization: 'Bearer bp_wrong', Cookie: 'bp=x; __Host-bp=y' };
    const headers = { ...wrong, Accept: 'text/html', 'If-Match': '"x"' };
    const answer = await ask(address, { headers });
    expect(answer.status).toBe(200);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });

  it('is named in the log by eight characters only', async () => {
    const address = await addressOf(client, (await putFile(client, 'logo.png', png)).id);
    const before = portal.log.length;
    for (const path of [address, `${address}?x`, `${address}x`]) await ask(path);
    const lines = portal.log.slice(before).filter((line) => line.includes('/files/'));
    const logged = lines.map((line) => JSON.parse(line).url);
    expect(logged).toEqual([0, 1, 2].map(() => `${address.slice(0, 15)}…`));
  });

  it('that is not as long as it was is no answer at all, unless a store has it, and spoils none behind it', async () => {
    const content = randomBytes(600_000);
    const { id, file } = await putFile(client, 'film.mp4', content);
    const address = await addressOf(client, id);
    const found = await portal.service.files(client.brand).find(file?.sha256 as string);
    truncateSync(found?.path as string, 500_000);
    const answer = await ask(address);
    expect(answer.status).toBe(portal.service.isShared ? 200 : 503);
    if (answer.ok) expect(content.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
    expect((await ask('/healthz')).status).toBe(200);
  });
});

it('a network may ask for so many files a minute', async () => {
  const { portal } = await anotherPortal({ real: true, config: { file_requests_per_minute: 2 } });
  const at = `${portal.url}/files/x`;
  expect([(await fetch(at)).status, (await fetch(at)).status]).toEqual([404, 404]);
  const refused = await fetch(at);
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
  expect((await fetch(`${portal.url}/api/v1/openapi.json`)).status).toBe(200);
});

it('with a host of their own, files are served there only, and nothing else is', async () => {
  const files = 'https://files.example';
  const acme = await anotherPortal({ real: true, config: { files_url: files } });
  const { url } = acme.portal;
  const address = await addressOf(acme, (await putFile(acme, 'logo.png', png)).id);
  expect(address.startsWith(`${files}/files/`)).toBe(true);
  const path = address.slice(files.length);
  const key = { Authorization: `Bearer ${acme.key}` };
  expect(await askAt(url, 'FILES.example', path)).toBe(200);
  expect(await askAt(url, 'portal.example', path)).toBe(404);
  // The second is answered from the cache.
  for (const _ of [1, 2]) expect(await askAt(url, 'portal.example', '/api/v1/media', key)).toBe(200);
  for (const other of ['/api/v1/media', '/-/workspace', '/git/acme.git/info/refs', '/docs', '/', '/mcp']) {
    expect([other, await askAt(url, 'files.example', other, key)]).toEqual([other, 404]);
  }
});
