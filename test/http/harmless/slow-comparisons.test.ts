import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { BackgroundWork } from '../../../src/content/work/content-work.js';
import { BackgroundThread } from '../../../src/lib/background-thread.js';
import { heldThread, limitMs } from '../../support/held-thread.js';
import { call, connect } from '../../support/mcp.js';
import { sanitizer, type TestClient } from '../../support/portal.js';
import { anotherPortal } from '../../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../../support/workspace.js';

const long = (word: string): string => `<p>${`${word} `.repeat(20_000)}</p>`;

/** Time stands still, but where a test says that a question has exceeded its limit. */
async function start() {
  const { script, ...thread } = heldThread('content-worker.js');
  const work = new BackgroundWork(sanitizer, { quick: limitMs, slow: limitMs }, script);
  const acme = await anotherPortal({ real: true, work });
  const other = await acme.portal.client('acme', ['read'], 'Other');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return { acme, other, work, ...thread };
}

/** Makes a page of a long text, and changes it. @returns its number, and the version before */
async function changedPage(client: TestClient, word: string) {
  const { id, blocks } = await client.page({ blocks: [{ type: 'rich_text', data: { html: long('before') } }] });
  const from = client.portal.head('acme');
  await client.patch(`/pages/${id}/blocks/${blocks[0].id}`, { data: { html: long(word) } });
  return { page: Number(id), from };
}

/** Compares as an agent does, which notes its name when it has the answer. */
async function comparing({ portal, key }: TestClient, order: string[] = []) {
  const agent = await connect(portal, key);
  return (name: string, args: object) => call(agent, 'compare_page', { ...args }).finally(() => order.push(name));
}

/** Loaded once. */
beforeAll(() => import('../../../src/mcp/server.js'));

test('a comparison that takes too long is refused, and others are answered before', async () => {
  const { acme, other, threads, expire } = await start();
  const held = await changedPage(acme, 'HELD');
  const fine = await changedPage(acme, 'after');
  const order: string[] = [];
  const [first, second] = [await comparing(acme, order), await comparing(other, order)];
  const refused = first('held', held);
  const answered = second('other', fine);
  await expire(1);
  expect((await answered).answer.blocks).toMatchObject([{ change: 'edited' }]);
  expect((await acme.get('/pages')).status).toBe(200);
  expect(order).toEqual(['other']);
  await expire(2);
  const { isError, text } = await refused;
  expect([isError, text]).toEqual([true, expect.stringContaining('too large to compare')]);
  expect(threads()).toBe(2);
});

test('the comparisons of one caller wait for one another, and not those of others; beyond twenty they are refused', async () => {
  const { acme, other, untilHeld, release } = await start();
  const held = await changedPage(acme, 'HELD');
  const fine = await changedPage(acme, 'after');
  const order: string[] = [];
  const [first, second] = [await comparing(acme, order), await comparing(other, order)];
  const asked = vi.spyOn(BackgroundThread.prototype, 'ask');
  onTestFinished(() => asked.mockRestore());
  const one = first('held', held);
  await untilHeld(1);
  const own = Array.from({ length: 21 }, (_, at) => first(`own ${at}`, fine));
  const busy = await Promise.race(own);
  expect(busy).toMatchObject({ isError: true, answer: { code: 'busy' } });
  const [refused = ''] = order;
  const others = second('other', fine);
  // It waits in the thread, behind the one that runs.
  while (asked.mock.calls.length < 2) await acme.get('/pages');
  release();
  await Promise.all([one, others, ...own]);
  expect(order.slice(0, 3)).toEqual([refused, 'held', 'other']);
});

test('Markdown that takes too long is refused on its field, and nothing is stored', async () => {
  const { acme, expire } = await start();
  const headers = { 'Content-Type': 'text/markdown' };
  const refused = acme.refused(422, 'POST', '/pages?title=Page', { raw: 'HELD '.repeat(1000), headers });
  await expire(1);
  await expire(2);
  expect((await refused).body.errors).toEqual({ body: [expect.stringContaining('takes too long')] });
});

test('a proposal that takes too long to compare can be read and declined', async () => {
  const { acme, expire } = await start();
  const { id, blocks } = await acme.page({ blocks: [{ type: 'rich_text', data: { html: long('before') } }] });
  const path = `/pages/${id}/blocks/${blocks[0].id}?proposal=new`;
  const number = (await acme.patch(path, { data: { html: long('HELD') } })).headers.get('proposal');
  await acme.post(`/proposals/${number}/submit`, undefined);
  const person = await addPerson(acme.portal, 'Ada', { acme: 'admin' });
  const ada = await WorkspaceClient.signIn(acme.portal, person);
  const shown = ada.get(`/brands/acme/proposals/${number}`);
  await expire(1);
  await expire(2);
  const { status, text } = await shown;
  expect(status).toBe(200);
  expect(text).toContain('too large to compare');
  expect(text).toContain('Decline');
});

test('work that is ended answers those who wait for it', async () => {
  const { acme, work, untilHeld } = await start();
  const held = await changedPage(acme, 'HELD');
  const open = (await comparing(acme))('held', held);
  await untilHeld(1);
  await work.close();
  expect(await open).toMatchObject({ isError: true, answer: { code: 'unavailable' } });
});
