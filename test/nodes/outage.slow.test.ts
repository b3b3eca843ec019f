import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dataPaths } from '../../src/service/data-directory.js';
import { eventually } from '../support/eventually.js';
import { message, post } from '../support/mcp.js';
import { putFile } from '../support/put-file.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { portalOver } from '../support/shared/nodes.js';

const waitMs = 5000;
/** For a machine busy with others. */
const slackMs = 2500;

async function begin() {
  const store = new MemoryStore();
  const node = await portalOver(store, { real: true });
  const client = await node.importExample('little-bakery');
  await node.service.setBrandSettings(client.brand, { modules: ['media_upload'] });
  const page = await client.page({ title: 'Page' });
  const { id: medium } = await putFile(client, 'logo.png', 'logo');
  const upload = { raw: 'other', headers: { 'Content-Type': 'application/octet-stream' } };
  const authorization = `Basic ${Buffer.from(`key:${client.key}`).toString('base64')}`;
  const git = `${node.url}/git/little-bakery.git/info/refs?service=git-upload-pack`;
  const keyed = { headers: { 'Idempotency-Key': 'once' } };
  const requests = {
    'a read': () => client.get(`/pages/${page.id}`),
    'the history': () => client.get('/changes'),
    'the past': () => client.get(`/pages?at=${encodeURIComponent('2026-03-01T12:00:00Z')}`),
    'a write': () => client.patch(`/pages/${page.id}`, { title: 'Newer' }),
    'a write behind it': () => client.patch(`/pages/${page.id}`, { title: 'Newest' }),
    'a write with a key': () => client.post('/pages', { title: 'Once' }, keyed),
    'an upload': () => client.post('/media?name=b.png', undefined, upload),
    'a file': () => {
      // It comes from the store again.
      const folder = dataPaths.files(node.data);
      for (const name of readdirSync(folder)) if (name !== 'lfs') rmSync(join(folder, name));
      return client.get(`/media/${medium}/file`);
    },
    'an agent': () => post(client, message('tools/call', { name: 'get_page', arguments: { page: page.id } })),
    'a clone': () => fetch(git, { headers: { authorization } }),
  };
  const timed = async (send: () => Promise<{ readonly status: number; readonly headers: Headers }>) => {
    const startMs = performance.now();
    const { status, headers } = await send();
    return { status, retryAfter: headers.get('retry-after'), ms: performance.now() - startMs };
  };
  const each = Object.entries(requests).map(([name, send]) => async () => ({ name, ...(await timed(send)) }));
  const all = () => Promise.all(each.map((send) => send()));
  return { store, node, client, requests, timed, each, all };
}

test.each([
  ['that is silent', 'unanswered', 2000],
  ['whose port is closed', 'unsent', 0],
] as const)('a store %s is answered for in time, then at once, then forgotten', async (_, outage, ms) => {
  const { store, node, all } = await begin();
  const idle = await node.importExample('northlight');
  expect((await idle.get('/pages')).status).toBe(200);
  store.delayMs = ms;
  store.outage = outage;
  const beganMs = performance.now();
  const readiness = fetch(`${node.url}/readyz`).then(({ status }) => ({ status, ms: performance.now() - beganMs }));
  const [first, { status, ms: readyMs }] = await Promise.all([all(), readiness]);
  expect(status).toBe(503);
  expect(readyMs).toBeLessThan(2000 + slackMs);
  for (const answer of first) {
    expect([503, 504]).toContain(answer.status);
    expect(answer.ms).toBeLessThan(waitMs + slackMs);
    if (answer.status === 503) expect(answer.retryAfter).toBe('1');
  }
  await sleep(Math.max(0, beganMs + waitMs - performance.now()));
  const asked = Object.values(store.requests).reduce((sum, count) => sum + count, 0);
  const startMs = performance.now();
  for (const answer of await all()) {
    expect(answer).toMatchObject({ status: 503, retryAfter: '1' });
    expect(answer.ms).toBeLessThan(slackMs);
  }
  await sleep(1000);
  const probes = Object.values(store.requests).reduce((sum, count) => sum + count, 0) - asked;
  // One probe at a time, half a second apart; of the write that was sent, whether it was stored.
  expect(probes).toBeLessThanOrEqual(2 + ((performance.now() - startMs) / 500) * 2);
  store.outage = null;
  store.delayMs = 0;
  await eventually(async () => expect((await fetch(`${node.url}/readyz`)).status).toBe(200));
  await eventually(async () => expect((await all()).every((answer) => answer.status < 300)).toBe(true));
});

test('a file that takes long leaves no time beyond the request to its commit', async () => {
  const { store, requests, timed } = await begin();
  const putFile = store.putFile.bind(store);
  store.putFile = async (...file) => {
    await sleep(waitMs * 0.95);
    await putFile(...file);
    store.outage = 'unanswered';
  };
  const { status, ms } = await timed(requests['an upload']);
  expect(status).toBe(503);
  expect(ms).toBeLessThan(waitMs + slackMs);
});

test('a store that answers slowly, and often not, ends no request late', async () => {
  const { store, each } = await begin();
  store.beforeCreate = () => {};
  const end = performance.now() + 12_000;
  let [served, refused] = [0, 0];
  const disturbing = (async () => {
    while (performance.now() < end) {
      store.delayMs = Math.random() * 2000;
      store.outage = Math.random() < 0.5 ? 'unanswered' : null;
      await sleep(Math.random() * 1000);
    }
    [store.delayMs, store.outage] = [0, null];
  })();
  const late: string[] = [];
  const sending = each.map(async (send) => {
    while (performance.now() < end) {
      const { name, ms, status } = await send();
      if (ms > waitMs + slackMs) late.push(`${name}: ${status} after ${ms} ms`);
      if (status < 300) served += 1;
      else refused += 1;
    }
  });
  await Promise.all([...sending, disturbing]);
  expect(late).toEqual([]);
  expect(served).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
});
