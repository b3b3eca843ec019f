import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Catalog, type KeptFile, keptOf } from '../../content/catalog/catalog.js';
import { type ContentPath, parsePath, paths } from '../../content/catalog/paths.js';
import { isProvisional } from '../../content/catalog/provisional.js';
import { encodeFile } from '../../content/file-codec.js';
import { type FileContent, fitFormat, InvalidFile } from '../../content/file-format.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import type { Conflict } from '../../content/merge/values.js';
import { trashFile } from '../../content/page.js';
import { alterationsFor, type Losses, slugAlterations } from '../../content/page-rules.js';
import type { Proposals, ProposedFile } from '../../content/proposals/catalog.js';
import { isSameContent, mergeFile, type Sides, timeless, withFinalIds } from '../../content/proposals/three-way.js';
import { isObject, sortedJson } from '../../lib/json.js';
import { gitObject } from '../../store/git/object.js';
import { findFileId } from '../../store/history/commits.js';
import type { Repository } from '../../store/repository.js';
import type { Snapshot } from '../../store/snapshot.js';
import { readFit } from './read-page.js';

/** Title of a file, and a hash of each of its fields, for lists of changes. */
interface Outline {
  readonly title: string | null;
  readonly fields: ReadonlyMap<string, string>;
}

interface Merged {
  readonly path: string;
  readonly at: ContentPath;
  /** Its id on `main`. */
  readonly beforeId: string | null;
  readonly conflicts: readonly Conflict[];
  /** Deviations from the proposal, as lines for people. */
  readonly messages: readonly string[];
  /** Whether `main` has another version than the one it was made from. */
  readonly isOutdated: boolean;
  /** Whether it was made from none. */
  readonly isNew: boolean;
}

/** Texts of a result. */
interface Texts {
  /** As it is on `main`; `null` if it is not there. */
  readonly before: FileContent | null;
  readonly sides: Sides;
  /** `null` if removed. */
  readonly content: FileContent | null;
  /** Size of the files that it was merged from. */
  readonly bytes: number;
}

interface Known extends Merged {
  /** As it is on `main`; `null` if it is not there. */
  readonly was: Outline | null;
  /** `null` if removed. */
  readonly becomes: Outline | null;
  readonly kept: KeptFile | null;
  /** SHA-256 without times. */
  readonly hash: string;
}

/** Result of a merge for one file. Its texts are merged where they are needed: a proposal may have very many. */
export interface ProposedResult extends Known {
  load(): Promise<Texts>;
  /** The result for a page or collection that loses something by the rules of the content around it. */
  losing(losses: Losses): Promise<ProposedResult>;
}

interface ResultSources {
  readonly main: Repository<Catalog>;
  /** Snapshot of `main`. */
  readonly snapshot: Snapshot<Catalog>;
  readonly proposals: Snapshot<Proposals>;
  readonly sanitizer: Sanitizer;
  /** Final ids, by the provisional ones, of parts that were published before. */
  readonly finals: ReadonlyMap<number, number>;
}

/** Results by the versions of all sides, so that a write merges only the files that it changes. Sizes are those of files. */
const outlines = new LRUCache<string, { readonly result: Known | null }>({ maxSize: 32 * 1024 * 1024 });
const texts = new LRUCache<string, { readonly result: (Merged & Texts) | null }>({ maxSize: 16 * 1024 * 1024 });

/** Size of a result without its texts, about. */
const outlineBytes = 3000;

export type ProposedPath = readonly [path: string, file: ProposedFile];

/** @returns `null` when `main` has it already */
export async function resultOf(proposed: ProposedPath, below: ResultSources): Promise<ProposedResult | null> {
  const [path, { file, base }] = proposed;
  const at = parsePath(path);
  const beforeId = await idOnMain(path, below);
  if (at === null || beforeId === file) return null;
  const pageId = at.kind === 'trash' ? await idOnMain(paths.page(at.id), below) : null;
  const key = JSON.stringify([path, file, base, beforeId, pageId, [...below.finals]]);
  return outlined(key, async () => {
    const cached = texts.get(key);
    if (cached !== undefined) return cached.result;
    const result = await mergedResult(at, proposed, { beforeId, pageId }, below);
    texts.set(key, { result }, { size: 2 * (result?.bytes ?? 0) + 1000 });
    return result;
  });
}

const idOnMain = (path: string, { main, snapshot }: ResultSources): Promise<string | null> =>
  findFileId(main.objects.readTree, snapshot.tree, path);

