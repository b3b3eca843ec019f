import * as fs from 'node:fs';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backUp } from '../../src/admin/backup.js';
import { restoreInto } from '../../src/admin/shared-commands.js';
import { systemClock } from '../../src/lib/clock.js';
import { checkRepository, temporaryDirectory } from '../support/git.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { at, portalOver } from '../support/shared/nodes.js';
import { memoryStorage } from '../support/shared/storage.js';

const start = (store: MemoryStore | undefined) => portalOver(store, { real: true });

/** A backup of a portal on one machine, and its client. */
async function backedUp() {
  const own = await start(undefined);
  const client = await own.importExample('little-bakery');
  const page = await client.page({ title: 'Kept' });
  const directory = join(temporaryDirectory(), 'backup');
  await backUp({ fs, data: own.data, directory, clock: systemClock });
  return { directory, client, page };
}

/** Restores on a machine of its own. */
async function restored(store: MemoryStore, directory: string) {
  const data = temporaryDirectory();
  const storage = await memoryStorage(store, fs, data);
  const registry = await storage.openRegistry();
  try {
    return await restoreInto(storage, registry, { fs, data, directory, clock: systemClock });
  } finally {
    await registry.close();
  }
}

test('brands of a backup are served by every node with their keys, and not overwritten; one that was removed comes back in a log of its own', async () => {
  const { directory, client, page } = await backedUp();
  const store = new MemoryStore();
  const node = await start(store);
  expect((await restored(store, directory)).brands).toEqual(['little-bakery']);
  const there = at(node, client);
  expect((await there.get(`/pages/${page.id}`)).body.title).toBe('Kept');
  checkRepository(node.gitdir('little-bakery'));
  const before = store.objects.size;
  await expect(restored(store, directory)).rejects.toThrow('the brand little-bakery exists already');
  const slots = [...store.objects.keys()].filter((key) => key.startsWith('brands/'));
  expect(store.objects.size).toBe(before);
  await node.service.provisioning.remove('little-bakery');
  slots.push('brands/little-bakery/log/000000000002');
  await restored(store, directory);
  const added = [...store.objects.keys()].filter((key) => key.startsWith('brands/') && !slots.includes(key));
  expect(added).toEqual(['brands/little-bakery.2/log/000000000001']);
  // Its keys were revoked with it, and stay so.
  expect((await there.get('/pages')).status).toBe(401);
  const fresh = await node.client('little-bakery');
  expect((await fresh.get(`/pages/${page.id}`)).body.title).toBe('Kept');
});

test('nothing is published of a backup that is damaged', async () => {
  const { directory } = await backedUp();
  const store = new MemoryStore();
  await start(store);
  rmSync(join(directory, 'brands', 'little-bakery.git', 'objects'), { recursive: true });
  await expect(restored(store, directory)).rejects.toThrow();
  expect([...store.objects.keys()].filter((key) => key.startsWith('brands/'))).toEqual([]);
});
