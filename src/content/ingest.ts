import { isDeepStrictEqual } from 'node:util';
import { isDay, isoSeconds, parseTime } from '../lib/clock.js';
import { maxFileBytes } from '../lib/projection.js';
import { noted } from '../lib/say.js';
import { sizeText } from '../lib/size-text.js';
import { zoneNamed } from '../lib/zone-time.js';
import {
  type JsonLimits,
  onOneLine,
  reportHazards,
  requestLimits,
  withoutHazards,
} from '../validation/json-hardening.js';
import { Violations } from '../validation/violations.js';
import { ingestBlocks } from './blocks/ingest.js';
import { htmlIn } from './blocks/texts.js';
import { type BrandFile, newPlace } from './brand.js';
import type { EntryFile } from './brand-context.js';
import type { ContentPath } from './catalog/paths.js';
import type { Collection } from './collections.js';
import { decodeFile } from './file-codec.js';
import { type FileContent, fitFormat, InvalidFile, refuse } from './file-format.js';
import { parsePointer } from './files/pointer.js';
import type { TextSanitizer } from './html/sanitizer.js';
import { isSafeUrl } from './html/url.js';
import { replaceTexts } from './json-strings.js';
import { canonicalTag } from './language-tags.js';
import type { MediaFile } from './media.js';
import { maxSlugLength, maxTitleLength, type PageFile } from './page.js';
import { toSlug } from './slug.js';
import { ingestPageOverlay, ingestRecordTexts, translationsIn } from './translations/ingest.js';
import { sound as soundLanguages } from './translations/languages.js';

export interface IngestedFile {
  readonly content: FileContent;
  /** Alterations that made it harmless; empty: the file is served as it is. */
  readonly altered: readonly string[];
}

interface ParsedFile {
  readonly at: ContentPath;
  readonly value: unknown;
  readonly unknown: readonly object[];
  readonly altered: readonly string[];
}

/** Upper bound on the alterations of one file that are named. */
const maxAltered = 20;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\ufeff';

/** The escapes without which the text of a JSON file holds no control character and no lone surrogate. */
const hazardousEscapes = /\\(?:[bfr]|u(?:00[01]|[dD][89a-fA-F]))/;

/** @throws InvalidFile */
export function parseFile(at: ContentPath, bytes: Buffer): ParsedFile {
  if (bytes.length > maxFileBytes) throw new InvalidFile(noted`larger than ${sizeText(maxFileBytes)}`);
  const altered: string[] = [];
  const unknown: object[] = [];
  if (at.kind === 'file') {
    const pointer = parsePointer(bytes);
    if (pointer === null) throw new InvalidFile(noted`not a git-lfs pointer`);
    return { at, value: { name: at.name, ...pointer }, unknown, altered };
  }
  let value: unknown;
  try {
    let text = decoder.decode(bytes);
    if (text.startsWith(byteOrderMark)) {
      text = text.slice(1);
      altered.push('byte order mark');
    }
    value = decodeFile(at, JSON.parse(text), unknown);
    if (hazardousEscapes.test(text) && typeof value === 'object' && value !== null) {
      replaceTexts(value, (text, path) => {
        const clean = withoutHazards(text);
        if (clean !== text) altered.push(`${path}: control characters or surrogates`);
        return clean;
      });
    }
  } catch {
    throw new InvalidFile(noted`not valid JSON`);
  }
  return { at, value, unknown, altered };
}

export function htmlOf({ at, value }: ParsedFile): string[] {
  if (at.kind === 'translation') return [...translationsIn(value)].flatMap(([, { html }]) => html ?? []);
  return at.kind === 'page' || at.kind === 'trash' ? htmlIn(Object(value).blocks) : [];
}

/**
 * Checks a pushed file by the rules of the API: the same schemas, limits and sanitiser.
 *
 * @throws InvalidFile
 */
export function ingest({ at, value, altered: before }: ParsedFile, sanitizer: TextSanitizer): IngestedFile {
  const altered = [...before];
  refuseHazards(at, value);
  const content = ingestContent(fitFormat(at, value), sanitizer, altered);
  const more = altered.length - maxAltered;
  return { content, altered: more > 0 ? [...altered.slice(0, maxAltered), `and ${more} more`] : altered };
}

/** @throws InvalidFile */
export function ingestFile(at: ContentPath, bytes: Buffer, sanitizer: TextSanitizer): IngestedFile {
  return ingest(parseFile(at, bytes), sanitizer);
}

/** @returns `null` for an invalid file */
export function ingestedOrNull(at: ContentPath, bytes: Buffer, sanitizer: TextSanitizer): FileContent | null {
  try {
    return ingestFile(at, bytes, sanitizer).content;
  } catch (error) {
    if (error instanceof InvalidFile) return null;
    throw error;
  }
}

const sanitizesNothing: TextSanitizer = { html: (text) => text, plain: (text) => text, isSlow: () => false };

/**
 * A file as it is stored, for comparisons: nothing of it is served.
 *
 * @returns `null` for no file of content, and for an invalid file
 */
export function readAsStored(at: ContentPath | null, bytes: Buffer): FileContent | null {
  return at === null ? null : ingestedOrNull(at, bytes, sanitizesNothing);
}

