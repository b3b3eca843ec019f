import * as nodeFs from 'node:fs';
import { linkSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { errorCode } from '../../../src/lib/system-error.js';
import type { FileSystem } from '../../../src/store/file-system.js';
import type { CrashState } from './crash-model.js';
import type { Inode } from './recorded-disk.js';

/** Above the largest process id that Linux gives (2^22): nobody has it. */
const noProcess = 2 ** 22 + 1;

/** The recording process still lives; whoever held a lock when it crashed does not. */
function ownerAfter(kind: CrashState['kind'], name: string): string {
  const owner = /brand-portal-lock\.(\w+)\.(\w+)\.\d+\.\d+\.(\d+)$/;
  return name.replace(owner, (_, boot, namespace, n) => {
    return `brand-portal-lock.${kind === 'killed' ? boot : '00000000'}.${namespace}.${noProcess}.1.${n}`;
  });
}

/** Long before this machine started. */
const beforeStart = new Date(0);

/** Puts what a crash left into an empty directory, as it is found after the restart. */
export function materialize({ kind, found }: CrashState, directory: string): void {
  const names = new Map<Inode, string>();
  for (const { path, inode, bytes } of found) {
    const place = join(directory, ownerAfter(kind, path));
    const first = names.get(inode);
    if (bytes === null) mkdirSync(place);
    else if (first === undefined) writeFileSync(place, bytes);
    else linkSync(first, place);
    if (kind !== 'killed' && path.endsWith('.lock')) utimesSync(place, beforeStart, beforeStart);
    names.set(inode, place);
  }
}

const allFs: FileSystem = nodeFs;
const reads = ['access', 'lstat', 'readdir', 'readFile', 'stat', 'statfs'] as const;
const atOnce = [...reads, 'mkdir', 'rename', 'rm', 'rmdir', 'unlink'] as const;

function open(path: string, flags: string) {
  const descriptor = nodeFs.openSync(path, flags);
  return {
    writeFile: async (data: string | Uint8Array) => nodeFs.writeFileSync(descriptor, data),
    sync: async () => {},
    close: async () => nodeFs.closeSync(descriptor),
  };
}

/**
 * The real file system for a program that has it to itself: nothing waits for the disk, and since a lock that is held stays
 * held, the clock jumps over the time that waiting for it would take. Needs vitest's fake `Date`.
 */
export const aloneFs = {
  ...nodeFs,
  promises: {
    ...Object.fromEntries(
      atOnce.map((name) => {
        const call = allFs[`${name}Sync`] as (...args: unknown[]) => unknown;
        return [name, async (...args: unknown[]) => call(...args)] as const;
      }),
    ),
    readlink: nodeFs.promises.readlink,
    symlink: nodeFs.promises.symlink,
    open: async (path: string, flags: string) => open(path, flags),
    link: async (from: string, to: string) => {
      try {
        nodeFs.linkSync(from, to);
      } catch (error) {
        if (errorCode(error) === 'EEXIST') vi.setSystemTime(Date.now() + 60_000);
        throw error;
      }
    },
  },
} as unknown as FileSystem;
