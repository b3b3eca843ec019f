import { isDeepStrictEqual } from 'node:util';
import type { FileChange } from '../lib/projection.js';
import { noted } from '../lib/say.js';
import { applyOwn, type Catalog, isHighestIdUnmarked } from './catalog/catalog.js';
import { idsFile } from './catalog/ids.js';
import { type ContentPath, parsePath, paths, sectionOfKey } from './catalog/paths.js';
import type { FileVersions } from './content-item.js';
import { encodeFile } from './file-codec.js';
import { type FileContent, InvalidFile } from './file-format.js';
import type { FilePointer } from './files/pointer.js';
import type { Sanitizer } from './html/sanitizer.js';
import { ingestedOrNull, ingestFile } from './ingest.js';
import { integrityViolations } from './integrity.js';
import { documentIn, type LanguageFile } from './language.js';
import { type NamesFile, noNames } from './media-names.js';
import { type PageFile, pageFile } from './page.js';
import { alterationsOf } from './page-rules.js';
import { isExpired } from './trash.js';

/** A rule that the old content would break. */
export interface Conflict {
  readonly path: string;
  readonly problem: string;
  /** Alteration that force makes to keep the rule. */
  readonly forced: string;
}

/** Files to write for a reset, and the rules that would be broken without alterations. */
export interface ResetPlan {
  /** JSON values by path; `null` removes the file. Has only the necessary changes, and keeps every rule. */
  readonly files: ReadonlyMap<string, unknown>;
  readonly conflicts: readonly Conflict[];
}

interface ResetRequest {
  readonly catalog: Catalog;
  /** Files that differ: `before` as they are now, `after` as they were. */
  readonly files: readonly FileVersions[];
  readonly now: Date;
  readonly time: string;
  readonly sanitizer: Sanitizer;
}

/**
 * Plans a write that brings old content back without breaking a rule. The highest ids and the version of the corporate language
 * only grow; pages that have expired in the trash since stay deleted; files outside the brand format are not touched.
 */
export function planReset({ catalog, files, now, time, sanitizer }: ResetRequest): ResetPlan {
  const plan = new Plan(catalog, now, time, sanitizer);
  for (const file of files) plan.add(file);
  return plan.finish();
}

class Plan {
  readonly #files = new Map<string, unknown>();
  readonly #conflicts: Conflict[] = [];
  readonly #pages = new Map<number, PageFile>();
  readonly #pending: FileChange[] = [];
  #applied: Catalog;
  /** Languages whose sections change; `null`: the brand's own. */
  readonly #changedLanguages = new Set<string | null>();
  readonly #statuses = new Map<string | null, LanguageFile['status']>();

  constructor(
    readonly catalog: Catalog,
    readonly now: Date,
    readonly time: string,
    readonly sanitizer: Sanitizer,
  ) {
    this.#applied = catalog;
  }

  add({ path, before, after }: FileVersions): void {
    const at = parsePath(path);
    if (at === null || at.kind === 'ids' || at.kind === 'purged') return;
    if (after === null) this.#removeFile(at, path, before);
    else {
      const content = this.#read(at, path, after);
      if (content !== null) this.#addContent(content, path, before);
    }
  }