/** Limits of a file. The number of values in a page, or in a list that grows item by item, is limited only by its size. */
const pageLimits: JsonLimits = { ...requestLimits, values: Number.POSITIVE_INFINITY };
const grownLimits: JsonLimits = { ...pageLimits, listItems: Number.POSITIVE_INFINITY };
const grown: ReadonlySet<ContentPath['kind']> = new Set(['brand', 'categories', 'purged', 'tags', 'media_categories']);

function refuseHazards({ kind }: ContentPath, value: unknown): void {
  const violations = new Violations();
  const limits = grown.has(kind) ? grownLimits : pageLimits;
  reportHazards(value, violations, limits);
  refuse(violations);
}

function ingestContent(content: FileContent, sanitizer: TextSanitizer, altered: string[]): FileContent {
  switch (content.kind) {
    case 'page':
      return { ...content, value: ingestPage(content.value, sanitizer, altered) };
    case 'trash':
      return { ...content, value: ingestPage(content.value, sanitizer, altered) };
    case 'brand':
      return { ...content, value: ingestBrand(content.value, altered) };
    case 'media':
      refuseDays(content.value);
      return content;
    case 'collection':
      return { ...content, value: ingestCollection(content.value, altered) };
    case 'entry':
      return { ...content, value: ingestEntry(content.value, sanitizer, altered) };
    case 'translation':
      return content.of === 'page'
        ? { ...content, value: ingestPageOverlay(content.value, sanitizer, altered) }
        : { ...content, value: { texts: ingestRecordTexts(content.of, content.value.texts, sanitizer, altered) } };
    case 'portal':
    case 'ids':
    case 'language':
    case 'categories':
    case 'section':
    case 'color':
    case 'file':
    case 'purged':
    case 'tags':
    case 'media_categories':
      return content;
  }
}

const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function ingestPage<File extends PageFile>(page: File, sanitizer: TextSanitizer, altered: string[]): File {
  const title = onOneLine(page.title);
  if (title !== page.title) altered.push('title: line breaks');
  if (title === '' || [...title.slice(0, 2 * maxTitleLength + 1)].length > maxTitleLength) {
    throw new InvalidFile(noted`title must have 1 to ${maxTitleLength} characters`);
  }
  const isSlug = slugForm.test(page.slug) && page.slug.length <= maxSlugLength;
  const slug = isSlug ? page.slug : toSlug(page.slug);
  if (slug === '') throw new InvalidFile(noted`slug has no letter and no digit`);
  if (!isSlug) altered.push('slug: characters that are not allowed');
  const time = page.updated_at === null ? null : parseTime(page.updated_at);
  const updated_at = time && isoSeconds(time);
  if (updated_at !== page.updated_at) altered.push('updated_at: not a UTC time in whole seconds');
  const language = page.language === null ? null : canonicalTag(page.language);
  if (language !== page.language) altered.push('language: not a canonical tag');
  const summary = page.summary === null ? null : onOneLine(page.summary) || null;
  if (summary !== page.summary) altered.push('summary: line breaks');
  const violations = new Violations();
  const onAltered = (path: string, what: string): void => void altered.push(`${path}: ${what}`);
  const blocks = ingestBlocks(page.blocks, { sanitizer, violations, onAltered });
  refuse(violations);
  return { ...page, title, slug, language, summary, updated_at, blocks };
}

/** Tags and zones that name none count as absent: they would be in the attributes and headers of every page. */
function ingestBrand(brand: BrandFile, altered: string[]): BrandFile {
  const language = canonicalTag(brand.language) ?? newPlace.language;
  const tagged = brand.languages.flatMap((one) => {
    const [tag, fallback] = [canonicalTag(one.tag), one.fallback === null ? null : canonicalTag(one.fallback)];
    return tag === null ? [] : [{ ...one, tag, fallback }];
  });
  const languages = soundLanguages(language, tagged);
  if (!isDeepStrictEqual(languages, brand.languages)) altered.push('languages: not canonical, or not sound');
  const time_zone = zoneNamed(brand.time_zone) ?? newPlace.time_zone;
  if (language !== brand.language) altered.push('language: not a canonical tag');
  if (time_zone !== brand.time_zone) altered.push('time_zone: not a time zone');
  return { ...brand, language, languages, time_zone };
}

/** A medium with a day that the calendar does not have is left out: it must not be shown longer than was meant. */
function refuseDays({ valid_from, valid_until }: MediaFile): void {
  for (const day of [valid_from, valid_until])
    if (day !== null && !isDay(day)) throw new InvalidFile(noted`${day} is not a day`);
}

/** A title is one line; the form of a slug is in the schema. */
function ingestCollection(collection: Collection, altered: string[]): Collection {
  const title = onOneLine(collection.title);
  if (title !== collection.title) altered.push('title: line breaks');
  if (title === '') throw new InvalidFile(noted`title must have 1 to ${maxTitleLength} characters`);
  return { ...collection, title };
}

function ingestEntry(entry: EntryFile, { plain }: TextSanitizer, altered: string[]): EntryFile {
  const [title, body] = [plain(entry.title), plain(entry.body)];
  if (title !== entry.title) altered.push('title: markup');
  if (body !== entry.body) altered.push('body: markup');
  const sources = entry.sources.map((source, at) => {
    if (isSafeUrl(source.url)) return source;
    altered.push(`sources.${at}.url: unsafe address`);
    return { ...source, url: '' };
  });
  return { ...entry, title, body, sources };
}
