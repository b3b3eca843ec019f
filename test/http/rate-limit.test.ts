import { afterEach, describe, expect, it } from 'vitest';
import { TestPortal } from '../support/portal.js';

let portal: TestPortal;

async function start(requestsPerKey: number, writesPerKey: number, failedLoginsPerAddress = 0) {
  portal = await TestPortal.start({ rateLimits: { requestsPerKey, writesPerKey, failedLoginsPerAddress } });
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
});
