import { type ContentPath, parsePath } from './catalog/paths.js';

/** The thing that a file holds, or a part of it. */
export interface Thing {
  readonly kind: Exclude<ContentPath['kind'], 'trash'> | 'file';
  /** The page's, colour's or medium's number, the section's or the entry's name; `null` where there is one only. */
  readonly id: number | string | null;
}

export interface ThingFiles<File> {
  readonly thing: Thing;
  readonly files: readonly File[];
}

/** A file in two versions; `null` where it is missing. */
export interface FileVersions {
  readonly path: string;
  readonly before: Buffer | null;
  readonly after: Buffer | null;
}

/** Whether of a medium the file has changed, and not what is said of it. */
export function isFileAlone({ thing, files }: ThingFiles<{ readonly path: string }>): boolean {
  return thing.kind === 'media' && files.every(({ path }) => parsePath(path)?.kind === 'file');
}

/** Files of one thing together, in the order of the first of each: a page stays the same page in the trash. */
export function groupByThing<File extends { readonly path: string }>(files: Iterable<File>): ThingFiles<File>[] {
  const groups = new Map<string, { thing: Thing; files: File[] }>();
  for (const file of files) {
    const thing = thingOf(file.path);
    const key = `${thing.kind} ${thing.id ?? file.path}`;
    const group = groups.get(key) ?? { thing, files: [] };
    groups.set(key, group);
    group.files.push(file);
  }
  return [...groups.values()];
}

function thingOf(path: string): Thing {
  const at = parsePath(path);
  if (at === null) return { kind: 'file', id: null };
  if (at.kind === 'file') return { kind: 'media', id: at.id };
  const id = 'id' in at ? at.id : 'name' in at ? at.name : null;
  return { kind: at.kind === 'trash' ? 'page' : at.kind, id };
}
