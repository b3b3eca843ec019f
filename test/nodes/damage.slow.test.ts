import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.js';
import { checkRepository } from '../support/git.js';
import type { MemoryStore } from '../support/shared/memory-store.js';
import { at, logName, node, sharedStore, twoBranches, twoNodes } from '../support/shared/nodes.js';
import { brokenDisk, change, filesOf } from '../support/store.js';

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);

let cut = 0;
/** Another part of it each time. */
const some = (bytes: Buffer): Buffer => {
  cut += 7;
  return bytes.subarray(0, cut % bytes.length);
};

/** The first answer for each object that `affects` chooses is half of it. */
function damageOnce(store: MemoryStore, affects: (key: string) => boolean): Set<string> {
  const damaged = new Set<string>();
  store.damage = (key, bytes) => {
    if (!affects(key) || damaged.has(key)) return bytes;
    damaged.add(key);
    return half(bytes);
  };
  return damaged;
}

describe('an object that comes damaged once', () => {
  test('is read again, whichever it is', async () => {
    const store = await sharedStore();
    const a = await node(store);
    for (let at = 0; at < 11; at += 1) await a.repository.write(change({ 'a.txt': `${at}` }));
    const { signal } = new AbortController();
    expect(await a.portal.checkpoint({ log: logName, gitdir: a.gitdir }, signal)).toBe(12);
    expect(await a.portal.checkpoint({ log: logName, gitdir: a.gitdir }, signal)).toBeNull();
    await a.repository.write(change({ 'large.txt': randomBytes(4 * 1024 * 1024).toString('latin1') }));
    const damaged = damageOnce(store, () => true);
    const damage = store.damage;
    let slots = 0;
    store.damage = (key, bytes) => {
      if (key.includes('/log/')) slots += 1;
      return damage(key, bytes);
    };
    const b = await node(store);
    expect((await filesOf(b.repository))['a.txt']).toBe('10');
    // Without the checkpoint, all thirteen are read.
    expect(slots).toBeLessThan(6);
    for (const part of ['/log/', '/packs/', 'portal.json', '/checkpoint.json', '/checkpoints/'])
      expect([part, [...damaged].some((key) => key.includes(part))]).toEqual([part, true]);
    expect(b.problems).toEqual([]);
    checkRepository(b.gitdir);
  });

  test('does not make a write unknown', async () => {
    const store = await sharedStore();
    const a = await node(store);
    store.script = ['time-out stored'];
    damageOnce(store, (key) => key.includes('/log/'));
    await a.repository.write(change({ 'a.txt': 'two' }));
    expect(a.problems).toEqual([]);
  });
});

/** A node looks again and again at what it cannot read. */
const looksAgain = (store: MemoryStore) => {
  const before = store.looks;
  return expect.poll(() => store.looks).toBeGreaterThan(before + 3);
};

describe('a slot that stays damaged', () => {
  async function begin() {
    const { store, a, b, onA, onB } = await twoNodes({ real: true });
    await a.service.provisioning.createEmpty('other', 'Other', []);
    const otherOnB = at(b, await a.client('other'));
    expect((await otherOnB.get('/pages')).status).toBe(200);
    const readiness = async () => (await fetch(`${b.url}/readyz`)).json();
    const alarms = (): number => b.log.filter((line) => /the log .* is damaged/.test(line)).length;
    return { store, onA, onB, otherOnB, readiness, alarms };
  }

  test.each([
    ['in the store', half, 200, 'degraded'],
    ['on the way', some, 503, 'unavailable'],
  ])('%s is an alarm that ends by itself', async (_, damage, status, word) => {
    const { store, onA, onB, otherOnB, readiness, alarms } = await begin();
    store.damage = (key, bytes) => (key.includes('brands/little-bakery/log/') ? damage(bytes) : bytes);
    const page = await onA.page({ title: 'New' });
    const refused = await onB.get(`/pages/${page.id}`);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.body.message).toContain('damaged');
    expect((await otherOnB.get('/pages')).status).toBe(200);
    await eventually(async () => expect(await readiness()).toMatchObject({ status: word }));
    expect((await fetch(`${onB.portal.url}/readyz`)).status).toBe(status);
    await looksAgain(store);
    expect(alarms()).toBe(1);
    store.damage = (_, bytes) => bytes;
    await eventually(async () => expect((await onB.get(`/pages/${page.id}`)).status).toBe(200));
    await eventually(async () => expect(await readiness()).toEqual({ status: 'ready' }));
    expect((await onB.patch(`/pages/${page.id}`, { title: 'Newer' })).status).toBe(200);
    expect((await onA.get(`/pages/${page.id}`)).body.title).toBe('Newer');
  });

  test('is not taken for the end of the log when it is missing', async () => {
    const { store, a, b } = await twoBranches();
    for (const text of ['two', 'three', 'four', 'five']) await a.repository.write(change({ 'a.txt': text }));
    const key = [...store.objects.keys()].find((name) => name.endsWith('/log/000000000004')) ?? '';
    const bytes = store.objects.get(key) ?? Buffer.alloc(0);
    store.objects.delete(key);
    await expect(b.repository.read()).rejects.toMatchObject({ code: 'unavailable' });
    await looksAgain(store);
    await expect(b.repository.write(change({ 'a.txt': 'lost' }))).rejects.toMatchObject({ code: 'unavailable' });
    expect(store.objects.has(key)).toBe(false);
    store.objects.set(key, bytes);
    await eventually(async () => expect(await filesOf(b.repository)).toEqual({ 'a.txt': 'five' }));
  });
});

test('a full disk is named, and is no outage of the store', async () => {
  let isFull = false;
  const fs = brokenDisk(({ name }) => (isFull && name === 'link' ? 'ENOSPC' : null));
  const { a, b } = await twoBranches({ fs });
  isFull = true;
  await a.repository.write(change({ 'a.txt': 'two' }));
  await expect(b.repository.read()).rejects.toMatchObject({ message: "This node's disk cannot store new data." });
  expect(b.portal.figures().failingMs).toBeGreaterThan(0);
  isFull = false;
  await eventually(() => expect(b.portal.figures().failingMs).toBe(0));
  expect(await filesOf(b.repository)).toEqual({ 'a.txt': 'two' });
});
