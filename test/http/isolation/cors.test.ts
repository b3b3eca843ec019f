import { describe, expect, it } from 'vitest';
import { anotherPortal, client, portal, portalForAll } from '../../support/portal-fixture.js';

const friend = 'https://brand.example';
const stranger = 'https://brand.example.evil.test';

portalForAll({ config: { cors_origins: [friend, 'http://localhost:5173'] } });

/** @returns the status and the headers that browsers decide by */
async function ask(path: string, method: string, headers: Record<string, string>, key: string | null = client.key) {
  const authorization: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
  const init = { method, headers: { ...authorization, ...headers } };
  const response = await fetch(`${client.portal.url}/api/v1${path}`, init);
  await response.arrayBuffer();
  const cors = [...response.headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary');
  return { status: response.status, headers: Object.fromEntries(cors) };
}

const allowed = {
  'access-control-allow-origin': friend,
  'access-control-expose-headers':
    'Content-Disposition, Content-Range, ETag, Idempotency-Replayed, Ignored-Fields, Link, Location, Markdown-Lost, Merged, ' +
    'Portal-Position, Proposal, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, ' +
    'X-RateLimit-Writes-Limit, X-RateLimit-Writes-Remaining',
};

describe('a script of an origin that is named', () => {
  it.each<[string, number, string, string, Record<string, string>, string | null | undefined]>([
    ['a read', 200, 'GET', '/pages', {}, undefined],
    ['a read that is not modified', 304, 'GET', '/pages', { 'If-None-Match': '*' }, undefined],
    ['a missing page', 404, 'GET', '/pages/9999', {}, undefined],
    ['a missing key', 401, 'GET', '/pages', {}, null],
    ['a wrong body', 422, 'POST', '/pages', {}, undefined],
    ['an unknown path', 404, 'GET', '/nothing', {}, undefined],
    ['the description', 200, 'GET', '/openapi.json', {}, null],
  ])('may read the answer to %s: %i', async (_, status, method, path, headers, key) => {
    for (let time = 1; time <= 2; time += 1) {
      const expected = { ...allowed, vary: expect.stringMatching(/^Origin(, Authorization)?$/) };
      expect(await ask(path, method, { Origin: friend, ...headers }, key)).toEqual({ status, headers: expected });
    }
  });

  it.each([
    ['/pages', 'GET, POST'],
    ['/pages/1', 'GET, PATCH, DELETE'],
    ['/pages/1/content', 'PUT'],
    ['/brand/cl/voice', 'GET, PATCH'],
  ])('is told before it asks what it may do at %s', async (path, methods) => {
    const asked = { 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': 'x' };
    const question = { Origin: friend, ...asked };
    expect(await ask(path, 'OPTIONS', question, null)).toEqual({
      status: 204,
      headers: {
        vary: 'Origin',
        'access-control-allow-origin': friend,
        'access-control-allow-methods': methods,
        'access-control-allow-headers':
          'Authorization, Content-Digest, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, ' +
          'Portal-Position, X-Request-Id',
        'access-control-max-age': '600',
      },
    });
  });
});

describe('a script of any other origin', () => {
  it.each([stranger, 'http://brand.example', 'https://brand.example:8443', 'null', ''])(
    '(%j) may read nothing, and its questions are no requests',
    async (origin) => {
      for (let time = 1; time <= 2; time += 1) {
        const { status, headers } = await ask('/pages', 'GET', { Origin: origin });
        expect({ status, headers }).toEqual({ status: 200, headers: { vary: 'Origin, Authorization' } });
      }
      const question = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
      expect(await ask('/pages', 'OPTIONS', question, null)).toEqual({ status: 405, headers: { vary: 'Origin' } });
    },
  );

  it('is told apart by caches even where a request names no origin', async () => {
    expect((await ask('/pages', 'GET', {})).headers).toEqual({ vary: 'Origin, Authorization' });
  });
});

it('nothing but the API is opened to scripts', async () => {
  for (const path of ['/healthz', '/readyz', '/mcp', '/git/acme.git/info/refs']) {
    const { headers } = await fetch(portal.url + path, { headers: { Origin: friend } });
    expect([path, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([path, null, null]);
  }
});

it('without a configuration there is no header for scripts at all, and OPTIONS is 405', async () => {
  const other = await anotherPortal();
  for (const path of ['/pages', '/pages', '/pages/9999']) {
    const { headers } = await other.get(path, { headers: { Origin: friend } });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers.get('vary') ?? '').not.toContain('Origin');
  }
  const headers = { Origin: friend, 'Access-Control-Request-Method': 'POST' };
  await other.refused(405, 'OPTIONS', '/pages', { headers });
});
