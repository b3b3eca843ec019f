import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { errorCode } from '../lib/system-error.js';
import { compareNames, type Problems } from './problems.js';

export interface Entry {
  readonly name: string;
  /** Relative to the brand folder, with `/` between names. */
  readonly path: string;
  readonly isFolder: boolean;
}

/** Name of the brand folder itself in problems. */
export function nameOf(root: string): string {
  return basename(root) || root;
}

/** The name without the ending of a YAML file; `null` for other files. */
export function baseName(name: string): string | null {
  return /^(.+)\.ya?ml$/.exec(name)?.[1] ?? null;
}

/** Folders and regular files by name, without dot files. All else is reported: a link may lead anywhere, and a pipe may never end. */
export async function listFolder(
  root: string,
  path: string,
  problems: Pick<Problems, 'add'>,
  ignored: string | null = 'README.md',
): Promise<Entry[]> {
  const entries: (Entry & { readonly key: string })[] = [];
  for (const entry of await readEntries(root, path, problems)) {
    if (entry.name.startsWith('.') || entry.name === ignored) continue;
    const at = path === '' ? entry.name : `${path}/${entry.name}`;
    const problem = entry.isSymbolicLink() ? await linkProblem(root, at) : entryProblem(entry);
    if (problem !== null) {
      problems.add(at, problem);
      continue;
    }
    const { name } = entry;
    const isFolder = entry.isDirectory();
    entries.push({ name, path: at, isFolder, key: isFolder ? name : (baseName(name) ?? name) });
  }
  return entries.sort((a, b) => compareNames(a.key, b.key) || compareNames(a.name, b.name));
}

async function readEntries(root: string, path: string, problems: Pick<Problems, 'add'>): Promise<Dirent[]> {
  try {
    return await readdir(join(root, path), { withFileTypes: true });
  } catch (error) {
    problems.add(path || nameOf(root), `The folder cannot be read (${errorCode(error)}).`);
    return [];
  }
}

function entryProblem(entry: Dirent): string | null {
  return entry.isFile() || entry.isDirectory() ? null : 'Neither a file nor a folder.';
}

/** A link may only lead to a regular file below the root: linked folders could form a cycle. */
async function linkProblem(root: string, path: string): Promise<string | null> {
  try {
    const target = await realpath(join(root, path));
    if ((await stat(target)).isDirectory()) return 'Symbolic links to folders are not followed.';
    if (!target.startsWith((await realpath(root)) + sep)) return 'The symbolic link leaves the folder.';
    return (await stat(target)).isFile() ? null : 'A symbolic link must lead to a file.';
  } catch {
    return 'The target of the symbolic link does not exist.';
  }
}
