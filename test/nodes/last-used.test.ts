import { expect, onTestFinished, test } from 'vitest';
import { TestClient, TestPortal } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';

const lastUse = async (portal: TestPortal) =>
  (await portal.service.keys.list()).map(({ last_used_at }) => last_used_at);

async function start(store: MemoryStore): Promise<TestPortal> {
  const portal = await TestPortal.start({ store });
  onTestFinished(() => portal.close());
  return portal;
}

test('each node shows when a key was last used on any of them', async () => {
  const store = new MemoryStore();
  const [a, b, c] = [await start(store), await start(store), await start(store)];
  const onA = await a.importExample('little-bakery');
  const onB = new TestClient(b, onA.brand, onA.key, onA.keyId);
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

test('a node that has seen no key leaves the store alone', async () => {
  const store = new MemoryStore();
  const node = await start(store);
  const puts = store.requests.put;
  await node.service.keys.saveLastUsed();
  expect(store.requests.put).toBe(puts);
});
