import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { referenceMark, referenceProblems } from '../../content/blocks/references.js';
import { applyOwn, type Catalog } from '../../content/catalog/catalog.js';
import { isProvisional } from '../../content/catalog/ids.js';
import { type ContentPath, idOf, parsePath, paths } from '../../content/catalog/paths.js';
import { encodeFile } from '../../content/file-codec.js';
import { type FileContent, fitFormat, InvalidFile } from '../../content/file-format.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import { newLanguageFile } from '../../content/language.js';
import type { Conflict } from '../../content/merge/values.js';
import { trashFile } from '../../content/page.js';
import { alterationsOf, hasChildren } from '../../content/page-rules.js';
import type { Proposal, Proposals, ProposedFile } from '../../content/proposals/catalog.js';
import { isSameContent, mergeFile, type Sides, timeless, withFinalIds } from '../../content/proposals/three-way.js';
import { derived } from '../../lib/derived.js';
import { sortedBy } from '../../lib/order.js';
import { findFileId } from '../../store/history/commits.js';
import { type Overlay, overlay } from '../../store/overlay.js';
import type { Repository } from '../../store/repository.js';
import type { Snapshot } from '../../store/snapshot.js';
import { readFit } from './read-page.js';

/** Result of a merge for one file. */
export interface ProposedResult {
  readonly path: string;
  readonly at: ContentPath;
  /** As it is on `main`; `null` if it is not there. */
  readonly before: FileContent | null;
  readonly sides: Sides;
  /** Its id on `main`. */
  readonly beforeId: string | null;
  /** `null` if removed. */
  readonly content: FileContent | null;
  /** SHA-256 without times. */
  readonly hash: string;
  readonly conflicts: readonly Conflict[];
  /** Deviations from the proposal, as lines for people. */
  readonly messages: readonly string[];
  /** Whether `main` has another version than the one it was made from. */
  readonly isOutdated: boolean;
  /** Whether it was made from none. */
  readonly isNew: boolean;
}

/** A proposal over `main`: the result of merging it now. */
export interface ProposalContent {
  readonly snapshot: Overlay<Catalog>;
  readonly results: readonly ProposedResult[];
  /** Final ids, by the provisional ones, of parts that were published before. */
  readonly finals: ReadonlyMap<number, number>;
}

interface MergeSources {
  readonly main: Repository<Catalog>;
  /** Snapshot of `main`. */
  readonly snapshot: Snapshot<Catalog>;
  readonly proposals: Snapshot<Proposals>;
  /** Whether `main` has a commit; within a write of `main`, which must not ask for a newer one, by its snapshot. */
  contains(commit: string): Promise<boolean>;
  readonly sanitizer: Sanitizer;
  readonly now: Date;
}

type MergeSourcesWithFinals = MergeSources & Pick<ProposalContent, 'finals'>;

type MergedResult = { readonly result: MutableResult | null };

/** Results of one repository, by proposal and by file, so that a write merges only the files that it changes. Sizes are those of files. */
const cachesOf = derived((_: Repository<Catalog>) => ({
  contents: new LRUCache<string, Promise<ProposalContent>>({ max: 32 }),
  results: new LRUCache<string, MergedResult>({ maxSize: 16 * 1024 * 1024 }),
}));

const filesKey = derived((files: Proposal['files']) => ({
  text: hash('sha256', JSON.stringify(sortedBy(files, ([path]) => path))),
}));

/** Version of a proposal: the hash of its files. */
export const versionOfProposal = ({ files }: Pick<Proposal, 'files'>): string => filesKey(files).text;

/**
 * Cached by the versions of both.
 *
 * @throws `unavailable`
 */
