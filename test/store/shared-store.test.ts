import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreError } from '../../src/store/log/object-store.js';
import { S3Store } from '../../src/store/log/s3-store.js';
import { testStore } from '../../src/store/log/store-conformance.js';
import { shortLimit, timeoutMs } from '../support/eventually.js';
import { sha256Of } from '../support/files.js';
import { loopback } from '../support/loopback.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { s3Server } from '../support/shared/s3-server.js';

const secret = 'not-to-be-seen';

/** A client of a server that answers as it is told. */
async function client(listener: RequestListener, limitMs = timeoutMs): Promise<S3Store> {
  return clientOf(await loopback(listener), limitMs);
}

function clientOf(endpoint: string, limitMs: number): S3Store {
  const credentials = { accessKeyId: 'ID', secretAccessKey: secret };
  const place = { bucket: 'bucket', prefix: 'a/b', region: 'eu-test-1', pathStyle: true };
  const store = new S3Store({ ...place, endpoint, timeoutMs: limitMs, credentials: () => credentials });
  onTestFinished(() => store.close());
  return store;
}

const failure = (attempt: Promise<unknown>): Promise<StoreError> =>
  attempt.then(
    () => Promise.reject(new Error('it did not fail')),
    (error) => (error instanceof StoreError ? error : Promise.reject(error)),
  );

