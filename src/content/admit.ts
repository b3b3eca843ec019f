import {
  type JsonLimits,
  onOneLine,
  reportHazards,
  requestLimits,
  withoutHazards,
} from '../validation/json-hardening.js';
import { misfit, type TSchema } from '../validation/schema.js';
import { Violations } from '../validation/violations.js';
import { admitBlocks } from './blocks/admit.js';
import { BrandColor, BrandFile } from './brand.js';
import { CategoriesFile, EntryFile } from './brand-context.js';
import { IdsFile } from './catalog/ids.js';
import type { ContentPath } from './catalog/paths.js';
import { isSafeUrl, type Sanitizer } from './html/sanitizer.js';
import { LanguageFile, sectionSchemas } from './language.js';
import { MediaFile } from './media.js';
import { maxSlugLength, maxTitleLength, PageFile, TrashFile } from './page.js';
import { toSlug } from './slug.js';

/** Of one file, in bytes. A request brings far less; a page grows with each. */
export const maxFileBytes = 32 * 1024 * 1024;

/** Why a file does not fit the format: it is skipped. */
export class Misfit extends Error {}

/** What readers see of a file. */
export interface Admitted {
  readonly value: unknown;
  /** What was altered, since it would harm who reads it; empty: the file is served as it is. */
  readonly altered: readonly string[];
}

/** Read, and not yet checked. */
export interface ParsedFile extends Admitted {
  readonly at: ContentPath;
}

/** Of one file so much is named. */
const maxAltered = 20;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\ufeff';

/** The escapes without which the text of a JSON file holds no control character and no lone surrogate. */
const hazardousEscapes = /\\(?:[bfr]|u(?:00[01]|[dD][89a-fA-F]))/;

/** @throws Misfit */
export function parseFile(at: ContentPath, bytes: Buffer): ParsedFile {
  if (bytes.length > maxFileBytes) throw new Misfit(`larger than ${maxFileBytes / 1024 ** 2} MiB`);
  const altered: string[] = [];
  let value: unknown;
  try {
    let text = decoder.decode(bytes);
    if (text.startsWith(byteOrderMark)) {
      text = text.slice(1);
      altered.push('byte order mark');
    }
    value = JSON.parse(text);
    if (hazardousEscapes.test(text)) value = withoutHazardsIn(value, '', altered);
  } catch (error) {
    if (error instanceof RangeError) throw new Misfit('nested too deep');
    throw new Misfit('not valid JSON');
  }
  return { at, value, altered };
}

/** Adds the texts that `admit` may have to sanitise as HTML. */
export function collectHtml({ at, value }: ParsedFile, texts: string[]): void {
  if (at.kind !== 'page' && at.kind !== 'trash') return;
  const collect = (item: unknown, depth: number): void => {
    if (typeof item === 'string') {
      if (/[<&]/.test(item)) texts.push(item);
    } else if (typeof item === 'object' && item !== null && depth < requestLimits.depth) {
      for (const name in item) collect((item as Record<string, unknown>)[name], depth + 1);
    }
  };
  collect(value, 0);
}

/**
 * Checks a file that did not come through the API against what the API takes: the same schemas, limits and sanitiser.
 *
 * @throws Misfit
 */
export function admit({ at, value, altered: before }: ParsedFile, sanitizer: Sanitizer): Admitted {
  const altered = [...before];
  refuseHazards(at, value);
  fitFormat(at, value);
  if (at.kind === 'page' || at.kind === 'trash') admitPage(value as MutablePage, sanitizer, altered);
  if (at.kind === 'entry') admitEntry(value as MutableEntry, sanitizer, altered);
  const more = altered.length - maxAltered;
  return { value, altered: more > 0 ? [...altered.slice(0, maxAltered), `and ${more} more`] : altered };
}

/** The same for a file that is needed at once. @throws Misfit */
export function admitFile(at: ContentPath, bytes: Buffer, sanitizer: Sanitizer): Admitted {
  return admit(parseFile(at, bytes), sanitizer);
}

/** The page in a file's bytes; `null` when they do not fit. */
export function parsePageFile(bytes: Buffer, id: number, sanitizer: Sanitizer): PageFile | null {
  return valueOrNull<PageFile>({ kind: 'page', id }, bytes, sanitizer);
}

