import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { StoreError } from '../../src/store/log/object-store.js';
import { SharedPortal } from '../../src/store/log/shared-portal.js';
import { seed, tried, tries } from '../support/effort.js';
import { temporaryDirectory } from '../support/git.js';
import { message, post } from '../support/mcp.js';
import { TestClient, type TestPortal } from '../support/portal.js';
import { randomNumbers } from '../support/random.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { at, portalOver, twoNodes } from '../support/shared/nodes.js';

const connect = (store: MemoryStore): Promise<SharedPortal> =>
  SharedPortal.connect({ store, fs, stalenessMs: 0, timeoutMs: 60_000, checkpointEntries: 1 });

/** Requests to the store meanwhile. */
async function costOf(store: MemoryStore, work: () => Promise<unknown>): Promise<number> {
  const before = store.looks;
  await work();
  return store.looks - before;
}

const notices = ({ objects }: MemoryStore, log: string): unknown[] =>
  [...objects].flatMap(([key, bytes]) =>
    key.startsWith(`${log}/log/`) && bytes.toString('latin1', 0, 11) === '{"format":2' ? [JSON.parse(`${bytes}`)] : [],
  );

/** The store takes nothing below this. */
function refuse(store: MemoryStore, prefix: string) {
  const create = store.create.bind(store);
  return vi.spyOn(store, 'create').mockImplementation(async (key, bytes) => {
    if (key.startsWith(prefix)) throw new StoreError('refused', { isSent: false });
    return create(key, bytes);
  });
}

/** What cannot be stored is tried again for some seconds. */
const impatient = { node: { timeoutMs: 10_000 } };

afterEach(() => void vi.restoreAllMocks());

describe('one look tells of key and content', () => {
  test('a read costs one request, by REST and by an agent', async () => {
    const { store, onB } = await twoNodes();
    for (let reads = 0; reads < 3; reads += 1) expect(await costOf(store, () => onB.get('/pages'))).toBe(1);
    const read = () => post(onB, message('tools/call', { name: 'list_pages', arguments: {} }));
    expect(await costOf(store, read)).toBe(1);
  });

  test('what changes for callers is seen by the next request on every node', async () => {
    const { store, a, b, onA, onB } = await twoNodes();
    const second = await a.client('little-bakery');
    const statusOf = async (client: TestClient) => (await at(b, client).get('/pages')).status;
    expect(await statusOf(second)).toBe(200);
    expect(notices(store, 'brands/little-bakery')).toEqual([]);
    await a.service.keys.revoke(second.keyId);
    expect(await statusOf(second)).toBe(401);
    expect(notices(store, 'brands/little-bakery')).toHaveLength(1);
    expect(await costOf(store, () => onB.get('/pages'))).toBe(1);
    await a.service.setBrandSettings('little-bakery', { api_enabled: false });
    expect(await statusOf(onA)).toBe(403);
    await a.service.setBrandSettings('little-bakery', { api_enabled: true });
    expect(await statusOf(onA)).toBe(200);
    await a.service.provisioning.rename('little-bakery', 'large-bakery');
    expect(await statusOf(onA)).toBe(200);
    expect((await new TestClient(b, 'large-bakery', onA.key, onA.keyId).get('/brand')).body.slug).toBe('large-bakery');
    const { key } = await a.service.keys.rotate({ id: onA.keyId, overlapMs: 0 });
    expect(await statusOf(onA)).toBe(401);
    expect((await new TestClient(b, 'large-bakery', key, '').get('/pages')).status).toBe(200);
    await a.service.provisioning.remove('large-bakery');
    expect((await new TestClient(b, 'large-bakery', key, '').get('/pages')).status).toBe(401);
  });

  test('a notice whose change never came costs a second look, until the registry goes on', async () => {
    const { store, a, onA, onB } = await twoNodes(impatient);
    const second = await a.client('little-bakery');
    await at(onB.portal, second).get('/pages');
    store.affects = (key) => key.startsWith('registry/log/');
    const broken = refuse(store, 'registry/log/');
    await expect(a.service.keys.revoke(second.keyId)).rejects.toThrow('Nothing was stored');
    broken.mockRestore();
    await onB.get('/pages');
    expect(await costOf(store, () => onB.get('/pages'))).toBe(2);
    expect((await at(onB.portal, second).get('/pages')).status).toBe(200);
    await a.service.keys.revoke(second.keyId);
    expect((await at(onB.portal, second).get('/pages')).status).toBe(401);
    await onB.get('/pages');
    expect(await costOf(store, () => onB.get('/pages'))).toBe(1);
    expect((await onA.get('/pages')).status).toBe(200);
  });

  test('no change is stored whose notice cannot be', async () => {
    const { store, a, onA, onB } = await twoNodes(impatient);
    const broken = refuse(store, 'brands/');
    const slots = [...store.objects.keys()].filter((key) => key.startsWith('registry/'));
    await expect(a.service.keys.revoke(onA.keyId)).rejects.toThrow('Nothing was stored');
    expect([...store.objects.keys()].filter((key) => key.startsWith('registry/'))).toEqual(slots);
    broken.mockRestore();
    expect((await onB.get('/pages')).status).toBe(200);
  });
});

