import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BrandFiles } from '../../src/files/brand-files.js';
import { LocalFiles } from '../../src/files/local-files.js';
import { SharedFiles } from '../../src/files/shared-files.js';
import { filePlace } from '../../src/service/shared/shared-storage.js';
import type { FileSystem } from '../../src/store/file-system.js';
import { machineFileSystem as fs } from '../../src/store/local/machine-file-system.js';
import { shortLimit } from '../support/eventually.js';
import { sha256Of } from '../support/files.js';
import { temporaryDirectory } from '../support/git.js';
import { MemoryStore } from '../support/shared/memory-store.js';

async function* parts(...all: (string | Buffer)[]) {
  for (const one of all) yield Buffer.from(one);
}

interface NodeOptions {
  readonly log?: string;
  readonly folder?: string;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
}

/** The files of a brand as one machine has them. */
function machine(
  store: MemoryStore,
  { log = 'acme', folder = temporaryDirectory(), maxBytes = 1024 ** 2, timeoutMs = 300 }: NodeOptions = {},
): SharedFiles {
  return new SharedFiles({ fs, store, log, timeoutMs, ...filePlace(fs, folder, maxBytes) });
}

async function keep(files: BrandFiles, content: string | Buffer): Promise<string> {
  const spooled = await files.spool(parts(content), { maxBytes: 1024 ** 2 });
  await files.keep(spooled);
  await spooled.discard();
  return spooled.sha256;
}

async function content(files: BrandFiles, sha256: string): Promise<string | undefined> {
  const found = await files.find(sha256);
  return found === null ? undefined : readFileSync(found.path, 'utf8');
}

async function all(files: BrandFiles): Promise<[string, number][]> {
  const found: [string, number][] = [];
  for await (const { sha256, bytes, modified } of files.list()) {
    expect(modified).toBeInstanceOf(Date);
    found.push([sha256, bytes]);
  }
  return found.sort();
}

/** A file in a store, and the folder of a machine that has not read it. */
async function withOne() {
  const [store, folder] = [new MemoryStore(), temporaryDirectory()];
  return { store, folder, sha256: await keep(machine(store), 'one') };
}

const unknown = sha256Of('unknown');

describe.each<[string, () => BrandFiles]>([
  ['a machine', () => new LocalFiles(fs, temporaryDirectory())],
  ['an object store', () => machine(new MemoryStore())],
])('files on %s', (_, make) => {
  test('are found by their hash from the moment they are kept, as often as they come', async () => {
    const files = make();
    const spooled = await files.spool(parts('one'), { maxBytes: 3 });
    expect(await files.size(spooled.sha256)).toBeNull();
    expect(await files.find(spooled.sha256)).toBeNull();
    await spooled.discard();
    for (let time = 0; time < 2; time += 1) {
      expect(await keep(files, 'one')).toBe(sha256Of('one'));
      expect(await content(files, sha256Of('one'))).toBe('one');
      expect(await files.size(sha256Of('one'))).toBe(3);
    }
  });

  test('are listed, all of them, until they are erased, again and again, and the others stay', async () => {
    const files = make();
    expect(await all(files)).toEqual([]);
    for (const text of ['one', 'two']) await keep(files, text);
    expect(await all(files)).toEqual([[sha256Of('one'), 3] as const, [sha256Of('two'), 3] as const].sort());
    for (const sha256 of [sha256Of('one'), sha256Of('one'), unknown]) await files.erase(sha256);
    expect(await content(files, sha256Of('one'))).toBeUndefined();
    expect(await files.size(sha256Of('one'))).toBeNull();
    expect(await all(files)).toEqual([[sha256Of('two'), 3]]);
  });

  test.each([unknown, '', '../../etc/passwd', unknown.toUpperCase()])('are not there by %j', async (sha256) => {
    const files = make();
    expect([await files.find(sha256), await files.size(sha256)]).toEqual([null, null]);
  });
});

