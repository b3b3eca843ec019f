import { statSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { nameProblem, sourceLimits, zipSource } from '../../src/service/media-import/archive.js';
import { fileIn } from '../support/files.js';
import { temporaryDirectory } from '../support/git.js';

async function zipOf(entries: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries))
    zip.addBuffer(content, name, { mtime: new Date('2026-01-01T00:00:00Z') });
  zip.end();
  return buffer(zip.outputStream);
}

const read = async (zip: Buffer, limits: Partial<typeof sourceLimits> = {}) => {
  const path = fileIn(temporaryDirectory(), 'x.zip', zip);
  const { files, left, close } = await zipSource(path, statSync(path).size, { ...sourceLimits, ...limits });
  close();
  return { files: files.map((file) => file.path), left };
};

test('the limits are those that the documents name', () => {
  expect(sourceLimits).toEqual({ entries: 10_000, packedBytes: 2 * 1024 ** 3, bytes: 8 * 1024 ** 3, ratio: 200 });
  expect(nameProblem(`f/${'n'.repeat(200)}`)).toBeNull();
  expect(nameProblem('n'.repeat(201))).toBe('Its name has more than 200 characters.');
  expect(nameProblem(`${'f/'.repeat(32)}n`)).toBeNull();
  expect(nameProblem(`${'f/'.repeat(33)}n`)).toBe('Its path has more than 32 folders or 1000 characters.');
  expect(nameProblem(`${'folder/'.repeat(30)}${'f'.repeat(788)}/n`)).toBeNull();
  expect(nameProblem(`${'folder/'.repeat(30)}${'f'.repeat(789)}/n`)).toContain('1000 characters');
  // A letter with its accent is one character in NFC.
  expect(nameProblem('a\u0308'.repeat(200))).toBeNull();
});

test('a ZIP is read up to each limit, and no further', async () => {
  const zip = await zipOf({ 'a/a.txt': Buffer.alloc(600), 'b.txt': Buffer.alloc(400), '.hidden': Buffer.alloc(9) });
  for (const [limits, above, message] of [
    [{ packedBytes: zip.length }, { packedBytes: zip.length - 1 }, 'packed'],
    [{ bytes: 1000 }, { bytes: 999 }, 'It has more than 999 bytes in all files.'],
    [{ entries: 3 }, { entries: 2 }, 'It has more than 2 entries.'],
  ] as const) {
    expect((await read(zip, limits)).files).toEqual(['a/a.txt', 'b.txt']);
    await expect(read(zip, above)).rejects.toThrow(message);
  }
});

test('a file that is packed more than 200 to 1 is left, from 1 MiB on', async () => {
  const zip = await zipOf({ 'zeros.bin': Buffer.alloc(4 * 1024 ** 2) });
  const at = zip.indexOf('PK\x01\x02');
  const packed = zip.readUInt32LE(at + 20);
  const left = [{ path: 'zeros.bin', reason: 'It is packed more than 200 to 1.' }];
  const saying = async (bytes: number, ratio = 200) => {
    const changed = Buffer.from(zip);
    changed.writeUInt32LE(bytes, at + 24);
    return read(changed, { ratio });
  };
  expect(await saying(packed * 1000, 1000)).toEqual({ files: ['zeros.bin'], left: [] });
  expect((await saying(packed * 1000 + 1, 1000)).left[0]?.reason).toBe('It is packed more than 1000 to 1.');
  expect(await saying(4 * 1024 ** 2)).toEqual({ files: [], left });
  expect(await saying(1024 ** 2)).toEqual({ files: ['zeros.bin'], left: [] });
  expect(await saying(1024 ** 2 + 1)).toEqual({ files: [], left });
});
