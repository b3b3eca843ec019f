import { Zip, ZipPassThrough } from 'fflate';
import type { Found } from './folder-files.js';

/** Files as a ZIP, not packed, of at most 4 GB. A browser puts parts that are large on the disk. */
export async function zipOf(found: readonly Found[]): Promise<Blob> {
  const parts: Blob[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    parts.push(new Blob([new Uint8Array(bytes)]));
  });
  for (const { file, path } of found) {
    const entry = new ZipPassThrough(path);
    zip.add(entry);
    entry.push(new Uint8Array(await file.arrayBuffer()), true);
  }
  zip.end();
  return new Blob(parts);
}
