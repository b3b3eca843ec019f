import { afterEach, describe, expect, it } from 'vitest';
import { message, post } from '../../support/mcp.js';
import { TestClient, TestPortal } from '../../support/portal.js';

let portal: TestPortal;

async function start(
  ...[requestsPerKey, writesPerKey, failed = 0, trusted_proxies = []]: [number, number, number?, string[]?]
) {
  const rateLimits = { requestsPerKey, writesPerKey, failedLoginsPerAddress: failed };
  portal = await TestPortal.start({ rateLimits, config: { trusted_proxies } });
  await portal.service.provisioning.createEmpty('acme', 'Acme', []);
  return portal.client('acme');
}

afterEach(() => portal.close());

/** Of requests: limit and what remains; then of writes. */
const budgets = ({ headers }: { headers: Headers }): (string | null)[] =>
  ['', '-writes'].flatMap((of) => ['limit', 'remaining'].map((name) => headers.get(`x-ratelimit${of}-${name}`)));

/** Refused, and told when to come again. */
function expectLater({ status, headers }: { status: number; headers: Headers }): void {
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.parse(headers.get('date') ?? ''));
}

async function commitsSince(commit: string): Promise<number> {
  const { versions } = await portal.service.openBrand('acme');
  const parents: (string | null)[] = [portal.head('acme')];
  while (parents.at(-1) !== commit) parents.push(await versions.parentOf(parents.at(-1) as string));
  return parents.length - 1;
}

