import * as nodeFs from 'node:fs';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { encodePointer, fileNameOf, isFileName, parsePointer } from '../../src/content/files/pointer.js';
import { LocalFiles } from '../../src/files/local-files.js';
import { Quotas } from '../../src/files/quotas.js';
import type { FileSystem } from '../../src/store/file-system.js';
import { sha256Of } from '../support/files.js';
import { temporaryDirectory } from '../support/git.js';
import { brokenDisk } from '../support/store.js';

async function* parts(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

const incomplete = (gitdir: string): string[] => {
  const folder = join(gitdir, 'lfs/incomplete');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('a file that comes in', () => {
  test('mends the same file when that has rotted on the disk', async () => {
    const files = new LocalFiles(nodeFs, temporaryDirectory());
    await files.keep(await files.spool(parts('good'), { maxBytes: 10 }));
    const { path } = (await files.find(sha256Of('good'))) as { path: string };
    writeFileSync(path, 'rotten');
    await files.keep(await files.spool(parts('good'), { maxBytes: 10 }));
    expect(readFileSync(path, 'utf8')).toBe('good');
  });

  test.each(['ENOSPC', 'EIO'])('is refused in words when the disk answers %s, and leaves nothing', async (problem) => {
    const gitdir = temporaryDirectory();
    const disk = brokenDisk(({ name, path }) => (name === 'sync' && path.includes('incomplete') ? problem : null));
    await expect(new LocalFiles(disk, gitdir).spool(parts('one'), { maxBytes: 10 })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Nothing was stored'),
    });
    expect(incomplete(gitdir)).toEqual([]);
  });

  test('is refused before a byte is read when the disk would have less than 1 GiB left', async () => {
    let isRead = false;
    const source = (async function* () {
      isRead = true;
      yield Buffer.from('one');
    })();
    const statfs = async () => ({ bavail: 1024 ** 2, bsize: 1024 });
    const disk = { ...nodeFs, promises: { ...nodeFs.promises, statfs } } as unknown as FileSystem;
    const files = new LocalFiles(disk, temporaryDirectory());
    const refusal = { code: 'unavailable', message: 'The disk has no room for the file. Nothing was stored.' };
    await expect(files.spool(source, { maxBytes: 10, bytes: 3 })).rejects.toMatchObject(refusal);
    expect(isRead).toBe(false);
  });
});

test('of many uploads at once, no more get room than there is', async () => {
  const files = new LocalFiles(nodeFs, temporaryDirectory());
  const quotas = new Quotas();
  const given = await Promise.all(Array.from({ length: 50 }, () => quotas.reserve('acme', files, 10, 105)));
  expect(given.filter((one) => one !== null)).toHaveLength(10);
  given.find((one) => one !== null)?.();
  expect(await quotas.reserve('acme', files, 10, 105)).not.toBeNull();
  expect(await quotas.reserve('acme', files, 10, 105)).toBeNull();
});

test('what others leave next to the files is none of them, and hinders nothing', async () => {
  const gitdir = temporaryDirectory();
  const files = new LocalFiles(nodeFs, gitdir);
  const spooled = await files.spool(parts('one'), { maxBytes: 3 });
  await files.keep(spooled);
  const objects = join(gitdir, 'lfs/objects');
  mkdirSync(join(objects, '@eaDir'));
  mkdirSync(join(gitdir, 'lfs/unnamed'));
  const beside = ['', spooled.sha256.slice(0, 2), '@eaDir', '../unnamed'];
  for (const folder of beside) writeFileSync(join(objects, folder, '.DS_Store'), 'x');
  const listed = [];
  for await (const { sha256 } of files.list()) listed.push(sha256);
  expect(listed).toEqual([spooled.sha256]);
  expect(await new Quotas().reserve('acme', files, 10, 100)).not.toBeNull();
  await files.erase(spooled.sha256);
  expect(await files.find(spooled.sha256)).toBeNull();
});

test.each([
  ['Ärger Logo.SVG', 'svg', 'aerger-logo.svg'],
  ['C:\\fakepath\\Logo.final.PNG', 'png', 'logo-final.png'],
  ['con.txt', 'png', 'file-con.png'],
  ['\u202Egnp.exe', 'png', 'gnp.png'],
  ['ロゴ', 'png', 'file.png'],
  ['"; filename="x.html', 'png', 'filename-x.png'],
  ['e\u0301te\u0301.jpeg', 'jpg', 'ete.jpg'],
  ['x'.repeat(900), 'png', `${'x'.repeat(96)}.png`],
])('the name of a file %j becomes harmless', (sent, extension, name) => {
  expect(fileNameOf(sent, extension)).toBe(name);
  expect(isFileName(name)).toBe(true);
});

describe('a pointer', () => {
  const pointer = { sha256: sha256Of('a'), bytes: 12 };

  test('is read as it is written', () => expect(parsePointer(encodePointer(pointer))).toEqual(pointer));

  test.each([
    ['a CR', encodePointer(pointer).toString().replaceAll('\n', '\r\n')],
    ['an extension', encodePointer(pointer).toString().replace('oid', 'ext-0-a sha256:0\noid')],
    ['a size that is none', encodePointer(pointer).toString().replace('12', '012')],
    ['a short hash', encodePointer(pointer).toString().replace(pointer.sha256, pointer.sha256.slice(1))],
    ['more behind it', `${encodePointer(pointer)}more\n`],
  ])('is none with %s', (_, text) => expect(parsePointer(Buffer.from(text))).toBeNull());
});