export async function contentOf(proposal: Proposal, below: MergeSources): Promise<ProposalContent> {
  const { main, snapshot } = below;
  const { unmerged: files, finals } = await splitFiles(proposal, below);
  const cache = cachesOf(main).contents;
  const key = `${snapshot.commit} ${proposal.record.number} ${files.map(([path]) => path).join()} ${versionOfProposal(proposal)}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const made = compute(files, { ...below, finals });
  cache.set(key, made);
  made.catch(() => cache.delete(key));
  return made;
}

type Files = readonly (readonly [path: string, file: ProposedFile])[];

/** The unmerged files, and the ids of merged content. A merge counts only while `main` has its commit. */
async function splitFiles({ record, files }: Proposal, { contains }: MergeSources) {
  const merged = new Set<string>();
  for (const { commit, paths: part } of record.merges) {
    if (part.length > 0 && (await contains(commit))) for (const path of part) merged.add(path);
  }
  const unmerged: Files = sortedBy(files, ([path]) => path).filter(([path]) => !merged.has(path));
  const known = new Set([...merged].flatMap(idsIn));
  const counted = record.ids.filter(({ provisional }) => known.has(provisional));
  return { unmerged, finals: new Map(counted.map(({ provisional, final }) => [provisional, final])) };
}

function idsIn(path: string): number[] {
  const at = parsePath(path);
  return at === null ? [] : Object.values(idOf(at));
}

/** Whether `main` has moved below a proposal, without merging it. */
export async function isOutdated(proposal: Proposal, below: MergeSources): Promise<boolean> {
  const { main, snapshot } = below;
  for (const [path, { base, file }] of (await splitFiles(proposal, below)).unmerged) {
    const now = await findFileId(main.objects.readTree, snapshot.tree, path);
    if (now !== base && now !== file) return true;
  }
  return false;
}

type MutableResult = { -readonly [Key in keyof ProposedResult]: ProposedResult[Key] };

async function compute(files: Files, below: MergeSourcesWithFinals): Promise<ProposalContent> {
  const { main, snapshot, finals } = below;
  const results = await mergeAll(files, below);
  const bytes = new Map<string, Buffer | null>();
  for (const result of results) {
    result.content = adapted(result, results);
    const { path, content } = result;
    bytes.set(path, content && encodeFile(path, content.value));
    if (content?.kind === 'page' && snapshot.catalog.trash.has(content.id)) bytes.set(paths.trash(content.id), null);
  }
  // A page of a proposal is also known by its earlier versions there, as the base of a save.
  const find = async (version: string) => (await snapshot.find(version)) ?? below.proposals.find(version);
  let over = await overlay({ ...snapshot, find }, bytes, main.objects, { apply: applyOwn });

  for (const result of results) {
    const { path, content } = result;
    const isGone = content === null ? isInUse(result.at, over.catalog) : isPurged(result, snapshot.catalog);
    if (isGone && result.conflicts.length === 0) result.conflicts = [conflictOfRemoval(result)];
    if (!alterPage(result, over.catalog, below.now) || result.content === null) continue;
    const altered = new Map([[path, encodeFile(path, result.content.value)]]);
    over = await overlay(over, altered, main.objects, { apply: applyOwn });
  }

  const pages = new Set(results.flatMap(({ content }) => (content?.kind === 'page' ? [content.id] : [])));
  return {
    snapshot: { ...over, catalog: { ...over.catalog, proposed: { pages, below: snapshot.catalog } } },
    finals,
    results: results.map((result) => ({ ...result, hash: hashOf(result) })),
  };
}

/** Results of the files that change the brand. A change of only the language's counter does not count. */
async function mergeAll(files: Files, below: MergeSourcesWithFinals): Promise<MutableResult[]> {
  const results: MutableResult[] = [];
  for (const file of files) {
    const result = await resultOf(file, below);
    if (result !== null) results.push({ ...result });
  }
  const language = results.find(({ at }) => at.kind === 'language');
  const isCounterOnly = language !== undefined && !isLanguageChanged(language, results);
  return isCounterOnly ? results.filter((result) => result !== language) : results;
}

function conflictOfRemoval({ content, before }: ProposedResult): Conflict {
  const kind = content === null ? 'removed_here' : 'removed_there';
  const theirs = before?.value ?? null;
  return { block: null, field: null, kind, base: theirs, mine: content?.value ?? null, theirs };
}

/**
 * Changes a page so that it keeps the rules of the content around it.
 *
 * @returns whether that was necessary
 */
function alterPage(result: MutableResult, catalog: Catalog, now: Date): boolean {
  const { content, before } = result;
  if (content?.kind !== 'page') return false;
  const problem = referenceProblems(catalog, before?.kind === 'page' ? [before.value] : []);
  const mayRefer = {
    media: (id: number) => problem({ kind: 'media', id, path: '' }) === null,
    color: (id: number) => problem({ kind: 'color', id, path: '' }) === null,
  };
  const alterations = alterationsOf(content.value, catalog, now, mayRefer);
  if (alterations.length === 0) return false;
  result.messages = [...result.messages, ...alterations.map(({ problem, forced }) => `${problem}: ${forced}`)];
  result.content = { ...content, value: Object.assign({}, content.value, ...alterations.map(({ change }) => change)) };
  return true;
}

/**
 * Cached by the versions of all sides.
 *
 * @returns `null` when `main` has it already
 */
async function resultOf(proposed: Files[number], below: MergeSourcesWithFinals): Promise<MutableResult | null> {
  const { main, snapshot, finals } = below;
  const [path, { file, base, bytes }] = proposed;
  const beforeId = await findFileId(main.objects.readTree, snapshot.tree, path);
  if (beforeId === file) return null;
  const cache = cachesOf(main).results;
  const key = JSON.stringify([path, file, base, beforeId, [...finals]]);
  const cached = cache.get(key);
  if (cached !== undefined) return cached.result;
  const result = await mergedResult(proposed, beforeId, below);
  cache.set(key, { result }, { size: 3 * bytes + 1000 });
  return result;
}

async function mergedResult(
  [path, { file, base }]: Files[number],
  beforeId: string | null,
  { snapshot, proposals, sanitizer, finals }: MergeSourcesWithFinals,
): Promise<MutableResult | null> {
  const at = parsePath(path);
  if (at === null) return null;
  const read = async (from: Pick<Snapshot<unknown>, 'read'>, id: string | null) =>
    id === null ? null : ((await readFit(at, await from.read(id), sanitizer))?.content ?? null);
  const before = await read(snapshot, beforeId);
  const written = await read(proposals, file);
  // Parts that were published before have final ids.
  const mine = written && finals.size > 0 ? fitFormat(at, withFinalIds(written.value, finals)) : written;
  const baseContent = base === beforeId ? before : await read(proposals, base);
  const sides = { base: baseContent, mine, theirs: before };
  const isOutdated = base !== beforeId;
  const result = { path, at, before, sides, beforeId, hash: '', isOutdated, isNew: base === null };
  const damaged = (what: string) => ({ ...result, content: before, conflicts: [], messages: [what] });
  if (file !== null && mine === null) return damaged('its file is damaged: nothing changes');
  const merged = await mergeFile(sides, { sanitizer });
  if (isSameContent(merged.value, before?.value ?? null)) return null;
  try {
    return { ...result, ...merged, content: merged.value === null ? null : fitFormat(at, merged.value) };
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error;
    return { ...result, ...merged, content: mine, messages: [...merged.messages, error.message] };
  }
}

/** A page goes to the trash as it is on `main`; a medium that was uploaded for the proposal is released by the merge. */
function adapted({ content }: MutableResult, results: readonly MutableResult[]): FileContent | null {
  if (content?.kind === 'media' && isProvisional(content.id))
    return { ...content, value: { ...content.value, released: true } };
  if (content?.kind !== 'trash') return content;
  const page = results.find((result) => result.content === null && result.path === paths.page(content.id))?.before;
  const { deleted_at, deleted_by } = content.value;
  return page?.kind === 'page' ? { ...content, value: trashFile(page.value, deleted_at, deleted_by) } : content;
}

/** Whether more than the counter has changed. */
function isLanguageChanged({ content, before }: MutableResult, results: readonly MutableResult[]): boolean {
  if (results.some(({ at }) => at.kind === 'section')) return true;
  const statusIn = (file: FileContent | null) => (file?.kind === 'language' ? file.value : newLanguageFile).status;
  return statusIn(content) !== statusIn(before);
}

/** Whether a page that comes back from the trash no longer exists. */
const isPurged = ({ isNew, before, at }: MutableResult, { trash }: Catalog): boolean =>
  isNew && before === null && at.kind === 'page' && !isProvisional(at.id) && !trash.has(at.id);

/** Whether removed content still has children or references to it. */
function isInUse(at: ContentPath, catalog: Catalog): boolean {
  if (at.kind === 'page') return hasChildren(catalog, at.id);
  if (at.kind !== 'color' && at.kind !== 'media') return false;
  const mark = referenceMark(at.kind, at.id);
  return [...catalog.pages.values()].some(({ refs }) => refs.includes(mark));
}

const hashOf = ({ path, content }: ProposedResult): string =>
  hash('sha256', content === null ? 'removed' : encodeFile(path, timeless(content.value)));
