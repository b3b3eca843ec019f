import { isHidden } from '../../../lib/hidden-name.js';

/** Upper bound on the files of a folder: that of the server. */
export const maxFiles = 10_000;

/** A file, and its path in a folder. */
export interface Found {
  readonly file: File;
  readonly path: string;
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Files of what was dropped, those of folders too. */
export async function filesIn(entry: FileSystemEntry): Promise<Found[]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (isHidden(path)) return [];
  if (!isDirectory(entry)) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, path }];
  }
  const reader = entry.createReader();
  const found: Found[] = [];
  // It gives a hundred at a time.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0 || found.length > maxFiles) return found;
    for (const one of part) found.push(...(await filesIn(one)));
  }
}
