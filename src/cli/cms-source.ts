import { stat } from 'node:fs/promises';
import type { Source } from '../service/media-import/archive.js';
import { openSource } from './media-import/sources.js';
import { readMap, toMarkdownFolder, withMedia } from './read-cms-export.js';

/** An export of a CMS as files of Markdown; a folder with pictures that a map names. */
export async function exportSource(path: string, mapFile?: string): Promise<Source> {
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
  const left = [...leftOut].map(([path, reason]) => ({ path, reason }));
  return { files: [...files].map(([name, text]) => asFile(name, text)), left, close: () => {} };
}
