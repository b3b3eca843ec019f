import { afterEach, describe, expect, it } from 'vitest';
import { networkOf } from '../../src/http/admission/client-network.js';
import { message, post } from '../support/mcp.js';
import { TestPortal } from '../support/portal.js';

let portal: TestPortal;

async function start(
  requestsPerKey: number,
  writesPerKey: number,
  failedLoginsPerAddress = 0,
  trustedProxies: readonly string[] = [],
) {
  const rateLimits = { requestsPerKey, writesPerKey, failedLoginsPerAddress };
  portal = await TestPortal.start({ rateLimits, app: { trustedProxies } });
  await portal.service.createEmptyBrand('acme', 'Acme', []);
  return portal.client('acme');
}

afterEach(() => portal.close());

describe('the budget of a key', () => {
  it('is told on every answer, remembered answers included, and ends in 429', async () => {
    const client = await start(3, 3);
    for (const remaining of ['2', '1', '0']) {
      const { status, headers } = await client.get('/pages');
      expect(status).toBe(200);
      expect(headers.get('x-ratelimit-limit')).toBe('3');
      expect(headers.get('x-ratelimit-remaining')).toBe(remaining);
      expect(headers.has('retry-after')).toBe(false);
    }
    const { status, headers, body } = await client.get('/pages');
    expect(status).toBe(429);
    expect(body).toEqual({ message: 'Too Many Attempts.' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.now());
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('has its own share for writes, and a refused write makes no commit', async () => {
    const client = await start(10, 1);
    expect((await client.post('/pages', { title: 'One' })).status).toBe(201);
    await client.refused(429, 'POST', '/pages', { body: { title: 'Two' } });
    expect((await client.get('/pages')).status).toBe(200);
  });

  it("is no other key's", async () => {
    const client = await start(1, 1);
    const other = await portal.client('acme');
    expect((await client.get('/pages')).status).toBe(200);
    expect((await client.get('/pages')).status).toBe(429);
    expect((await other.get('/pages')).status).toBe(200);
  });

  it('is one, whichever door its requests come through', async () => {
    const client = await start(3, 3);
    const doors = [
      () => client.get('/pages'),
      () => post(client, message('tools/list'), { 'Mcp-Method': 'tools/list' }),
      () => fetch(`${portal.url}/git/acme.git/HEAD`, { headers: { Authorization: `Bearer ${client.key}` } }),
    ];
    for (const [at, ask] of doors.entries()) {
      expect((await ask()).headers.get('x-ratelimit-remaining')).toBe(String(2 - at));
    }
    for (const ask of doors) {
      const { status, headers } = await ask();
      expect([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([429, '3', '0']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.now());
    }
  });

  it('is used before rights and bodies are looked at', async () => {
    const client = await start(1, 1);
    const reader = await portal.client('acme', ['read']);
    await reader.refused(403, 'POST', '/pages', { raw: '{' });
    await reader.refused(429, 'POST', '/pages', { raw: '{' });
    expect((await client.get('/pages')).status).toBe(200);
  });

  it('is without end, and not told, when it is 0', async () => {
    const client = await start(0, 0);
    for (let request = 0; request < 5; request += 1) {
      const { status, headers } = await client.get('/pages');
      expect([status, headers.has('x-ratelimit-limit')]).toEqual([200, false]);
    }
  });
});

describe('keys that are none', () => {
  it('are limited by the address they come from; a request without any key is not', async () => {
    const client = await start(0, 0, 2);
    const wrong = { key: `bp_${'x'.repeat(38)}` };
    expect((await client.get('/pages', wrong)).status).toBe(401);
    expect((await client.get('/pages', wrong)).status).toBe(401);
    expect((await client.get('/pages', wrong)).status).toBe(429);
    expect((await client.get('/pages', { key: null })).status).toBe(401);
    expect((await client.get('/pages')).status).toBe(200);
  });

  const wrong = (forwarded: string) => ({ key: 'bp_wrong', headers: { 'X-Forwarded-For': forwarded } });
  const answers = async (client: Awaited<ReturnType<typeof start>>, addresses: readonly string[]) => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push((await client.get('/pages', wrong(address))).status);
    return statuses;
  };

  it('are counted for the address of the connection, whatever X-Forwarded-For says', async () => {
    const client = await start(0, 0, 1);
    expect(await answers(client, ['192.0.2.1', '192.0.2.2'])).toEqual([401, 429]);
  });

  it('are counted for the client that a trusted proxy names', async () => {
    const client = await start(0, 0, 1, ['127.0.0.0/8']);
    const asked = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '198.51.100.7, 192.0.2.3', '198.51.100.8, 192.0.2.3'];
    expect(await answers(client, asked)).toEqual([401, 429, 401, 401, 429]);
    const v6 = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1', '::ffff:192.0.2.2'];
    expect(await answers(client, v6)).toEqual([401, 429, 401, 429]);
    // What is no address is the proxy's own doing.
    expect(await answers(client, ['unknown', `${'x'.repeat(5000)}`])).toEqual([401, 429]);
  });

  it('at the door for clones count as well, and are told in its form', async () => {
    const client = await start(0, 0, 1);
    expect(await answers(client, ['192.0.2.1'])).toEqual([401]);
    const response = await fetch(`${portal.url}/git/acme.git/HEAD`, { headers: { Authorization: 'Bearer bp_wrong' } });
    expect([response.status, await response.text()]).toEqual([429, 'Too Many Attempts.\n']);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '20010db800000000/64'],
    ['2001:DB8:0:0:ffff::', '20010db800000000/64'],
    ['fe80::1%eth0', 'fe80000000000000/64'],
    ['::1', '0000000000000000/64'],
  ])('from %s count for %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

it('keys that are none count by where they come from alone, however many they are', async () => {
  const client = await start(0, 0, 3);
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    statuses.push((await client.get('/pages', { key: `bp_${String(n).padStart(38, '0')}` })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
});
