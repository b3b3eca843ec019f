import * as fs from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LastUsed } from '../../src/registry/last-used.js';
import { LocalStorage } from '../../src/service/brand-storage.js';
import { temporaryDirectory } from '../support/git.js';
import { TestPortal } from '../support/portal.js';

const at = (seconds: number): Date => new Date(Date.parse('2026-03-01T12:00:00Z') + seconds * 1000);
const times = async (uses: LastUsed): Promise<unknown> =>
  Object.fromEntries([...(await uses.all())].map(([key, time]) => [key, (time - at(0).getTime()) / 1000]));

const basic = (key: string) => ({ Authorization: `Basic ${Buffer.from(`key:${key}`).toString('base64')}` });

/** Of a process that serves the directory. */
const served = (data: string, disk = fs): LastUsed => new LastUsed(new LocalStorage(disk, data).lastUsed);

test('processes that serve the same data keep the newest use of each key, whoever writes last', async () => {
  const data = temporaryDirectory();
  const [one, two, reader] = [served(data), served(data), served(data)];
  await reader.save();
  expect(readdirSync(data)).toEqual([]);
  one.note('a', at(10));
  two.note('a', at(5));
  two.note('b', at(1));
  await Promise.all([one.save(), two.save()]);
  // What was overwritten is written again.
  await one.save();
  await two.save();
  expect(await times(reader)).toEqual({ a: 10, b: 1 });
  two.note('b', at(20));
  await two.save();
  one.note('a', at(3));
  await one.save();
  expect(await times(reader)).toEqual({ a: 10, b: 20 });
});

test('the files that version 1.0 wrote are taken over, damaged ones too, and all else is left', async () => {
  const data = temporaryDirectory();
  const directory = join(data, 'last-used');
  mkdirSync(directory);
  const files = {
    '1.json': JSON.stringify({ a: at(7), b: at(2), c: 'soon', d: {} }),
    '2.json': '{"a": "2026-',
    '3.json': 'null',
    '4.json': '[]',
    '5.json': JSON.stringify({ a: at(4), b: at(9) }),
    'notes.txt': 'mine',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const uses = served(data);
  expect(await times(uses)).toEqual({ a: 7, b: 9 });
  uses.note('f', at(1));
  await uses.save();
  expect(await times(served(data))).toEqual({ a: 7, b: 9, f: 1 });
  expect(readdirSync(directory).sort()).toEqual(['all.json', 'notes.txt']);
});

test('a use through any door counts, and what lies in the way of writing it down disturbs nobody', async () => {
  const portal = await TestPortal.start({ real: true });
  const client = await portal.importExample('little-bakery');
  const lastUse = async () => (await portal.service.keys.list()).find(({ id }) => id === client.keyId)?.last_used_at;
  expect(await lastUse()).toBeNull();
  const doors = [
    () => client.send('GET', '/brand'),
    // From memory.
    () => client.send('GET', '/brand'),
    () => fetch(`${portal.url}/mcp`, { method: 'POST', headers: { Authorization: `Bearer ${client.key}` } }),
    () =>
      fetch(`${portal.url}/git/little-bakery.git/info/refs?service=git-upload-pack`, { headers: basic(client.key) }),
  ];
  for (const door of doors) {
    portal.clock.advance({ seconds: 60 });
    await door();
    expect(await lastUse()).toBe(`${portal.clock.read().toISOString().slice(0, 19)}Z`);
  }
  const before = await lastUse();
  portal.clock.advance({ seconds: 60 });
  await client.send('GET', '/brand', { key: `${client.key.slice(0, -1)}?` });
  expect(await lastUse()).toBe(before);
  writeFileSync(join(portal.data, 'last-used'), 'in the way');
  await expect(portal.service.keys.saveLastUsed()).rejects.toThrow();
  expect((await client.send('GET', '/brand')).status).toBe(200);
  expect(readFileSync(join(portal.data, 'last-used'), 'utf8')).toBe('in the way');
  await portal.close();
  expect(portal.log.some((line) => line.includes('the times of last use of keys cannot be stored'))).toBe(true);
});
