import { join } from 'node:path';
import { Registry } from 'prom-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sharedMetrics } from '../../src/metrics/content.js';
import { Meters } from '../../src/metrics/meters.js';
import { eventually, shortLimit } from '../support/eventually.js';
import { checkRepository, git, runGit, temporaryDirectory } from '../support/git.js';
import { memoryFileSystem, type TestClient, type TestPortal } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { at, portalOver, twoNodes } from '../support/shared/nodes.js';
import { memoryStorage } from '../support/shared/storage.js';
import { addPerson, WorkspaceClient, type WorkspaceReply } from '../support/workspace.js';

describe('nodes', () => {
  test('show at once what another has written, with the same versions, do it once, and give it to clones', async () => {
    const { store, a, b, onA, onB } = await twoNodes({ real: true });
    const page = await onA.page({ title: 'From A' });
    const read = await onB.get(`/pages/${page.id}`);
    expect(read.body.title).toBe('From A');
    const tag = read.headers.get('etag') ?? '';
    const patch = (client: TestClient, title: string) =>
      client.patch(`/pages/${page.id}`, { title }, { headers: { 'If-Match': tag } });
    expect((await patch(onB, 'From B')).status).toBe(200);
    expect((await patch(onA, 'Lost')).status).toBe(412);
    expect((await onA.get(`/pages/${page.id}`)).body.title).toBe('From B');
    expect((await onB.get(`/pages/${page.id}`, { headers: { 'If-None-Match': tag } })).status).toBe(200);

    const headers = { 'Idempotency-Key': 'once' };
    const first = await onA.post('/pages', { title: 'Once' }, { headers });
    const second = await onB.post('/pages', { title: 'Once' }, { headers });
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');

    const folder = temporaryDirectory();
    const address = b.url.replace('http://', `http://key:${onB.key}@`);
    const { stderr } = await runGit(folder, ['clone', '--quiet', `${address}/git/little-bakery.git`]);
    expect(stderr).toBe('');
    const head = git(join(folder, 'little-bakery'), ['rev-parse', 'HEAD']).trim();
    expect(head).toBe(a.head('little-bakery'));

    // One without a cache.
    const c = await portalOver(store, { real: true });
    expect((await at(c, onA).get(`/pages/${page.id}`)).body.title).toBe('From B');
    checkRepository(c.gitdir('little-bakery'));
    expect(c.head('little-bakery')).toBe(head);
  });

  test('do a chore once', async () => {
    const store = new MemoryStore();
    const nodes = [];
    for (const data of ['/a', '/b', '/c']) nodes.push(await memoryStorage(store, memoryFileSystem(), data));
    // The answer to the first attempt is lost: it was stored anyway.
    store.affects = (key) => key.startsWith('chores/');
    store.script = ['500 stored'];
    const elected = await Promise.all(nodes.map((storage) => storage.portal.isElected('purge', 'now')));
    expect(elected.filter(Boolean)).toHaveLength(1);
  });
});

test(
  'a node whose store does not answer says that it does not know of a write, and what became of it later',
  shortLimit,
  async () => {
    const store = new MemoryStore();
    const node = await portalOver(store, { node: { timeoutMs: 300 } });
    const client = await node.importExample('little-bakery');
    await client.get('/pages');
    store.beforeCreate = () => {
      store.outage = 'unanswered';
    };
    const unknown = await client.post('/pages', { title: 'Perhaps' });
    expect(unknown.status).toBe(504);
    const requestId = unknown.headers.get('x-request-id') ?? '';
    expect(unknown.body.message).toContain(requestId);
    expect((await client.get('/pages')).status).toBe(503);
    store.beforeCreate = () => {};
    store.outage = null;
    const seen = async (): Promise<void> => {
      const { status, body } = await client.get('/pages');
      expect(status).toBe(200);
      expect(body.some(({ title }: { title: string }) => title === 'Perhaps')).toBe(true);
    };
    await eventually(seen);
    expect((await client.page({ title: 'After' })).title).toBe('After');
  },
);

describe('a data directory', () => {
  test('that holds a portal of its own is no cache', async () => {
    const own = await portalOver(undefined, { real: true });
    const storage = await memoryStorage(new MemoryStore(), own.fs, own.data);
    await expect(storage.openRegistry()).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('of its own'),
    });
  });

  test('with caches of another portal is left alone', async () => {
    const store = new MemoryStore();
    const node = await portalOver(store, { real: true });
    const other = new MemoryStore();
    await memoryStorage(other, node.fs, temporaryDirectory());
    other.objects.set('portal.json', Buffer.from('{"format":1,"portal":"other"}\n'));
    const storage = await memoryStorage(other, node.fs, node.data);
    await expect(storage.openRegistry()).rejects.toMatchObject({ message: expect.stringContaining('another portal') });
  });
});

