import { createReadStream, type Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PortalError } from '../../lib/errors.js';
import { isHidden } from '../../lib/hidden-name.js';
import { FoundFiles, type Source, zipSource } from '../../service/media-import/archive.js';

/** @throws `invalid` */
export async function openSource(path: string): Promise<Source> {
  const stats = await stat(path).catch(() => null);
  if (stats?.isDirectory()) return folderSource(path);
  if (stats?.isFile()) return zipSource(path, stats.size);
  throw new PortalError('invalid', `There is no folder and no ZIP file ${path}.`);
}

async function folderSource(root: string): Promise<Source> {
  const found = new FoundFiles();
  const kindOf = (entry: Dirent): string => (entry.isSymbolicLink() ? 'a link' : 'no regular file');
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      found.count();
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isHidden(path)) continue;
      if (entry.isDirectory()) waiting.push(path);
      else if (!entry.isFile()) found.leave(path, `It is ${kindOf(entry)}.`);
      else {
        const { size } = await stat(join(root, path));
        found.add({ path, bytes: size, open: async () => createReadStream(join(root, path)) });
      }
    }
  }
  return { files: found.files, left: found.left, close: () => {} };
}
