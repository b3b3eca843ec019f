import { access, constants, lstat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { sizeText } from '../lib/size-text.js';
import { errorCode } from '../lib/system-error.js';
import { listFolder } from './folder-entries.js';
import type { Problems } from './problems.js';

export const mediaFolder = 'media';

export interface FolderFile {
  readonly path: string;
  /** Without the id of its medium. */
  readonly name: string;
  readonly bytes: number;
  /** Reports a problem of the file, at the line that names it. */
  refuse(problems: Problems, message: string): void;
}

/** Sizes of the files below the folder, by their paths in the brand folder. */
export async function listMediaFiles(
  root: string,
  maxBytes: number,
  problems: Problems,
  folder = mediaFolder,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { path, isFolder } of await listFolder(root, folder, problems)) {
    if (isFolder) {
      for (const [inner, bytes] of await listMediaFiles(root, maxBytes, problems, path)) found.set(inner, bytes);
      continue;
    }
    const stats = await lstat(join(root, path));
    const unreadable = await access(join(root, path), constants.R_OK).catch(errorCode);
    found.set(path, stats.size);
    if (stats.isSymbolicLink()) problems.add(path, 'The file of a medium must not be a symbolic link.');
    else if (unreadable !== undefined) problems.add(path, `The file cannot be read (${unreadable}).`);
    else if (stats.size === 0) problems.add(path, 'The file is empty.');
    else if (stats.size > maxBytes) problems.add(path, `The file is larger than ${sizeText(maxBytes)}.`);
  }
  return found;
}

/** Path under which an export writes the file of a medium. */
export function mediaFilePath(id: number, name: string): string {
  return `${mediaFolder}/${id}-${name}`;
}

/** Inverse of `mediaFilePath`; other names stay. */
export function mediaFileName(id: number, path: string): string {
  const name = posix.basename(path);
  const bare = name.slice(`${id}-`.length);
  return name.startsWith(`${id}-`) && bare !== '' ? bare : name;
}