describe('files in an object store', shortLimit, () => {
  test('are one object each, which other machines read, once for all who ask', async () => {
    const { store, sha256 } = await withOne();
    expect([...store.objects.keys()]).toEqual([`files/acme/${sha256}`]);
    const other = machine(store);
    const found = await Promise.all(Array.from({ length: 20 }, () => content(other, sha256)));
    expect(new Set(found)).toEqual(new Set(['one']));
    expect(store.requests.read).toBe(1);
  });

  test('are not kept, and leave nothing on this machine, when the store does not answer', async () => {
    const [store, folder] = [new MemoryStore(), temporaryDirectory()];
    const files = machine(store, { folder });
    for (const outage of ['unsent', 'unanswered'] as const) {
      const spooled = await files.spool(parts('one'), { maxBytes: 3 });
      store.outage = outage;
      await expect(files.keep(spooled)).rejects.toMatchObject({ code: 'unavailable' });
      await spooled.discard();
      store.outage = null;
      expect(readdirSync(join(folder, 'lfs/incomplete'))).toEqual([]);
      expect(await files.find(spooled.sha256)).toBeNull();
    }
  });

  test('leave nothing where they came in when the disk refuses them their place', async () => {
    const { store, folder, sha256 } = await withOne();
    const rename = () => Promise.reject(Object.assign(new Error('The disk fails'), { code: 'EIO' }));
    const disk = { ...fs, promises: { ...fs.promises, rename } };
    const place = filePlace(fs, folder, 1024 ** 2);
    const files = new SharedFiles({ fs: disk, store, log: 'acme', timeoutMs: 300, ...place });
    await expect(files.find(sha256)).rejects.toMatchObject({ code: 'unavailable' });
    expect(readdirSync(join(folder, 'lfs/incomplete'))).toEqual([]);
  });

  test('for which a machine has no room are not there for now, and nothing is said of storing', async () => {
    const { store, folder, sha256 } = await withOne();
    const statfs = async () => ({ bavail: 1024 ** 2, bsize: 1024 });
    const full = { ...fs, promises: { ...fs.promises, statfs } } as unknown as FileSystem;
    const place = filePlace(full, folder, 1024 ** 2);
    const files = new SharedFiles({ fs: full, store, log: 'acme', timeoutMs: 300, ...place });
    const refusal = { code: 'unavailable', message: "This node's disk cannot take the file." };
    await expect(files.find(sha256)).rejects.toMatchObject(refusal);
  });

  test('come whole when the transfer breaks off, from where it did', async () => {
    const store = new MemoryStore();
    const bytes = randomBytes(1000);
    const sha256 = await keep(machine(store), bytes);
    store.cuts = [300, 0, 0, 500];
    const found = await machine(store).find(sha256);
    expect(readFileSync(found?.path ?? '').equals(bytes)).toBe(true);
    expect(store.requests.read).toBe(5);
  });

  test('are not there for now when the store does not answer, and come when it does', async () => {
    const { store, folder, sha256 } = await withOne();
    const files = machine(store, { folder });
    store.outage = 'unanswered';
    await expect(files.find(sha256)).rejects.toMatchObject({ code: 'unavailable' });
    store.outage = null;
    expect(await content(files, sha256)).toBe('one');
    store.outage = 'unanswered';
    expect(await content(files, sha256)).toBe('one');
    expect(await content(machine(store, { folder }), sha256)).toBe('one');
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['other', () => Buffer.from('ONE')],
    ['too many', (bytes) => Buffer.concat([bytes, bytes])],
  ])('with %s bytes are read again, and never served', async (_, damage) => {
    const { store, folder, sha256 } = await withOne();
    const files = machine(store, { folder });
    store.damage = (_, bytes) => damage(bytes);
    await expect(files.find(sha256)).rejects.toThrow(`files/acme/${sha256} has another content`);
    expect(readdirSync(folder)).toEqual(['lfs']);
    let times = 0;
    store.damage = (_, bytes) => (++times === 1 ? damage(bytes) : bytes);
    expect(await content(files, sha256)).toBe('one');
  });

  test('with too few bytes are waited for, and never served', async () => {
    const { store, sha256 } = await withOne();
    store.damage = (_, bytes) => bytes.subarray(1);
    await expect(machine(store).find(sha256)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('take no more room on a machine than they may, the least recently used go first, and come back', async () => {
    const [store, folder] = [new MemoryStore(), temporaryDirectory()];
    const files = machine(store, { folder, maxBytes: 25 });
    const hashes = [];
    for (const letter of ['a', 'b']) hashes.push(await keep(files, letter.repeat(10)));
    const [first = '', second = ''] = hashes;
    await files.find(first);
    await keep(files, 'c'.repeat(10));
    await expect.poll(() => existsSync(join(folder, `acme.${second}`))).toBe(false);
    expect(existsSync(join(folder, `acme.${first}`))).toBe(true);
    expect(await content(files, second)).toBe('b'.repeat(10));
  });
});
