import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Source } from '../service/media-import/archive.js';
import { openSource } from './media-import/sources.js';
import { readMap, toMarkdownFolder, withMedia } from './read-cms-export.js';

/** An export of a CMS as files of Markdown; a folder with pictures that a map names. */
export async function exportSource(path: string, mapFile?: string, keep?: string): Promise<Source> {
  const map = mapFile === undefined ? {} : await readMap(mapFile);
  const asFile = (name: string, text: string) => {
    const bytes = Buffer.from(withMedia(text, map));
    const open = async () =>
      (async function* () {
        yield bytes;
      })();
    return { path: name, bytes: bytes.length, open };
  };
  if ((await stat(path).catch(() => null))?.isDirectory()) return openSource(path);
  const { files, leftOut } = await toMarkdownFolder(path, map);
  if (keep !== undefined) {
    await mkdir(keep);
    for (const [name, text] of files) {
      await mkdir(dirname(join(keep, name)), { recursive: true });
      await writeFile(join(keep, name), text);
    }
  }
  const left = [...leftOut].map(([path, reason]) => ({ path, reason }));
  return { files: [...files].map(([name, text]) => asFile(name, text)), left, close: () => {} };
}
