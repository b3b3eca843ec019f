import { isoSeconds, parseTime } from '../lib/clock.js';
import { maxFileBytes } from '../lib/projection.js';
import { sizeText } from '../lib/size-text.js';
import {
  type JsonLimits,
  onOneLine,
  reportHazards,
  requestLimits,
  withoutHazards,
} from '../validation/json-hardening.js';
import { Violations } from '../validation/violations.js';
import { ingestBlocks } from './blocks/ingest.js';
import type { EntryFile } from './brand-context.js';
import type { ContentPath } from './catalog/paths.js';
import { decodeFile } from './file-codec.js';
import { type FileContent, fitFormat, Misfit } from './file-format.js';
import { parsePointer } from './files/pointer.js';
import { openText } from './html/editor-text.js';
import { isSafeUrl, markdownHere, type Sanitizer } from './html/sanitizer.js';
import { replaceTexts, textsIn } from './json-strings.js';
import { maxSlugLength, maxTitleLength, type PageFile } from './page.js';
import { toSlug } from './slug.js';

/** A file as readers see it. */
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

/** @throws Misfit */
export function parseFile(at: ContentPath, bytes: Buffer): ParsedFile {
  if (bytes.length > maxFileBytes) throw new Misfit(`larger than ${sizeText(maxFileBytes)}`);
  const [altered, unknown]: [string[], object[]] = [[], []];
  if (at.kind === 'file') {
    const pointer = parsePointer(bytes);
    if (pointer === null) throw new Misfit('no pointer of git-lfs');
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
    throw new Misfit('not valid JSON');
  }
  return { at, value, unknown, altered };
}

/** Collects texts that `ingest` may have to sanitise as HTML. */
export function collectHtml({ at, value }: ParsedFile, texts: string[]): void {
  if (at.kind !== 'page' && at.kind !== 'trash') return;
  for (const text of textsIn(value)) if (/[<&]/.test(text)) texts.push(text);
}

/**
 * Checks a file that did not come through the API against what the API takes: the same schemas, limits and sanitiser.
 *
 * @throws Misfit
 */
export function ingest({ at, value, altered: before }: ParsedFile, sanitizer: Sanitizer): IngestedFile {
  const altered = [...before];
  refuseHazards(at, value);
  const content = ingestContent(fitFormat(at, value), sanitizer, altered);
  const more = altered.length - maxAltered;
  return { content, altered: more > 0 ? [...altered.slice(0, maxAltered), `and ${more} more`] : altered };
}

/** @throws Misfit */
export function ingestFile(at: ContentPath, bytes: Buffer, sanitizer: Sanitizer): IngestedFile {
  return ingest(parseFile(at, bytes), sanitizer);
}

/** @returns `null` for a misfit */
export function ingestedOrNull(at: ContentPath, bytes: Buffer, sanitizer: Sanitizer): FileContent | null {
  try {
    return ingestFile(at, bytes, sanitizer).content;
  } catch (error) {
    if (error instanceof Misfit) return null;
    throw error;
  }
}

/** Leaves texts as they were stored. */
const sanitizesNothing: Sanitizer = {
  html: (text) => text,
  plain: (text) => text,
  isSlow: () => false,
  prepare: async () => {},
  markdown: markdownHere,
  open: async (text, from) => openText(text, from, (html) => html),
  close: async () => {},
};

/** A file as it is stored, for comparisons: nothing of it is served. @returns `null` for no file of content, and for a misfit */
export function readAsStored(at: ContentPath | null, bytes: Buffer): FileContent | null {
  return at === null ? null : ingestedOrNull(at, bytes, sanitizesNothing);
}

/** Limits of a file. The number of values in a page, or in a list that grows item by item, is limited only by its size. */
const pageLimits: JsonLimits = { ...requestLimits, values: Number.POSITIVE_INFINITY };
const grownLimits: JsonLimits = { ...pageLimits, listItems: Number.POSITIVE_INFINITY };
const grown: ReadonlySet<ContentPath['kind']> = new Set(['brand', 'categories', 'purged']);

function refuseHazards({ kind }: ContentPath, value: unknown): void {
  const violations = new Violations();
  const limits = grown.has(kind) ? grownLimits : pageLimits;
  reportHazards(value, violations, limits);
  refuse(violations);
}

function refuse(violations: Violations): void {
  const [reason] = Object.values(violations.fields).flat();
  if (reason !== undefined) throw new Misfit(reason);
}

function ingestContent(content: FileContent, sanitizer: Sanitizer, altered: string[]): FileContent {
  switch (content.kind) {
    case 'page':
      return { ...content, value: ingestPage(content.value, sanitizer, altered) };
    case 'trash':
      return { ...content, value: ingestPage(content.value, sanitizer, altered) };
    case 'entry':
      return { ...content, value: ingestEntry(content.value, sanitizer, altered) };
    default:
      return content;
  }
}

const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function ingestPage<File extends PageFile>(page: File, sanitizer: Sanitizer, altered: string[]): File {
  const title = onOneLine(page.title);
  if (title !== page.title) altered.push('title: line breaks');
  if (title === '' || [...title.slice(0, 2 * maxTitleLength + 1)].length > maxTitleLength) {
    throw new Misfit(`title must have 1 to ${maxTitleLength} characters`);
  }
  const isSlug = slugForm.test(page.slug) && page.slug.length <= maxSlugLength;
  const slug = isSlug ? page.slug : toSlug(page.slug);
  if (slug === '') throw new Misfit('slug has no letter and no digit');
  if (!isSlug) altered.push('slug: characters that no slug has');
  const time = page.updated_at === null ? null : parseTime(page.updated_at);
  const updated_at = time && isoSeconds(time);
  if (updated_at !== page.updated_at) altered.push('updated_at: no time in UTC, to the second');
  const violations = new Violations();
  const onAltered = (path: string, what: string): void => void altered.push(`${path}: ${what}`);
  const blocks = ingestBlocks(page.blocks, { sanitizer, violations, onAltered });
  refuse(violations);
  return { ...page, title, slug, updated_at, blocks };
}

function ingestEntry(entry: EntryFile, { plain }: Sanitizer, altered: string[]): EntryFile {
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
