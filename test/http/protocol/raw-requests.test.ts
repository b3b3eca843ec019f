import { beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../support/portal.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { exchange } from '../../support/raw-requests.js';

let other: TestClient;

portalForAll({ server: { requestTimeoutSeconds: 10 } });
beforeAll(async () => {
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  other = await portal.client('other');
});

const raw = (...requests: readonly string[]): Promise<string> => exchange(portal.url, requests.join(''));

const get = (target: string, key: string, more = ''): string =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;
const post = (body: string, more = ''): string =>
  `POST /api/v1/pages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.key}\r\nContent-Type: application/json\r\n` +
  `${more}Content-Length: ${body.length}\r\n\r\n${body}`;

const statuses = (received: string): string[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status as string);

describe('a target with scheme and host', () => {
  it.each(['http://x', 'https://user:secret@other.example:99999999', 'http://[', 'http://'])(
    '%s: only what follows counts',
    async (origin) => {
      const received = await raw(get(`${origin}/api/v1/brand`, client.key), get(`${origin}/api/v1/brand`, other.key));
      expect(statuses(received)).toEqual(['200', '200']);
      expect(received.indexOf('"slug":"acme"')).toBeLessThan(received.indexOf('"slug":"other"'));
      expect(portal.log.join('')).not.toContain('secret');
    },
  );

  it.each(['http://[', 'http://x', 'http://x?a'])('%s: without a path it is the root', async (target) => {
    const received = await raw(get(target, client.key));
    expect(received).toMatch(/^HTTP\/1\.1 421 /);
    expect(received).toMatch(/\r\nX-Request-Id: /i);
  });
});

describe('what is no request', () => {
  const nonsense = 'nonsense\r\n\r\n';

  it('is refused after the answers to those before it', async () => {
    const received = await raw(post('{"title":"First"}'), get('/api/v1/pages', client.key), nonsense);
    expect(statuses(received)).toEqual(['201', '200', '400']);
    const [, created = '', , refusal = ''] = received.split(/HTTP\/1\.1 \d{3} /);
    expect(created).toContain('"title":"First"');
    expect(refusal).toContain('{"message":"This is not a valid HTTP request."}');
  });

  it('is refused at once when it is the body of one', async () => {
    const head = `POST /api/v1/pages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.key}\r\n`;
    const before = portal.head('acme');
    const type = 'Content-Type: application/json\r\n';
    const received = await raw(`${head}${type}Transfer-Encoding: chunked\r\n\r\n${nonsense}`);
    expect(statuses(received)).toEqual(['400']);
    expect(portal.head('acme')).toBe(before);
  });
});

it('no header is left out for being one of many', async () => {
  const before = portal.head('acme');
  const received = await raw(post('{"title":"Many"}', `${'a:\r\n'.repeat(2500)}If-Match: "0000"\r\n`));
  expect(statuses(received)).toEqual(['412']);
  expect(portal.head('acme')).toBe(before);
});

describe('two Authorization headers', () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const json = `Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n`;

  it.each([
    ['GET', '/api/v1/brand', '', '200'],
    ['HEAD', '/api/v1/brand', '', '200'],
    ['PATCH', '/api/v1/pages/1', json, '422'],
    ['POST', '/mcp', json, '200'],
    ['GET', '/git/acme.git/info/refs?service=git-upload-pack', '', '503'],
  ])('%s %s: are refused, whatever they hold', async (method, path, more, status) => {
    const key = (value: string, name = 'Authorization'): string => `${name}: Bearer ${value}\r\n`;
    const ask = async (keys: string): Promise<string[]> => {
      const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
      return statuses(await raw(`${head}${keys}${more}\r\n${more === '' ? '' : body}`));
    };
    // The first time the answer is made, then it is sent from memory.
    for (let n = 0; n < 2; n += 1) expect(await ask(key(client.key))).toEqual([status]);
    for (const second of [client.key, other.key, 'wrong', '']) {
      expect(await ask(key(client.key) + key(second, 'aUTHORIZATION'))).toEqual(['400']);
    }
    expect(await ask(key('wrong') + key(client.key))).toEqual(['400']);
  });
});

describe('one request is never taken for two', () => {
  const body = '{"title":"Two"}';
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const start = () =>
    `POST /api/v1/pages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.key}\r\nContent-Type: application/json\r\n`;

  it.each([
    ['both lengths', 'Transfer-Encoding: chunked\r\nContent-Length: 15\r\n', chunked],
    ['two lengths', 'Content-Length: 15\r\nContent-Length: 0\r\n', body],
    ['a list of lengths', 'Content-Length: 15, 15\r\n', body],
    ['an unknown encoding', 'Transfer-Encoding: xchunked\r\n', chunked],
    ['chunks that are not the last encoding', 'Transfer-Encoding: chunked, gzip\r\n', chunked],
    ['a length in words', 'Content-Length: +15\r\n', body],
    ['a folded header', 'X: a\r\n b\r\nContent-Length: 15\r\n', body],
    ['a chunk that never ends', 'Transfer-Encoding: chunked\r\n', `ff\r\n${body}`],
    ['a body that never ends', 'Content-Length: 500\r\n', body],
  ])('%s', async (_, headers, sent) => {
    const before = portal.head('acme');
    expect(statuses(await raw(`${start()}${headers}\r\n${sent}`))).toEqual(['400']);
    expect(portal.head('acme')).toBe(before);
  });
});