/** The same for a page in the trash. */
export function parseTrashFile(bytes: Buffer, id: number, sanitizer: Sanitizer): TrashFile | null {
  return valueOrNull<TrashFile>({ kind: 'trash', id }, bytes, sanitizer);
}

export function valueOrNull<File>(at: ContentPath, bytes: Buffer, sanitizer: Sanitizer): File | null {
  try {
    return admitFile(at, bytes, sanitizer).value as File;
  } catch (error) {
    if (error instanceof Misfit) return null;
    throw error;
  }
}

/** For what only has to have the right shape. */
export const sanitizesNothing: Sanitizer = {
  html: (text) => text,
  plain: (text) => text,
  prepare: async () => {},
  close: async () => {},
};

/** The schema of each kind of file. @throws Misfit */
export function fitFormat(at: ContentPath, value: unknown): void {
  const reason = misfit(at.kind === 'section' ? sectionSchemas[at.name] : schemas[at.kind], value);
  if (reason !== null) throw new Misfit(reason);
  if ('id' in at && (value as { id: unknown }).id !== at.id) throw new Misfit('id differs from the file name');
}

const schemas: Record<Exclude<ContentPath['kind'], 'section'>, TSchema> = {
  brand: BrandFile,
  ids: IdsFile,
  language: LanguageFile,
  categories: CategoriesFile,
  color: BrandColor,
  media: MediaFile,
  entry: EntryFile,
  page: PageFile,
  trash: TrashFile,
};

/** Bytes limit the values of a page, which many requests may have brought; and lists that grow item by item. */
const pageLimits: JsonLimits = { ...requestLimits, values: Number.POSITIVE_INFINITY };
const grownLimits: JsonLimits = { ...pageLimits, listItems: Number.POSITIVE_INFINITY };

function refuseHazards({ kind }: ContentPath, value: unknown): void {
  const violations = new Violations();
  const limits = kind === 'brand' || kind === 'categories' ? grownLimits : pageLimits;
  reportHazards(value, violations, limits);
  refuse(violations);
}

function refuse(violations: Violations): void {
  const [reason] = Object.values(violations.fields).flat();
  if (reason !== undefined) throw new Misfit(reason);
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type MutablePage = Mutable<PageFile>;
type MutableEntry = Mutable<EntryFile>;

const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function admitPage(page: MutablePage, sanitizer: Sanitizer, altered: string[]): void {
  const title = onOneLine(page.title);
  if (title !== page.title) altered.push('title: line breaks');
  if (title === '' || [...title.slice(0, 2 * maxTitleLength + 1)].length > maxTitleLength) {
    throw new Misfit(`title must have 1 to ${maxTitleLength} characters`);
  }
  page.title = title;
  if (!slugForm.test(page.slug) || page.slug.length > maxSlugLength) {
    page.slug = toSlug(page.slug);
    if (page.slug === '') throw new Misfit('slug has no letter and no digit');
    altered.push('slug: characters that no slug has');
  }
  const violations = new Violations();
  const onAltered = (path: string, what: string): void => void altered.push(`${path}: ${what}`);
  page.blocks = admitBlocks(page.blocks, { sanitizer, violations, onAltered });
  refuse(violations);
}

function admitEntry(entry: MutableEntry, sanitizer: Sanitizer, altered: string[]): void {
  for (const name of ['title', 'body'] as const) {
    const clean = sanitizer.plain(entry[name]);
    if (clean !== entry[name]) altered.push(`${name}: markup`);
    entry[name] = clean;
  }
  for (const [at, source] of entry.sources.entries()) {
    if (isSafeUrl(source.url)) continue;
    source.url = '';
    altered.push(`sources.${at}.url: unsafe address`);
  }
}

function withoutHazardsIn(value: unknown, path: string, altered: string[]): unknown {
  if (typeof value === 'string') {
    const clean = withoutHazards(value);
    if (clean !== value) altered.push(`${path}: control characters or surrogates`);
    return clean;
  }
  if (typeof value !== 'object' || value === null) return value;
  const below = (key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);
  if (Array.isArray(value)) return value.map((item, at) => withoutHazardsIn(item, below(at), altered));
  for (const [key, item] of Object.entries(value)) {
    const clean = withoutHazardsIn(item, below(key), altered);
    if (clean !== item)
      Object.defineProperty(value, key, { value: clean, enumerable: true, configurable: true, writable: true });
  }
  return value;
}
