import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replaceFiles, syncDirectory, writeNewFile } from '../../src/store/file-system.js';
import { type CrashState, crashStates } from '../support/crash/crash-model.js';
import { RecordedDisk } from '../support/crash/recorded-disk.js';
import { materialize } from '../support/crash/restart.js';
import { temporaryDirectory } from '../support/git.js';

/** What a crash leaves at the end of a run, each state as text. */
async function endings(run: (disk: RecordedDisk) => Promise<unknown>): Promise<string[]> {
  const disk = new RecordedDisk(temporaryDirectory());
  await run(disk);
  await disk.call('end', async () => {});
  const states = [...crashStates(disk.events, { randomStates: 500 })];
  const moment = disk.events.length;
  const last = states.filter((state) => state.moment === moment);
  return [...new Set(last.map(textOf))].sort();
}

function textOf({ found }: CrashState): string {
  return found.map(({ path, bytes }) => (bytes === null ? `${path}/` : `${path}=${bytes}`)).join(' ');
}

const bytes = Buffer.from('abcd');

async function writeUnsynced({ fs, path }: RecordedDisk, name: string): Promise<void> {
  const handle = await fs.promises.open(join(path, name), 'wx');
  await handle.writeFile(bytes);
  await handle.close();
}

describe('what a crash can leave', () => {
  test('of a file that is not synced: nothing, or its name with all, half or none of its bytes', async () => {
    const zeros = '\0\0\0\0';
    expect(await endings((disk) => writeUnsynced(disk, 'a'))).toEqual(
      ['', 'a=', `a=${zeros}`, 'a=ab', 'a=ab\0\0', 'a=abcd'].sort(),
    );
  });

  test('of a synced file in a directory that is not: nothing, or all of it', async () => {
    const ending = endings((disk) => writeNewFile(disk.fs, join(disk.path, 'a'), bytes));
    expect(await ending).toEqual(['', 'a=abcd']);
  });

  test('of a file put in place and its directory synced: that', async () => {
    const ending = endings(async (disk) => {
      await replaceFiles(disk.fs, [{ path: join(disk.path, 'a'), bytes }]);
      await syncDirectory(disk.fs, disk.path);
    });
    expect(await ending).toEqual(['a=abcd']);
  });

  test('of a file that replaces a synced one without being synced itself: the old one, or any part of the new', async () => {
    const ending = endings(async (disk) => {
      await replaceFiles(disk.fs, [{ path: join(disk.path, 'a'), bytes: Buffer.from('old') }]);
      disk.settle();
      await writeUnsynced(disk, 'b');
      await disk.fs.promises.rename(join(disk.path, 'b'), join(disk.path, 'a'));
    });
    expect(await ending).toEqual([
      'a=',
      'a=\0\0\0\0',
      'a=ab',
      'a=ab\0\0',
      'a=abcd',
      'a=old',
      'a=old b=',
      'a=old b=\0\0\0\0',
      'a=old b=ab',
      'a=old b=ab\0\0',
      'a=old b=abcd',
    ]);
  });

  test('of a name in a new directory whose own name is not synced: nothing, or both, or the directory alone', async () => {
    const ending = endings(async (disk) => {
      await disk.fs.promises.mkdir(join(disk.path, 'd'));
      await writeNewFile(disk.fs, join(disk.path, 'd/a'), bytes);
    });
    expect(await ending).toEqual(['', 'd/', 'd/ d/a=abcd']);
  });

  test('of a second name: either, both or none', async () => {
    const ending = endings(async (disk) => {
      await writeNewFile(disk.fs, join(disk.path, 'a'), bytes);
      await disk.fs.promises.link(join(disk.path, 'a'), join(disk.path, 'b'));
    });
    expect(await ending).toEqual(['', 'a=abcd', 'a=abcd b=abcd', 'b=abcd']);
  });

  test('of a sync: nothing of what came after it had started', async () => {
    const ending = endings(async ({ fs, path }) => {
      const handle = await fs.promises.open(join(path, 'a'), 'wx');
      await syncDirectory(fs, path);
      await Promise.all([handle.sync(), handle.writeFile(bytes)]);
    });
    expect(await ending).toContain('a=');
  });
});

describe('what is found after the restart', () => {
  test('are the same bytes, one file under two names, and no living owner of a lock', async () => {
    const disk = new RecordedDisk(temporaryDirectory());
    const owner = join(disk.path, `brand-portal-lock.1234abcd.4026531836.${process.pid}.77.5`);
    await writeNewFile(disk.fs, owner, bytes);
    await disk.fs.promises.link(owner, join(disk.path, 'main.lock'));
    const [killed, rebooted] = (['killed', 'random'] as const).map((kind) => {
      const last = [...crashStates(disk.events)].findLast((state) => state.found.length === 2) as CrashState;
      const directory = temporaryDirectory();
      materialize({ ...last, kind }, directory);
      return directory;
    }) as [string, string];
    expect(readdirSync(killed)).toEqual([
      expect.stringMatching(/^brand-portal-lock\.1234abcd\.4026531836\.4194305\./),
      'main.lock',
    ]);
    expect(readdirSync(rebooted)).toEqual([expect.stringMatching(/^brand-portal-lock\.00000000\./), 'main.lock']);
    expect(readFileSync(join(killed, 'main.lock'))).toEqual(bytes);
    const inodes = readdirSync(killed).map((name) => statSync(join(killed, name)).ino);
    expect(inodes[0]).toBe(inodes[1]);
  });
});