describe('the client of a store', () => {
  test.each([
    [-3600, 3599],
    [-4, 3],
    [-1, 0],
    [0, 0],
    [1, 0],
    [4, 3],
    [86_400, 86_399],
  ])(
    'knows of a clock that is %i seconds ahead of the store’s that it is at least %i wrong',
    async (seconds, least) => {
      const date = new Date(Date.now() - seconds * 1000).toUTCString();
      const store = await client((_, response) => void response.writeHead(200, { Date: date, ETag: '"1"' }).end());
      expect(store.clockSkewSeconds).toBe(0);
      await store.has('key');
      expect(store.clockSkewSeconds).toBeGreaterThanOrEqual(Math.max(0, least - 1));
      expect(store.clockSkewSeconds).toBeLessThanOrEqual(Math.abs(seconds) + 1);
      if (Math.abs(seconds) <= 1) expect(store.clockSkewSeconds).toBeLessThanOrEqual(1);
    },
  );

  test('knows of no clock where the store sends none', async () => {
    const store = await client((_, response) => {
      response.sendDate = false;
      response.writeHead(200, { ETag: '"1"' }).end();
    });
    await store.has('key');
    expect(store.clockSkewSeconds).toBe(0);
  });

  test('signs one request for each call, and says when it may not replace', async () => {
    const seen: string[] = [];
    const store = await client((request, response) => {
      const { method, url, headers } = request;
      seen.push(`${method} ${url} ${headers['if-none-match'] ?? '-'}`);
      expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=ID\/\d{8}\/eu-test-1\/s3\/aws4_request, /);
      expect(JSON.stringify(headers)).not.toContain(secret);
      request.resume().once('end', () => response.writeHead(200, { ETag: '"1"' }).end(method === 'GET' ? 'bytes' : ''));
    });
    expect(await store.create('log/1', Buffer.from('x'))).toBe('created');
    await store.put('hint', Buffer.from('x'));
    expect((await store.get('log/1'))?.toString()).toBe('bytes');
    expect(await store.has('log/1')).toBe(true);
    const paths = [
      'PUT /bucket/a/b/log/1 *',
      'PUT /bucket/a/b/hint -',
      'GET /bucket/a/b/log/1 -',
      'HEAD /bucket/a/b/log/1 -',
    ];
    expect(seen).toEqual(paths);
  });

  test.each([
    ['200 without an ETag', 200, {}, ''],
    ['409', 409, {}, '<Error><Code>ConditionalRequestConflict</Code></Error>'],
    ['500', 500, {}, ''],
    ['503', 503, {}, '<Error><Code>SlowDown</Code></Error>'],
  ])('does not take %s for a decision, and sends nothing again', async (_, status, headers, body) => {
    let requests = 0;
    const store = await client((request, response) => {
      requests += 1;
      request.resume().once('end', () => response.writeHead(status, headers).end(body));
    });
    const error = await failure(store.create('log/1', Buffer.from('x')));
    expect(error).toMatchObject({ isSent: true, status });
    expect(error.message).not.toContain(secret);
    expect(requests).toBe(1);
  });

  test.each([
    ['404 of a missing key', 404, 'NoSuchKey', null],
    ['404 of a missing bucket', 404, 'NoSuchBucket', 'NoSuchBucket'],
    ['404 of a proxy', 404, '', undefined],
    ['403', 403, 'AccessDenied', 'AccessDenied'],
  ])('takes nothing but a missing key for absent: %s', async (_, status, code, expected) => {
    const store = await client((_request, response) => response.writeHead(status).end(code && `<Code>${code}</Code>`));
    if (expected === null) expect(await store.get('log/1')).toBeNull();
    else expect(await failure(store.get('log/1'))).toMatchObject({ status, code: expected });
  });

  test.each([
    ['never answers', () => {}],
    [
      'begins an answer, and does not end it',
      (_: unknown, response: { write(text: string): void }) => response.write('<'),
    ],
  ])('waits no longer than it may for a server that %s', async (_, listener) => {
    const store = await client(listener, 100);
    expect(await failure(store.get('log/1'))).toMatchObject({ isSent: true, status: undefined });
  });

  test('waits for a large object as long as parts of it come', shortLimit, async () => {
    const store = await client((_, response) => {
      response.writeHead(200);
      let sent = 0;
      const more = setInterval(() => {
        sent += 1;
        response.write('part');
        if (sent === 10) response.end();
        if (sent === 10) clearInterval(more);
      }, 150);
    }, 1000);
    expect((await store.get('packs/1'))?.length).toBe(40);
  });

  test('lets no 404 of something between stand for an empty slot, once it knows the store', async () => {
    const answers: (() => [number, Record<string, string>, string])[] = [];
    const asked: string[] = [];
    const store = await client(({ method = '' }, response) => {
      asked.push(method);
      const [status, headers, body] = answers.shift()?.() ?? [500, {}, ''];
      response.writeHead(status, headers).end(body);
    });
    const named = { 'x-amz-request-id': 'tx1' };
    const missing = '<Error><Code>NoSuchKey</Code></Error>';
    answers.push(
      () => [404, named, ''],
      () => [404, named, missing],
      () => [404, named, ''],
      () => [404, {}, 'default backend - 404'],
      () => [200, {}, '<html>maintenance</html>'],
    );
    expect(await store.has('log/1')).toBe(false);
    expect(asked).toEqual(['HEAD', 'GET']);
    expect(await store.has('log/1')).toBe(false);
    expect(asked).toEqual(['HEAD', 'GET', 'HEAD']);
    expect((await failure(store.has('log/1'))).message).toContain('404 of a proxy');
    expect(await failure(store.get('log/1'))).toMatchObject({ isSent: true });
  });

  test('has no connection left open by something between that begins an answer and does not end it', async () => {
    const open = new Set<unknown>();
    let isBetween = false;
    const store = await client(({ socket }, response) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      if (isBetween) response.writeHead(502).write('<html>');
      else response.writeHead(404, { 'x-amz-request-id': 'tx1' }).end('<Error><Code>NoSuchKey</Code></Error>');
    });
    expect(await store.get('log/1')).toBeNull();
    isBetween = true;
    expect((await failure(store.get('log/1'))).message).toContain('502 of a proxy');
    await expect.poll(() => open.size).toBe(0);
  });

  const large = randomBytes(300 * 1024);
  const sha256 = sha256Of(large);
  const file = {
    bytes: large.length,
    sha256,
    open: () => Readable.from([large.subarray(0, 1024), large.subarray(1024)]),
  };

  test('sends a file with its hash and its size, and knows its size and its content from any byte on', async () => {
    const { endpoint } = (await s3Server())('a/b');
    const store = clientOf(endpoint ?? '', timeoutMs);
    expect(await store.size('files/1')).toBeNull();
    expect(await failure(buffer(store.read('files/1', 0)))).toMatchObject({ status: 404, code: 'NoSuchKey' });
    await store.putFile('files/1', file);
    expect(await store.size('files/1')).toBe(large.length);
    for (const from of [0, 1, large.length - 1]) {
      expect((await buffer(store.read('files/1', from))).equals(large.subarray(from))).toBe(true);
    }
  });

  test('waits for a file as long as parts of it are taken, and no longer', shortLimit, async () => {
    const taken = await client((request, response) => {
      request.on('data', () => {
        request.pause();
        setTimeout(() => request.resume(), 20);
      });
      request.once('end', () => response.writeHead(200, { ETag: '"1"' }).end());
    }, 500);
    await taken.putFile('files/1', file);
    const stuck = await client((request) => request.once('data', () => request.pause()), 100);
    expect(await failure(stuck.putFile('files/1', file))).toMatchObject({ isSent: true, status: undefined });
  });

  test('knows when nothing can have been sent', async () => {
    expect(await failure(clientOf('http://127.0.0.1:1', timeoutMs).create('log/1', Buffer.from('x')))).toMatchObject({
      isSent: false,
    });
  });
});

const bent: readonly [string, string, (store: MemoryStore) => Partial<MemoryStore>][] = [
  ['lets nothing be created', 'the first create of a key is refused', () => ({ create: async () => 'exists' })],
  ['gives other bytes back', 'does not come back', () => ({ get: async () => Buffer.from('other') })],
  ['finds what is not there', 'that is not there', () => ({ has: async () => true })],
  ['lets two win', 'at once 2 won', lettingTwoWin],
  ['does not answer', 'cannot be used', () => ({ outage: 'unanswered' })],
];

function lettingTwoWin(store: MemoryStore): Partial<MemoryStore> {
  const create = store.create.bind(store);
  let races = 0;
  return {
    async create(key, bytes) {
      const outcome = await create(key, bytes);
      if (!key.endsWith('-race')) return outcome;
      races += 1;
      return races <= 2 ? 'created' : 'exists';
    },
  };
}

test.each(bent)('the test at the start refuses a store that %s', shortLimit, async (_, problem, bend) => {
  const store = new MemoryStore();
  Object.assign(store, bend(store));
  await expect(testStore({ store, timeoutMs: 1000 })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(problem),
  });
});