async function outlined(key: string, merge: () => Promise<(Merged & Texts) | null>): Promise<ProposedResult | null> {
  let found = outlines.get(key);
  if (found === undefined) {
    const merged = await merge();
    found = { result: merged && outlineOf(merged) };
    const isWhole = merged !== null && (merged.conflicts.length > 0 || merged.at.kind !== 'page');
    outlines.set(key, found, { size: outlineBytes + (isWhole ? 2 * merged.bytes : 0) });
  }
  if (found.result === null) return null;
  const load = async () => existing(await merge());
  return {
    ...found.result,
    load,
    async losing(losses) {
      const made = await outlined(`${key} ${JSON.stringify(losses)}`, async () => without(await load(), losses));
      return existing(made);
    },
  };
}

function existing<Value>(value: Value | null): Value {
  if (value === null) throw new Error('The same versions gave a result before');
  return value;
}

function without(merged: Merged & Texts, losses: Losses): Merged & Texts {
  const { content, messages } = merged;
  if (content?.kind !== 'page' && content?.kind !== 'collection') return merged;
  const alterations =
    content.kind === 'page' ? alterationsFor(content.value, losses) : slugAlterations(content.value, losses);
  const value = Object.assign({}, content.value, ...alterations.map(({ change }) => change));
  const lines = alterations.map(({ problem, forced }) => `${problem}: ${forced}`);
  return { ...merged, content: { ...content, value } as FileContent, messages: [...messages, ...lines] };
}

function outlineOf({ sides: _, bytes: __, before, content, ...merged }: Merged & Texts): Known {
  const { path, at } = merged;
  const file = content && encodeFile(path, content.value);
  return {
    ...merged,
    was: fieldsOf(before),
    becomes: fieldsOf(content),
    kept: file && keptOf(at, gitObject('blob', file).oid, file),
    hash: hash('sha256', content === null ? 'removed' : encodeFile(path, timeless(content.value))),
  };
}

function fieldsOf(file: FileContent | null): Outline | null {
  if (file === null) return null;
  const value: Record<string, unknown> = { ...file.value };
  const named = value.title ?? value.name;
  const title = file.kind === 'translation' && isObject(named) ? named.text : named;
  const fields = Object.entries(value).map(([name, member]) => [name, hash('sha1', sortedJson(member))] as const);
  return { title: typeof title === 'string' ? title : null, fields: new Map(fields) };
}

interface MainIds {
  readonly beforeId: string | null;
  /** Id of the page that goes to the trash. */
  readonly pageId: string | null;
}

async function mergedResult(
  at: ContentPath,
  [path, { file, base }]: ProposedPath,
  { beforeId, pageId }: MainIds,
  { snapshot, proposals, sanitizer, finals }: ResultSources,
): Promise<(Merged & Texts) | null> {
  let size = 0;
  const read = async (from: Pick<Snapshot<unknown>, 'read'>, id: string | null, place = at) => {
    if (id === null) return null;
    const file = await from.read(id);
    size += file.length;
    return (await readFit(place, file, sanitizer))?.content ?? null;
  };
  const before = await read(snapshot, beforeId);
  const written = await read(proposals, file);
  // Parts that were published before have final ids.
  const mine = written && finals.size > 0 ? fitFormat(at, withFinalIds(written.value, finals)) : written;
  const baseContent = base === beforeId ? before : await read(proposals, base);
  const sides = { base: baseContent, mine, theirs: before };
  const isOutdated = base !== beforeId;
  const result = { path, at, before, sides, beforeId, isOutdated, isNew: base === null, bytes: size };
  const damaged = (what: string) => ({ ...result, content: before, conflicts: [], messages: [what] });
  if (file !== null && mine === null) return damaged('its file is damaged: nothing changes');
  const merged = await mergeFile(sides, { sanitizer });
  if (isSameContent(merged.value, before?.value ?? null)) return null;
  try {
    const content = merged.value === null ? null : fitFormat(at, merged.value);
    const page = content?.kind === 'trash' ? await read(snapshot, pageId, { kind: 'page', id: content.id }) : null;
    return { ...result, ...merged, content: adapted(content, page) };
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error;
    return { ...result, ...merged, content: mine, messages: [...merged.messages, error.message] };
  }
}

/** A page goes to the trash as it is on `main`; a medium that was uploaded for the proposal is released by the merge. */
function adapted(content: FileContent | null, page: FileContent | null): FileContent | null {
  if (content?.kind === 'media' && isProvisional(content.id))
    return { ...content, value: { ...content.value, released: true } };
  if (content?.kind !== 'trash' || page?.kind !== 'page') return content;
  const { deleted_at, deleted_by } = content.value;
  return { ...content, value: trashFile(page.value, deleted_at, deleted_by) };
}