describe('the budget of a key', () => {
  it('is told on every answer, remembered answers included, and ends in 429', async () => {
    const client = await start(3, 3);
    for (const remaining of ['2', '1', '0']) {
      const reply = await client.get('/pages');
      expect([reply.status, ...budgets(reply)]).toEqual([200, '3', remaining, null, null]);
      expect(reply.headers.has('retry-after')).toBe(false);
    }
    const refused = await client.get('/pages');
    expectLater(refused);
    expect(refused.body.message).toBe('Too Many Attempts. The budget of this key is spent: 3 requests a minute.');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('is told for writes as a second pair', async () => {
    const client = await start(10, 3);
    expect(budgets(await client.post('/pages', { title: 'One' }))).toEqual(['10', '9', '3', '2']);
    expect(budgets(await client.get('/pages'))).toEqual(['10', '8', null, null]);
    expect(budgets(await client.get('/pages'))).toEqual(['10', '7', null, null]);
    expect(budgets(await client.patch('/pages/1', { title: 'Two' }))).toEqual(['10', '6', '3', '1']);
    const agent = message('tools/call', { name: 'create_page', arguments: { title: 'Three' } });
    expect(budgets(await post(client, agent, {}))).toEqual(['10', '5', '3', '0']);
    const refused = await client.patch('/pages/1', { title: 'Four' });
    expectLater(refused);
    expect(budgets(refused)).toEqual(['10', '4', '3', '0']);
    expect((await post(client, agent, {})).status).toBe(429);
    expect((await client.get('/pages')).status).toBe(200);
  });

  it('is told for writes when it is that of requests that is used up, and where there is no other', async () => {
    const client = await start(1, 3);
    await client.get('/pages');
    expect(budgets(await client.post('/pages', { title: 'One' }))).toEqual(['1', '0', '3', '3']);
    await portal.close();
    const writer = await start(0, 1);
    expect(budgets(await writer.post('/pages', { title: 'One' }))).toEqual([null, null, '1', '0']);
    expect(budgets(await writer.get('/pages'))).toEqual([null, null, null, null]);
    expect((await writer.post('/pages', { title: 'Two' })).status).toBe(429);
  });

  it('is not charged for writes that make no commit, however they come', async () => {
    const client = await start(1000, 2);
    const left = (reply: { headers: Headers }) => budgets(reply)[3];
    const { body: page } = await client.post('/pages', { title: 'One' });
    for (const [method, path, options] of [
      ['PATCH', '/pages/1', { body: { title: 'One' } }],
      ['PUT', '/pages/1/content', { body: { blocks: page.blocks } }],
      ['POST', '/pages', { body: { title: '' } }],
      ['POST', '/pages', { raw: '{' }],
      ['PATCH', '/pages/9', { body: { title: 'x' } }],
      ['PATCH', '/pages/1', { body: { title: 'x' }, headers: { 'If-Match': '"none"' } }],
    ] as const)
      expect([method, options, left(await client.send(method, path, options))]).toEqual([method, options, '1']);
    const reader = await portal.client('acme', ['read']);
    expect(left(await reader.post('/pages', { title: 'x' }))).toBe('2');
    // An answer as an event stream has its headers before the tool has run: the next answer tells.
    for (const given of [{ title: '' }, { title: 1 }, []]) {
      await (await post(client, message('tools/call', { name: 'create_page', arguments: given }), {})).text();
    }
    expect(left(await client.patch('/pages/1', { title: 'One' }))).toBe('1');
    await (await post(client, message('tools/call', { name: 'create_page', arguments: { title: 'Two' } }), {})).text();
    expect((await client.get('/pages')).body).toHaveLength(2);
    await client.refused(429, 'PATCH', '/pages/1', { body: { title: 'One' } });
  });

  it('is never exceeded by writes at the same time, some of which change nothing', async () => {
    const client = await start(1000, 5);
    await client.page({ title: 'Same' });
    const before = portal.head('acme');
    const send = (n: number) => client.patch('/pages/1', { title: n % 2 === 0 ? 'Same' : `Title ${n}` });
    const sent = await Promise.all(Array.from({ length: 40 }, (_, n) => send(n)));
    const done = sent.filter(({ status }) => status === 200).length;
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(40 - done);
    // What was given back is there for others: until it is used up, and not once more.
    for (let n = 100; (await send(2 * n + 1)).status === 200; n += 1) expect(n).toBeLessThan(105);
    expect(await commitsSince(before)).toBe(4);
    expect(budgets(await send(2))[3]).toBe('0');
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
      const refused = await ask();
      expectLater(refused);
      expect(budgets(refused).slice(0, 2)).toEqual(['3', '0']);
    }
  });

  it('is used before rights and bodies are looked at', async () => {
    const client = await start(1, 1);
    const reader = await portal.client('acme', ['read']);
    await reader.refused(403, 'POST', '/pages', { raw: '{' });
    await reader.refused(429, 'POST', '/pages', { raw: '{' });
    expect((await client.get('/pages')).status).toBe(200);
  });

  it('may be its own: larger, smaller, or without end, at every door', async () => {
    await start(2, 1);
    const own = async (budgets: { requests_per_minute?: number; writes_per_minute?: number }) => {
      const issued = { brand: 'acme', name: 'Own', rights: ['read', 'write'], expiresAt: null, budgets } as const;
      const { key, record } = await portal.service.keys.issue(issued);
      return new TestClient(portal, 'acme', key, record.id);
    };
    const agent = message('tools/call', { name: 'create_page', arguments: { title: 'A' } });
    const larger = await own({ requests_per_minute: 4, writes_per_minute: 3 });
    expect(budgets(await larger.post('/pages', { title: 'A' }))).toEqual(['4', '3', '3', '2']);
    expect(budgets(await post(larger, agent))).toEqual(['4', '2', '3', '1']);
    // The second is answered from the cache.
    for (const left of ['1', '0']) expect(budgets(await larger.get('/pages'))).toEqual(['4', left, null, null]);
    const { body } = await larger.refused(429, 'GET', '/pages');
    expect(body.message).toContain('is spent: 4 requests a minute');
    const smaller = await own({ requests_per_minute: 1 });
    expect(budgets(await smaller.post('/pages', { title: 'A' }))).toEqual(['1', '0', '1', '0']);
    const endless = await own({ requests_per_minute: 0, writes_per_minute: 0 });
    for (const _ of [1, 2, 3]) {
      for (const reply of [await endless.post('/pages', { title: 'A' }), await post(endless, agent)]) {
        expect([reply.status < 300, ...budgets(reply)]).toEqual([true, null, null, null, null]);
      }
    }
    const writer = await own({ writes_per_minute: 0 });
    expect(budgets(await writer.post('/pages', { title: 'A' }))).toEqual(['2', '1', null, null]);
    expect(budgets(await writer.get('/pages'))).toEqual(['2', '0', null, null]);
    await writer.refused(429, 'POST', '/pages', { body: { title: 'A' } });
  });
});

describe('keys that are none', () => {
  it('are limited by the address they come from only, however many they are; a request without any key is not', async () => {
    const client = await start(0, 0, 2);
    for (const [at, sign] of [...'xyzz'].entries()) {
      const wrong = { key: `bp_${sign.repeat(38)}` };
      expect((await client.get('/pages', wrong)).status).toBe(at < 2 ? 401 : 429);
    }
    expect((await client.get('/pages', { key: null })).status).toBe(401);
    expect((await client.get('/pages')).status).toBe(200);
  });

  const wrong = (forwarded: string) => ({ key: 'bp_wrong', headers: { 'X-Forwarded-For': forwarded } });
  const answers = async (client: TestClient, addresses: readonly string[]) => {
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
    const said = 'Too Many Attempts. The budget of this address is spent: 1 invalid keys a minute.\n';
    expect([response.status, await response.text()]).toEqual([429, said]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