describe('a portal of an earlier version', () => {
  test('costs two looks and gets no notices, until it is upgraded', async () => {
    const { store, a, onA, onB } = await twoNodes({ node: { isEarlier: true } });
    expect(await costOf(store, () => onB.get('/pages'))).toBe(2);
    const second = await a.client('little-bakery');
    await a.service.keys.revoke(second.keyId);
    expect((await at(onB.portal, second).get('/pages')).status).toBe(401);
    expect([...notices(store, 'brands/little-bakery'), ...notices(store, 'registry')]).toEqual([]);
    await (await connect(store)).notify('registry');
    // A node reads of it when it looks at the registry next.
    for (const client of [onA, onB]) await client.get('/pages');
    expect(await costOf(store, () => onB.get('/pages'))).toBe(1);
    const third = await a.client('little-bakery');
    expect((await at(onB.portal, third).get('/pages')).status).toBe(200);
    await a.service.keys.revoke(third.keyId);
    expect((await at(onB.portal, third).get('/pages')).status).toBe(401);
  });

  test('what is kept of a position after a notice is of a format that it refuses', async () => {
    const { store, a, onB } = await twoNodes({ real: true });
    const noteOf = (log: string) => JSON.parse(fs.readFileSync(join(onB.portal.data, log, 'shared-log.json'), 'utf8'));
    await a.service.keys.revoke((await a.client('little-bakery')).keyId);
    await onB.get('/pages');
    await onB.portal.service.close();
    expect(noteOf('registry.git')).toMatchObject({ format: 2, registry: 2 });
    expect(noteOf('brands/little-bakery.git')).toMatchObject({ format: 2 });
    // A node that begins with the note, or with a checkpoint, knows what was known.
    const later = await connect(store);
    const { signal } = new AbortController();
    for (const [log, at] of [
      ['registry', 'registry.git'],
      ['brands/little-bakery', 'brands/little-bakery.git'],
    ] as const) {
      const gitdir = join(onB.portal.data, at);
      const known = await later.withLog({ log, gitdir }, async ({ applied }) => {
        expect(await later.checkpoint({ log, gitdir }, signal)).toBe(applied.n);
        return applied;
      });
      expect(JSON.parse(`${store.objects.get(`${log}/checkpoint.json`)}`)).toMatchObject({ format: 2, n: known.n });
      const fresh = join(temporaryDirectory(), 'fresh.git');
      expect(await later.withLog({ log, gitdir: fresh }, async ({ applied }) => applied)).toEqual(known);
    }
  });
});

test('no order of changes and reads serves a key that was refused, or refuses one that is served', async () => {
  const below = randomNumbers(seed);
  const store = new MemoryStore();
  const nodes = [await portalOver(store), await portalOver(store), await portalOver(store)];
  const first = await (nodes[0] as TestPortal).importExample('little-bakery');
  const clients = [first];
  const revoked = new Set<string>();
  let isEnabled = true;
  const counts = { reads: 0, changes: 0, writes: 0 };
  const node = (): TestPortal => nodes[below(nodes.length)] as TestPortal;
  const read = async (): Promise<void> => {
    const client = clients[below(clients.length)] as TestClient;
    const expected = revoked.has(client.keyId) ? 401 : isEnabled ? 200 : 403;
    counts.reads += 1;
    expect((await at(node(), client).get('/pages')).status).toBe(expected);
  };
  for (let step = 0; step < tries(800, 40); step += 1) {
    // Of what arrives late or twice, and of answers that are lost.
    store.script = below(3) === 0 ? ['time-out stored', 'doubled'] : [];
    const what = below(10);
    if (what === 0 && clients.length < 20) clients.push(await node().client('little-bakery'));
    else if (what === 1) {
      const client = clients[below(clients.length)] as TestClient;
      if (client !== first) {
        await node().service.keys.revoke(client.keyId);
        revoked.add(client.keyId);
        counts.changes += 1;
      }
    } else if (what === 2) {
      isEnabled = !isEnabled;
      await node().service.setBrandSettings('little-bakery', { api_enabled: isEnabled });
      counts.changes += 1;
    } else if (what === 3 && isEnabled) {
      await at(node(), first).page({ title: 'New' });
      counts.writes += 1;
    } else await Promise.all([read(), read(), read()]);
    store.land();
  }
  tried(counts);
});
