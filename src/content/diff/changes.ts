import { isObject } from '../../json.js';
import { admittedOrNull, sanitizesNothing } from '../admit.js';
import { type ContentPath, parsePath } from '../catalog/paths.js';
import type { FileContent } from '../file-format.js';
import type { PageFile } from '../page.js';
import { type BlockChange, compareBlocks } from './block-changes.js';
import { type FieldChange, fieldChanges } from './field-changes.js';

/** What happened to one thing between two versions of a brand, as people read it. */
export interface Change {
  readonly kind:
    | 'brand'
    | 'page'
    | 'section'
    | 'language'
    | 'color'
    | 'media'
    | 'categories'
    | 'entry'
    | 'ids'
    | 'file';
  /** The page's, colour's or medium's number, the section's or the entry's name; `null` where there is one only. */
  readonly id: number | string | null;
  /** What it is called now, or was called before it went. */
  readonly title: string | null;
  /** Where it is now, or was. */
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed' | 'trashed' | 'restored' | 'purged';
  readonly fields: readonly FieldChange[];
  /** Only of pages. */
  readonly blocks: readonly BlockChange[];
}

/** One file in two versions; `null` where it is missing. */
export interface FileVersions {
  readonly path: string;
  readonly before: Buffer | null;
  readonly after: Buffer | null;
}

/** Paths with the same key are one thing: a page stays the same page in the trash. */
export function subjectOf(path: string): string {
  const at = parsePath(path);
  return at?.kind === 'page' || at?.kind === 'trash' ? `page ${at.id}` : path;
}

/** @param files all that changed of one thing, see `subjectOf` @returns `null` when nothing that people see changed */
export function describeChange(files: readonly FileVersions[]): Change | null {
  const [first] = files;
  if (first === undefined) return null;
  const at = parsePath(first.path);
  if (at?.kind === 'page' || at?.kind === 'trash') return describePage(at.id, files);
  const [before, after] = [parse(at, first.before)?.value, parse(at, first.after)?.value];
  const change = first.before === null ? 'added' : first.after === null ? 'removed' : 'changed';
  const id = at === null ? null : 'id' in at ? at.id : 'name' in at ? at.name : null;
  const fields = fieldChanges(before ?? {}, after ?? {});
  return {
    kind: at?.kind ?? 'file',
    id,
    title: titleOf(after ?? before),
    path: first.path,
    change,
    fields,
    blocks: [],
  };
}

/** The same for many files. */
export function describeChanges(files: Iterable<FileVersions>): Change[] {
  const bySubject = new Map<string, FileVersions[]>();
  for (const file of files) {
    const subject = subjectOf(file.path);
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), file]);
  }
  return [...bySubject.values()].flatMap((group) => describeChange(group) ?? []);
}

type Place = 'active' | 'trash' | null;

/** Stamps of the service: they change with the rest and say nothing by themselves. */
const stamps = ['id', 'blocks', 'updated_at', 'deleted_at', 'deleted_by'];

function describePage(id: number, files: readonly FileVersions[]): Change | null {
  const before = pageIn(id, files, 'before');
  const after = pageIn(id, files, 'after');
  const fields = fieldChanges(before.shown, after.shown);
  const blocks = compareBlocks(before.page?.blocks ?? [], after.page?.blocks ?? []);
  const change = changeBetween(before.place, after.place);
  if (change === 'changed' && fields.length + blocks.length === 0 && before.page !== null && after.page !== null)
    return null;
  const named = after.page ?? before.page;
  const path = after.path ?? before.path ?? '';
  return { kind: 'page', id, title: named?.title ?? null, path, change, fields, blocks };
}

interface PageThen {
  readonly place: Place;
  /** `null`: not there, or it does not fit the format. */
  readonly page: PageFile | null;
  readonly path: string | null;
  readonly shown: Readonly<Record<string, unknown>>;
}

function pageIn(id: number, files: readonly FileVersions[], version: 'before' | 'after'): PageThen {
  for (const kind of ['page', 'trash'] as const) {
    const file = files.find((one) => parsePath(one.path)?.kind === kind && one[version] !== null);
    if (file === undefined) continue;
    const content = parse({ kind, id }, file[version]);
    const page = content?.kind === 'page' || content?.kind === 'trash' ? content.value : null;
    const members = Object.entries(page ?? {}).filter(([name]) => !stamps.includes(name));
    const place = kind === 'page' ? 'active' : 'trash';
    return { place, page, path: file.path, shown: Object.fromEntries(members) };
  }
  return { place: null, page: null, path: null, shown: {} };
}

function changeBetween(before: Place, after: Place): Change['change'] {
  if (before === after) return 'changed';
  if (before === null) return 'added';
  if (after === null) return before === 'trash' ? 'purged' : 'removed';
  return after === 'trash' ? 'trashed' : 'restored';
}

function titleOf(value: unknown): string | null {
  const { title, name } = isObject(value) ? value : {};
  if (typeof title === 'string') return title;
  return typeof name === 'string' ? name : null;
}

/** Texts are as they were stored: this is what happened, not what is served. `null`: not there, or of no known shape. */
function parse(at: ContentPath | null, bytes: Buffer | null): FileContent | null {
  return bytes === null || at === null ? null : admittedOrNull(at, bytes, sanitizesNothing);
}
