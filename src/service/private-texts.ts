import { dirname, join } from 'node:path';
import { unlessMissing } from '../lib/system-error.js';
import type { PrivateTexts } from '../registry/private-texts.js';
import { type FileSystem, listDirectory, readText, replacePrivateText, syncDirectory } from '../store/file-system.js';

/** Folders of private texts that backups hold as well. `outbox` is not among them: it holds secrets of links. */
export const backedUp = ['addresses'] as const;

/** Private texts below a data directory. */
export function localTexts(fs: FileSystem, data: string): PrivateTexts {
  const pathOf = (key: string): string => join(data, key);
  return {
    read: (key) => readText(fs, pathOf(key)),
    write: (key, text) => replacePrivateText(fs, pathOf(key), text),
    async remove(key) {
      const path = pathOf(key);
      const isRemoved = await fs.promises.unlink(path).then(() => true, unlessMissing(false));
      if (isRemoved) await syncDirectory(fs, dirname(path));
    },
    async list(folder) {
      const names = await listDirectory(fs, pathOf(folder));
      return names
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => `${folder}/${name}`);
    },
  };
}

/** Makes the copy's private texts the same as those of `from`: what was erased there is erased here. */
export async function copyTexts(from: PrivateTexts, to: PrivateTexts): Promise<void> {
  for (const folder of backedUp) {
    const keys = await from.list(folder);
    for (const key of keys) {
      const text = await from.read(key);
      if (text !== null && text !== (await to.read(key))) await to.write(key, text);
    }
    for (const key of await to.list(folder)) if (!keys.includes(key)) await to.remove(key);
  }
}
