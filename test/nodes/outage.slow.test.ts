import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataPaths } from '../../src/service/data-directory.js';
import { eventually, shortLimit } from '../support/eventually.js';
import { message, post } from '../support/mcp.js';
import { putFile } from '../support/put-file.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { portalOver } from '../support/shared/nodes.js';

/** What the store may take for a request. */
const timeoutMs = 1000;

async function begin() {
  const store = new MemoryStore();
  const node = await portalOver(store, { real: true, node: { timeoutMs } });
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
  const answerOf = async (send: () => Promise<Pick<Response, 'status' | 'headers'>>) => {
    const { status, headers } = await send();
    return { status, retryAfter: headers.get('retry-after') };
  };
  const all = () => Promise.all(Object.values(requests).map(answerOf));
  return { store, node, requests, all };
}

test.each([
  ['that is silent', 'unanswered', 2 * timeoutMs],
  ['whose port is closed', 'unsent', 0],
] as const)('a store %s is answered for, then without asking it, then forgotten', shortLimit, async (_, outage, ms) => {
  const { store, node, all } = await begin();
  const idle = await node.importExample('northlight');
  expect((await idle.get('/pages')).status).toBe(200);
  store.delayMs = ms;
  store.outage = outage;
  const [first, readiness] = await Promise.all([all(), fetch(`${node.url}/readyz`)]);
  expect(readiness.status).toBe(503);
  for (const { status, retryAfter } of first) {
    expect([503, 504]).toContain(status);
    if (status === 503) expect(retryAfter).toBe('1');
  }
  await eventually(async () => {
    const before = store.looks;
    const answers = await all();
    expect(answers).toEqual(answers.map(() => ({ status: 503, retryAfter: '1' })));
    // Of the node's own looks there are some; were the requests sent, there would be more than one for each.
    expect(store.looks - before).toBeLessThan(answers.length);
  });
  store.outage = null;
  store.delayMs = 0;
  await eventually(async () => expect((await fetch(`${node.url}/readyz`)).status).toBe(200));
  await eventually(async () => expect((await all()).every((answer) => answer.status < 300)).toBe(true));
});

test('a file that takes long leaves no time beyond the request to its commit', shortLimit, async () => {
  const { store, requests } = await begin();
  const putFile = store.putFile.bind(store);
  store.putFile = async (...file) => {
    store.delayMs = timeoutMs * 0.95;
    await putFile(...file);
    store.delayMs = 0;
    store.outage = 'unanswered';
  };
  expect([503, 504]).toContain((await requests['an upload']()).status);
});