  #removeFile(at: ContentPath, path: string, before: Buffer | null): void {
    if (at.kind === 'section') this.#changedLanguages.add(sectionOfKey(at.name).language);
    if (at.kind === 'brand') this.#leave(path, noted`the brand had no settings then`);
    else if (at.kind === 'tags' || at.kind === 'media_categories') this.#putNames(at.kind, path, noNames);
    else if (at.kind !== 'language' && (at.kind !== 'trash' || before !== null)) this.#put(path, null);
  }

  /** @returns `null` for an invalid file, which is left as it is now */
  #read(at: ContentPath, path: string, bytes: Buffer): FileContent | null {
    try {
      return ingestFile(at, bytes, this.sanitizer).content;
    } catch (error) {
      if (!(error instanceof InvalidFile)) throw error;
      this.#leave(path, noted`it did not fit the format then: ${error.message}`);
      return null;
    }
  }

  #leave(path: string, problem: string): void {
    this.#conflicts.push({ path, problem, forced: noted`it is left as it is` });
  }

  #addContent(content: FileContent, path: string, before: Buffer | null): void {
    switch (content.kind) {
      case 'language':
        this.#statuses.set(content.id, content.value.status);
        return;
      case 'section':
        this.#changedLanguages.add(sectionOfKey(content.name).language);
        this.#put(path, content.value);
        return;
      case 'page':
        this.#addPage(content.value, before);
        return;
      case 'trash': {
        const isGone = isExpired(content.value, this.now);
        if (!isGone || before !== null) this.#put(path, isGone ? null : content.value);
        return;
      }
      case 'tags':
      case 'media_categories':
        this.#putNames(content.kind, path, content.value);
        return;
      case 'file':
        this.#putFile(path, content.value, before);
        return;
      default:
        this.#put(path, content.value);
    }
  }

  /** Numbers that were given since stay used. */
  #putNames(kind: 'tags' | 'media_categories', path: string, names: NamesFile): void {
    const next_id = Math.max(names.next_id, this.catalog[kind].next_id);
    this.#put(path, { ...names, next_id });
  }

  #putFile(path: string, file: FilePointer, before: Buffer | null): void {
    const purged = this.catalog.purged.find(({ sha256 }) => sha256 === file.sha256);
    if (purged === undefined) {
      this.#put(path, file);
      return;
    }
    const problem = noted`its file was deleted for good on ${purged.date} (${purged.reason})`;
    this.#conflicts.push({ path, problem, forced: noted`the medium comes back without a file` });
    if (before !== null) this.#put(path, null);
  }

  #addPage(page: PageFile, before: Buffer | null): void {
    const { id } = page;
    const isAltered = this.catalog.altered.has(paths.page(id));
    const current = before === null || isAltered ? null : ingestedOrNull({ kind: 'page', id }, before, this.sanitizer);
    if (isDeepStrictEqual({ ...current?.value, updated_at: null }, { ...page, updated_at: null })) return;
    this.#pages.set(id, page);
    this.#putPage(page);
  }

  finish(): ResetPlan {
    for (const page of this.#pages.values()) this.#keepRules(page);
    this.#leaveTextsOfGonePages();
    for (const tag of new Set([...this.#changedLanguages, ...this.#statuses.keys()])) {
      const document = documentIn(this.catalog, tag);
      const status = this.#statuses.get(tag) ?? document.status;
      if (this.#changedLanguages.has(tag) || status !== document.status)
        this.#put(paths.documentIn(tag), { ...document, version: document.version + 1, status });
    }
    const known = new Set(integrityViolations(this.catalog, this.now).map(({ path, problem }) => `${path} ${problem}`));
    for (const { path, problem } of integrityViolations(this.#next, this.now)) {
      if (known.has(`${path} ${problem}`)) continue;
      this.#conflicts.push({ path, problem, forced: noted`it comes back as it was; see "brand-portal check"` });
    }
    if (isHighestIdUnmarked(this.#next)) this.#put(paths.ids, idsFile(this.#next.highestIds));
    return { files: this.#files, conflicts: this.#conflicts };
  }

  #leaveTextsOfGonePages(): void {
    const { pages, trash } = this.#next;
    for (const [path, value] of [...this.#files]) {
      const at = parsePath(path);
      if (value === null || at?.kind !== 'translation' || at.of !== 'page' || pages.has(at.id) || trash.has(at.id))
        continue;
      this.#put(path, null);
      if (!this.catalog.translations.get(at.language)?.pages.has(at.id)) this.#files.delete(path);
    }
  }

  #keepRules(before: PageFile): void {
    let page = before;
    for (const { problem, forced, change } of alterationsOf(before, this.#next, this.now)) {
      this.#conflicts.push({ path: paths.page(page.id), problem, forced });
      page = { ...page, ...change };
      this.#putPage(page);
    }
  }

  #putPage(page: PageFile): void {
    this.#put(paths.page(page.id), pageFile({ ...page, updated_at: this.time }));
  }

  #put(path: string, value: unknown): void {
    this.#files.set(path, value);
    const content = value === null ? null : { version: '', bytes: encodeFile(path, value) };
    this.#pending.push({ path, content });
  }

  /** Catalog after the write. All files are applied together: one by one, the time would grow with the square of their number. */
  get #next(): Catalog {
    if (this.#pending.length > 0) this.#applied = applyOwn(this.#applied, this.#pending.splice(0));
    return this.#applied;
  }
}
