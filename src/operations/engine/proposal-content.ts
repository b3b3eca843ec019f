import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ReferredKind } from '../../content/blocks/block-type.js';
import { referenceMark, referenceProblems } from '../../content/blocks/references.js';
import { applyKept, type Catalog, type KeptFile } from '../../content/catalog/catalog.js';
import { type ContentPath, idOf, parsePath, paths, sectionOfKey } from '../../content/catalog/paths.js';
import { isProvisional } from '../../content/catalog/provisional.js';
import { encodeFile } from '../../content/file-codec.js';
import type { FileContent } from '../../content/file-format.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import { newLanguageFile } from '../../content/language.js';
import type { Conflict } from '../../content/merge/values.js';
import { hasChildren, type Losses, lossesOf, slugLossOf } from '../../content/page-rules.js';
import type { Proposal, Proposals } from '../../content/proposals/catalog.js';
import { catalogAt, dayForMedia, todayIn } from '../../content/validity.js';
import { derived } from '../../lib/derived.js';
import { sortedBy } from '../../lib/order.js';
import { findFileId } from '../../store/history/commits.js';
import { type Overlay, overlayKnown } from '../../store/overlay.js';
import type { Repository } from '../../store/repository.js';
import type { Snapshot } from '../../store/snapshot.js';
import { type ProposedPath, type ProposedResult, resultOf } from './proposal-results.js';

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

/** Contents of one repository, by proposal. */
const contentsOf = derived((_: Repository<Catalog>) => new LRUCache<string, Promise<ProposalContent>>({ max: 32 }));

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
  const cache = contentsOf(main);
  const key = `${snapshot.commit} ${dayOf(files, below)} ${proposal.record.number} ${files.map(([path]) => path).join()} ${versionOfProposal(proposal)}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const made = compute(files, { ...below, finals });
  cache.set(key, made);
  made.catch(() => cache.delete(key));
  return made;
}

/** The day, where it decides which media a page may newly refer to. */
function dayOf(files: Files, { snapshot: { catalog }, now }: MergeSources): string {
  const isChanged = files.some(([path]) => path.startsWith('media/'));
  return isChanged ? todayIn(catalog, now) : (dayForMedia(catalog, now) ?? '');
}

type Files = readonly ProposedPath[];

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
  const { main, snapshot, proposals } = below;
  const results = await mergeAll(files, below);
  const made = new Map<string, ProposedResult>();
  const read = async (version: string): Promise<Buffer | null> => {
    const result = made.get(version);
    if (result === undefined) return null;
    const stored = await proposals.find(version);
    return stored ?? encodeFile(result.path, (await result.load()).content?.value);
  };
  const withResults = (base: Snapshot<Catalog>, changed: readonly ProposedResult[]) => {
    const kept = new Map<string, KeptFile | null>();
    for (const { path, at, kept: file } of changed) {
      kept.set(path, file);
      if (at.kind === 'page' && file !== null && snapshot.catalog.trash.has(at.id)) kept.set(paths.trash(at.id), null);
    }
    for (const result of changed) if (result.kept !== null) made.set(result.kept.version, result);
    return overlayKnown(base, main.objects, {
      files: new Map([...kept].map(([path, file]) => [path, file && { oid: file.version }])),
      apply: (catalog, displaced) =>
        applyKept(catalog, [...displaced.map((path) => [path, null] as const), ...kept.entries()]),
      read,
    });
  };
  // A page of a proposal is also known by its earlier versions there, as the base of a save.
  const find = async (version: string) => (await snapshot.find(version)) ?? proposals.find(version);
  let over = await withResults({ ...snapshot, find }, results);

  for (const result of results) {
    const isGone = result.becomes === null ? isInUse(result.at, over.catalog) : isPurged(result, snapshot.catalog);
    if (isGone && result.conflicts.length === 0) result.conflicts = [await conflictOfRemoval(result)];
    const losses = lossesIn(result, over.catalog, below);
    if (losses === null) continue;
    const { conflicts } = result;
    Object.assign(result, await result.losing(losses), { conflicts });
    over = await withResults(over, [result]);
  }

  const pages = new Set(results.flatMap(pageChangedBy));
  return {
    snapshot: { ...over, catalog: { ...over.catalog, proposed: { pages, below: snapshot.catalog } } },
    finals: below.finals,
    results,
  };
}

/** The page that a result changes, also its texts in another language. */
function pageChangedBy({ at, becomes }: ProposedResult): number[] {
  if (at.kind === 'page') return becomes === null ? [] : [at.id];
  return at.kind === 'translation' && at.of === 'page' ? [at.id] : [];
}

/** Results of the files that change the brand. A change of only the language's counter does not count. */
async function mergeAll(files: Files, below: MergeSourcesWithFinals): Promise<MutableResult[]> {
  const results: MutableResult[] = [];
  for (const file of files) {
    const result = await resultOf(file, below);
    if (result !== null) results.push({ ...result });
  }
  const changed = await Promise.all(
    results.map((result) => result.at.kind !== 'language' || isLanguageChanged(result, results)),
  );
  return results.filter((_, at) => changed[at]);
}

async function conflictOfRemoval(result: ProposedResult): Promise<Conflict> {
  const { content, before } = await result.load();
  const kind = content === null ? 'removed_here' : 'removed_there';
  const theirs = before?.value ?? null;
  return { block: null, field: null, kind, base: theirs, mine: content?.value ?? null, theirs };
}

/** Losses of a page or collection, so that it keeps the rules of the content around it; references that it has on `main` stay valid. */
function lossesIn({ at, kept }: ProposedResult, catalog: Catalog, { snapshot, now }: MergeSources): Losses | null {
  if (kept?.content.kind === 'collection') {
    const { value } = kept.content;
    return slugLossOf(value, catalog, snapshot.catalog.collections.get(value.id)?.slug);
  }
  if (at.kind !== 'page' || kept?.content.kind !== 'page' || !('refs' in kept.content.value)) return null;
  const problem = referenceProblems(catalogAt(catalog, now), []);
  const existing = snapshot.catalog.pages.get(at.id)?.refs ?? '';
  const mayRefer = (kind: ReferredKind) => (id: number) =>
    existing.includes(referenceMark(kind, id)) || problem({ kind, id, path: '' }) === null;
  return lossesOf(kept.content.value, catalog, now, {
    media: mayRefer('media'),
    color: mayRefer('color'),
    collection: mayRefer('collection'),
  });
}

/** Whether more than the counter has changed. */
async function isLanguageChanged(language: ProposedResult, results: readonly ProposedResult[]): Promise<boolean> {
  const tag = language.at.kind === 'language' ? language.at.id : null;
  if (results.some(({ at }) => at.kind === 'section' && sectionOfKey(at.name).language === tag)) return true;
  const { content, before } = await language.load();
  const statusIn = (file: FileContent | null) => (file?.kind === 'language' ? file.value : newLanguageFile).status;
  return statusIn(content) !== statusIn(before);
}

/** Whether a page that comes back from the trash no longer exists. */
const isPurged = ({ isNew, was, at }: ProposedResult, { trash }: Catalog): boolean =>
  isNew && was === null && at.kind === 'page' && !isProvisional(at.id) && !trash.has(at.id);

/** Whether removed content still has children or references to it. */
function isInUse(at: ContentPath, catalog: Catalog): boolean {
  if (at.kind === 'page') return hasChildren(catalog, at.id);
  if (at.kind !== 'color' && at.kind !== 'media' && at.kind !== 'collection') return false;
  const mark = referenceMark(at.kind, at.id);
  return [...catalog.pages.values()].some(({ refs }) => refs.includes(mark));
}