const lastUse = async (portal: TestPortal) =>
  (await portal.service.keys.list()).map(({ last_used_at }) => last_used_at);

test('each node shows when a key was last used on any of them', async () => {
  const store = new MemoryStore();
  const [a, b, c] = [await portalOver(store), await portalOver(store), await portalOver(store)];
  const onA = await a.importExample('little-bakery');
  const onB = at(b, onA);
  expect(await lastUse(c)).toEqual([null]);
  await onA.get('/pages');
  await a.service.keys.saveLastUsed();
  const [first] = await lastUse(c);
  expect(first).toBe(
    a.clock
      .read()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z'),
  );
  b.clock.advance({ seconds: 5 });
  await onB.get('/pages');
  await b.service.keys.saveLastUsed();
  const [second = ''] = await lastUse(c);
  expect(Date.parse(second ?? '') - Date.parse(first ?? '')).toBe(5000);
  // What is older overwrites nothing, and what another node lost is written again.
  await a.service.keys.saveLastUsed();
  expect(await lastUse(c)).toEqual([second]);
  store.objects.delete('last-used.json');
  await b.service.keys.saveLastUsed();
  expect(await lastUse(c)).toEqual([second]);
});

const isSignedIn = ({ status, text }: WorkspaceReply): boolean =>
  status === 200 && text.includes('Where you are signed in');

test('a link that one node has made signs in at another, once; the session holds at both and ends at both', async () => {
  const { a, b } = await twoNodes({ real: true });
  const ada = await addPerson(a, 'Ada Lind', { 'little-bakery': 'editor' });
  const { secret } = await a.service.sessions.issueLink(ada.id);
  const nobody = (portal: TestPortal) => WorkspaceClient.nobody(portal);

  const tries = await Promise.all([a, b, a, b].map((portal) => nobody(portal).post('/sign-in', { link: secret })));
  expect(tries.map(({ status }) => status).sort()).toEqual([303, 422, 422, 422]);
  expect((await nobody(b).post('/sign-in', { link: secret })).status).toBe(422);
  const won = tries.find(({ status }) => status === 303);
  const Cookie = won?.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  const me = (portal: TestPortal) => nobody(portal).get('/me', { Cookie });
  for (const portal of [a, b]) expect(isSignedIn(await me(portal))).toBe(true);
  const change = await nobody(b).get('/brands/little-bakery/media', { Cookie });
  expect(change.status).toBe(200);

  // A role that one node takes away holds at the next request to the other.
  await a.service.people.set(ada.id, { roles: { 'little-bakery': null } });
  expect((await nobody(b).get('/brands/little-bakery/media', { Cookie })).status).toBe(404);

  expect((await nobody(a).post('/me', {}, { Cookie })).location).toBe('/-/workspace/sign-in?said=out');
  for (const portal of [a, b]) expect([isSignedIn(await me(portal)), (await me(portal)).status]).toEqual([false, 303]);
});

test('metrics of a node say how far it is, and for how long the store does not answer', shortLimit, async () => {
  const store = new MemoryStore();
  const fs = memoryFileSystem();
  fs.mkdirSync('/data');
  const storage = await memoryStorage(store, fs, '/data', { timeoutMs: 100 });
  const registry = await storage.openRegistry();
  onTestFinished(() => registry.close());
  const metrics = new Registry();
  sharedMetrics(new Meters(metrics), storage);
  const value = async (name: string): Promise<number> => {
    const found = new RegExp(`^brand_portal_shared_${name} (\\S+)$`, 'm').exec(await metrics.metrics());
    return Number(found?.[1]);
  };
  expect(await value('slots')).toBe(2);
  expect(await value('check_failing_seconds')).toBe(0);
  expect(await value('cache_bytes')).toBe(0);
  await storage.measure();
  expect(await value('cache_bytes')).toBeGreaterThan(100);
  store.outage = 'unsent';
  await expect(registry.read()).rejects.toThrow('not available');
  expect(await value('check_failing_seconds')).toBeGreaterThan(0.05);
  store.outage = null;
  await registry.read();
  expect(await value('check_failing_seconds')).toBe(0);
});
