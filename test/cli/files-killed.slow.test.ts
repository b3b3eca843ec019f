import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { program } from '../support/child-server.js';
import { portalJson } from '../support/cli.js';
import { ensureBuilt } from '../support/command.js';
import { dataWithBrand } from '../support/data.js';
import { effort } from '../support/effort.js';
import { fileIn, storedFiles, wav } from '../support/files.js';
import { temporaryDirectory } from '../support/git.js';

const fileBytes = 8_000_000;
const files = 4;

beforeAll(ensureBuilt);

const stored = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []).filter((path) =>
    /\/[0-9a-f]{64}$/.test(path),
  );

/** Runs a command, and kills it when so many files have come into a folder. */
async function killAt(args: readonly string[], folder: string, count: number): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore', timeout: 600_000 });
  const timer = setInterval(() => {
    if (stored(folder).length >= count) child.kill('SIGKILL');
  }, 2);
  await once(child, 'close');
  clearInterval(timer);
}

test('a backup or a restore that is killed leaves what was there, and the next one finishes it', async () => {
  const { data } = await dataWithBrand();
  const folder = temporaryDirectory();
  const addFiles = async (round: number): Promise<void> => {
    for (let at = 0; at < files; at += 1) {
      const file = fileIn(folder, `sound-${round}-${at}.wav`, wav(fileBytes, round * files + at));
      await portalJson(['media', 'add', 'acme', file], data);
    }
  };
  const backup = join(temporaryDirectory(), 'backup');
  const restored = async (): Promise<number> => {
    const elsewhere = join(temporaryDirectory(), 'data');
    await portalJson(['restore', backup], elsewhere);
    expect(await portalJson(['check', '--files'], elsewhere)).toMatchObject({ ok: true, warnings: 0 });
    return storedFiles(join(elsewhere, 'brands/acme.git')).length;
  };

  /** A busy machine may kill too late: then once more. */
  const untilEarly = async (killed: () => Promise<boolean>): Promise<void> => {
    while (!(await killed()));
  };

  // The first backup of the brand: it is there whole, or not at all.
  await addFiles(0);
  const brands = join(backup, 'brands');
  const toBackup = ['backup', '--all', backup, '--data', data];
  for (const count of effort === 'full' ? [1, 3] : [1]) {
    await untilEarly(async () => {
      await killAt(toBackup, brands, count);
      const isEarly = !existsSync(join(brands, 'acme.git'));
      if (!isEarly) expect(await restored()).toBe(files);
      rmSync(join(brands, 'acme.git'), { recursive: true, force: true });
      return isEarly;
    });
  }
  await portalJson(['backup', '--all', backup], data);

  // A later one: the state before, until that of now is whole.
  await addFiles(1);
  for (const count of effort === 'full' ? [1, files] : [files]) {
    await killAt(toBackup, brands, files + count);
    expect([files, 2 * files]).toContain(await restored());
  }
  await portalJson(['backup', '--all', backup], data);

  const target = join(temporaryDirectory(), 'data');
  for (const count of effort === 'full' ? [1, files] : [1]) {
    await untilEarly(async () => {
      await killAt(['restore', backup, '--data', target], join(target, 'brands'), count);
      if (!existsSync(join(target, 'brands/acme.git'))) return true;
      expect(storedFiles(join(target, 'brands/acme.git'))).toHaveLength(2 * files);
      rmSync(target, { recursive: true });
      return false;
    });
  }
  expect(await portalJson(['restore', backup], target)).toMatchObject({ brands: ['acme'] });
  expect(storedFiles(join(target, 'brands/acme.git'))).toHaveLength(2 * files);
});
