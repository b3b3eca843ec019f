import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LastUsed } from '../../src/registry/last-used.js';
import { thisProcess } from '../../src/store/process-name.js';
import { temporaryDirectory } from '../support/git.js';
import { memoryFileSystem, TestPortal } from '../support/portal.js';

const at = (seconds: number): Date => new Date(Date.parse('2026-03-01T12:00:00Z') + seconds * 1000);
const times = async (uses: LastUsed): Promise<unknown> =>
  Object.fromEntries([...(await uses.all())].map(([key, time]) => [key, (time - at(0).getTime()) / 1000]));

const basic = (key: string) => ({ Authorization: `Basic ${Buffer.from(`key:${key}`).toString('base64')}` });

test('processes that serve the same data keep the newest use of each key, whoever writes last', async () => {
  const directory = join(temporaryDirectory(), 'last-used');
  const [one, two, reader] = [0, 0, 0].map(() => new LastUsed(fs, directory)) as [LastUsed, LastUsed, LastUsed];
  await reader.save();
  expect(fs.existsSync(directory)).toBe(false);
  one.note('a', at(10));
  two.note('a', at(5));
  two.note('b', at(1));
  await Promise.all([one.save(), two.save()]);
  expect(await times(reader)).toEqual({ a: 10, b: 1 });
  two.note('b', at(20));
  await Promise.all([one.save(), two.save()]);
  one.note('a', at(3));
  await one.save();
  expect(await times(reader)).toEqual({ a: 10, b: 20 });
});

test('the files of dead processes are taken over, damaged ones too, and those of living ones are left', async () => {
  const directory = join(temporaryDirectory(), 'last-used');
  mkdirSync(directory);
  const [boot, namespace] = thisProcess().split('.');
  const dead = `${boot}.${namespace}.${spawnSync('true').pid}.1`;
  const files = {
    [`${dead}.1.json`]: JSON.stringify({ a: at(7), b: at(2), c: 'soon', d: {} }),
    [`${dead}.2.json`]: '{"a": "2026-',
    [`${dead}.3.json`]: 'null',
    [`${boot}.${namespace}.${process.ppid}.0.1.json`]: '[]',
    [`${thisProcess()}.0.json`]: JSON.stringify({ b: at(9) }),
    [`${boot}.1.1.1.1.json`]: JSON.stringify({ e: at(4) }),
    'notes.txt': 'mine',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const uses = new LastUsed(fs, directory);
  expect(await times(uses)).toEqual({ a: 7, b: 9, e: 4 });
  uses.note('f', at(1));
  await uses.save();
  expect(await times(new LastUsed(fs, directory))).toEqual({ a: 7, b: 9, e: 4, f: 1 });
  const kept = readdirSync(directory);
  expect(kept.filter((name) => name.startsWith(dead))).toEqual([]);
  expect(kept).toEqual(expect.arrayContaining([`${thisProcess()}.0.json`, `${boot}.1.1.1.1.json`, 'notes.txt']));
  expect(kept).toHaveLength(4);
});

test('a disk that refuses loses nothing: the next time writes it', async () => {
  const disk = memoryFileSystem();
  const uses = new LastUsed(disk, '/data/last-used');
  disk.mkdirSync('/data');
  disk.writeFileSync('/data/last-used', '');
  uses.note('a', at(1));
  await expect(uses.save()).rejects.toThrow();
  disk.rmSync('/data/last-used');
  await uses.save();
  expect(await times(new LastUsed(disk, '/data/last-used'))).toEqual({ a: 1 });
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
  expect(portal.log.some((line) => line.includes('when keys were used cannot be kept'))).toBe(true);
});
