import nodeFs, { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { errorCode } from '../../src/lib/system-error.js';
import { syncDirectory, writeNewFile } from '../../src/store/file-system.js';
import { machineFileSystem as fs } from '../../src/store/local/machine-file-system.js';
import { temporaryDirectory } from '../support/git.js';

it.each([0, 1, 65_536, 65_537, 300_000])('writes and reads %i bytes', async (length) => {
  const path = join(temporaryDirectory(), 'file');
  const bytes = Buffer.from(Array.from({ length }, (_, at) => at % 251));
  await writeNewFile(fs, path, bytes);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  const handle = await fs.promises.open(path, 'r');
  const part = await handle.read(Buffer.alloc(10), 0, 10, Math.max(0, length - 4));
  await handle.close();
  expect(part.bytesRead).toBe(Math.min(4, length));
  expect(part.buffer.subarray(0, part.bytesRead).equals(bytes.subarray(Math.max(0, length - 4)))).toBe(true);
});

it('writes no more than 64 KiB of a file while all else waits, however small its parts are', async () => {
  const inline = vi.spyOn(nodeFs, 'writeSync');
  syncBuiltinESMExports();
  onTestFinished(() => {
    inline.mockRestore();
    syncBuiltinESMExports();
  });
  const path = join(temporaryDirectory(), 'file');
  const handle = await fs.promises.open(path, 'wx');
  const parts = Array.from({ length: 20 }, (_, at) => Buffer.alloc(16 * 1024, at));
  for (const part of parts) await handle.writeFile(part);
  await handle.close();
  expect(readFileSync(path).equals(Buffer.concat(parts))).toBe(true);
  expect(inline).toHaveBeenCalledTimes(4);
});

it('rejects what the system refuses, and never throws', async () => {
  const folder = temporaryDirectory();
  const [missing, there] = [join(folder, 'missing'), join(folder, 'there')];
  await writeNewFile(fs, there, Buffer.from('there'));
  const refusals = {
    'open r': fs.promises.open(missing, 'r'),
    'open wx': fs.promises.open(there, 'wx'),
    link: fs.promises.link(missing, join(folder, 'link')),
    'link over a file': fs.promises.link(there, there),
    rename: fs.promises.rename(missing, there),
    'sync a directory': syncDirectory(fs, missing),
  };
  const codes = Object.entries(refusals).map(async ([name, refusal]) => [name, await refusal.catch(errorCode)]);
  expect(Object.fromEntries(await Promise.all(codes))).toEqual({
    'open r': 'ENOENT',
    'open wx': 'EEXIST',
    link: 'ENOENT',
    'link over a file': 'EEXIST',
    rename: 'ENOENT',
    'sync a directory': 'ENOENT',
  });
  expect(readFileSync(there, 'utf8')).toBe('there');
});
