import { readCaption } from '../content/blocks/example-caption.js';
import { sanitizeText } from '../content/blocks/sanitize-text.js';
import type { BrandColor, BrandFile } from '../content/brand.js';
import type { CategoriesFile, EntryFile } from '../content/brand-context.js';
import { parsePath, paths, type Translated } from '../content/catalog/paths.js';
import type { Collection } from '../content/collections.js';
import type { Sanitizer, TextSanitizer } from '../content/html/sanitizer.js';
import { canonicalTag, languageOf } from '../content/language-tags.js';
import type { MediaFile } from '../content/media.js';
import { noNames } from '../content/media-names.js';
import { maxTitleLength, type PageFile } from '../content/page.js';
import { normalizedSlug, reportLineBreaks } from '../content/page-rules.js';
import { newPortalFile } from '../content/portal.js';
import { isEmptyOverlay } from '../content/translations/change.js';
import { isTagSlug, tagsOf } from '../content/translations/languages.js';
import {
  blockName,
  type PageOverlay,
  type RecordOverlay,
  type Texts,
  Translation,
  textPath,
  Writer,
  wordsIn,
} from '../content/translations/overlay.js';
import {
  type RecordSource,
  reportPageText,
  reportRecordText,
  type SourceText,
  type SourceTexts,
  sourcesIn,
  textsOfRecord,
} from '../content/translations/texts.js';
import { isObject } from '../lib/json.js';
import { Exact, report, Type } from '../validation/schema.js';
import { joinPath, message, type Violations } from '../validation/violations.js';
import { readChunks } from './chunks.js';
import type { Problems } from './problems.js';
import { keepKnown, openYaml, type YamlFile } from './yaml-file.js';

/** A file with the texts of another one in a language. */
export interface TranslationFile {
  readonly tag: string;
  /** Path in the brand folder. */
  readonly file: string;
}

export interface PageTranslation extends TranslationFile {
  readonly page: PageFile;
}

/** Name of a file of translations, without its ending: `logo.de` has the texts of `logo` in `de`. */
export function translationName(base: string): { readonly of: string; readonly tag: string } | null {
  const [, of, tag] = /^(.+)\.([A-Za-z\d-]+)$/.exec(base) ?? [];
  return of === undefined || tag === undefined || canonicalTag(tag) === null ? null : { of, tag };
}

/** Files of translations next to the files of a brand, by their names without a tag. */
export const translatedParts = { portal: 'portal', colors: 'color', media: 'media', 'brand-context': 'entry' } as const;
export type TranslatedPart = keyof typeof translatedParts;

export interface PartTranslation extends TranslationFile {
  readonly of: TranslatedPart;
}

interface Context {
  readonly brand: BrandFile;
  readonly sanitizer: Sanitizer;
  /** Files of the repository, by path: all are valid. */
  readonly files: ReadonlyMap<string, unknown>;
}

/** Whether the brand has the language of a file; if not, it is reported. */
export function isKnownLanguage({ tag, file }: TranslationFile, brand: BrandFile, problems: Problems): boolean {
  const isNamed = tagsOf(brand).includes(tag);
  if (!isNamed) problems.add(file, `brand.yaml has no language ${tag}. It has: ${tagsOf(brand).join(', ')}.`);
  return isNamed;
}

/** Files of the repository with the texts in other languages. What is wrong is reported. */
export async function readTranslations(
  root: string,
  { pages, parts }: { readonly pages: readonly PageTranslation[]; readonly parts: readonly PartTranslation[] },
  context: Context,
  problems: Problems,
): Promise<ReadonlyMap<string, PageOverlay | RecordOverlay>> {
  const { brand, sanitizer } = context;
  const files = new Map<string, PageOverlay | RecordOverlay>();
  const isKnown = (one: TranslationFile): boolean => isKnownLanguage(one, brand, problems);
  for (const { tag, file, of } of parts.filter(isKnown)) {
    const source = openYaml(root, file, problems);
    if (source === null) continue;
    await sanitizer.prepare(source.texts());
    for (const [at, texts] of readPart(source, translatedParts[of], tag, context))
      files.set(paths.translation(tag, at), { texts });
  }
  const addresses = new Addresses(context);
  for await (const chunk of readChunks(root, pages.filter(isKnown), sanitizer, problems)) {
    for (const [{ tag, page }, source] of chunk) {
      const overlay = source?.check((violations) => readPage(source, tag, page, context, addresses, violations));
      if (overlay && !isEmptyOverlay(overlay)) files.set(paths.translation(tag, { of: 'page', id: page.id }), overlay);
    }
  }
  return files;
}

/** Addresses of the pages in each language: a translation has that of no other page, in its language or their own. */
class Addresses {
  readonly #holders = new Map<string, number>();
  readonly #brand: BrandFile;

  constructor({ brand, files }: Context) {
    this.#brand = brand;
    for (const [path, file] of files)
      if (parsePath(path)?.kind === 'page') this.#holders.set(` ${(file as PageFile).slug}`, (file as PageFile).id);
  }

  /** @returns whether it was free */
  claim(slug: string, tag: string, id: number): boolean {
    const isFree = [` ${slug}`, `${tag} ${slug}`].every((key) => (this.#holders.get(key) ?? id) === id);
    this.#holders.set(`${tag} ${slug}`, id);
    return isFree && !isTagSlug(this.#brand, slug);
  }
}

const PageTexts = Exact({
  title: Type.Optional(Type.Unknown()),
  summary: Type.Optional(Type.Unknown()),
  slug: Type.Optional(Type.String()),
  blocks: Type.Optional(Type.Unknown()),
});

function readPage(
  file: YamlFile,
  tag: string,
  page: PageFile,
  { brand, sanitizer }: Context,
  addresses: Addresses,
  violations: Violations,
): PageOverlay | null {
  const mapping = file.mapping();
  if (mapping === null) return null;
  const known = keepKnown(PageTexts, mapping, '', violations);
  if (!report(PageTexts, known, violations)) return null;
  const sources: SourceTexts = languageOf({ brand }, page) === tag ? new Map() : sourcesIn(page);
  const own = (path: 'title' | 'summary'): Translation | null => {
    const source = sources.get('')?.find((text) => text.path === path);
    return known[path] === undefined ? null : readText(known[path], path, source, null, violations);
  };
  const [title, summary] = [own('title'), own('summary')];
  if (title !== null) reportTitle(title, violations);
  if (summary !== null) reportSummary(summary, violations);
  const slug = known.slug === undefined ? undefined : normalizedSlug(known.slug, violations);
  if (slug !== undefined && !addresses.claim(slug, tag, page.id)) violations.add('slug', message.taken('slug'));
  const blocks = membersOf(known.blocks ?? {}, 'blocks', blockName, violations).map(([id, field, texts]) => {
    const own = new Map((sources.get(id) ?? []).map((text) => [text.path, text]));
    return [id, readTexts(texts, field, own, sanitizer, violations)] as const;
  });
  return {
    ...(title !== null && { title }),
    ...(summary !== null && { summary }),
    ...(slug !== undefined && { slug }),
    blocks: Object.fromEntries(blocks),
  };
}

function reportTitle({ text, html }: Translation, violations: Violations): void {
  reportLineBreaks('title', text, violations);
  if (html !== undefined) violations.add('title', message.type('title', 'string'));
  else if (text?.trim() === '') violations.add('title', message.required('title'));
  else if ([...(text ?? '')].length > maxTitleLength)
    violations.add('title', message.maxCharacters('title', maxTitleLength));
}

function reportSummary({ text = '', html }: Translation, violations: Violations): void {
  reportLineBreaks('summary', text, violations);
  if (html !== undefined) violations.add('summary', message.type('summary', 'string'));
  else reportPageText('summary', text, violations);
}

/** Texts of the records of a file, by their place. */
function readPart(
  source: YamlFile,
  of: (typeof translatedParts)[TranslatedPart],
  tag: string,
  { brand, files, sanitizer }: Context,
): (readonly [at: Translated, texts: Texts])[] {
  const mapping = source.mapping();
  if (mapping === null) return [];
  const sourcesOf = (at: Translated): ReadonlyMap<string, SourceText> => {
    const record = tag === brand.language ? null : recordAt(at, files);
    return new Map(record === null ? [] : textsOfRecord(record).map((text) => [text.path, text]));
  };
  return source.check((violations) => {
    const placed = of === 'portal' ? [['', '', mapping] as const] : membersOf(mapping, '', /^/, violations);
    return placed.flatMap(([key, field, texts]) => {
      const at = placeOf(of, key);
      if (parsePath(paths.translation(tag, at)) === null) {
        violations.add(field, message.format(field, 'it is no id'));
        return [];
      }
      const read = readTexts(texts, field, sourcesOf(at), sanitizer, violations);
      for (const [path, text] of Object.entries(read))
        reportRecordText(of, path, wordsIn(text), violations, joinPath(field, path));
      return [[at, read] as const];
    });
  });
}

function placeOf(of: (typeof translatedParts)[TranslatedPart], key: string): Translated {
  if (of === 'portal') return { of, id: null };
  return of === 'entry' ? { of, id: key } : { of, id: Number(key) };
}

function recordAt(at: Translated, files: ReadonlyMap<string, unknown>): RecordSource | null {
  const fileAt = <File>(path: string, none: File): File => (files.get(path) as File | undefined) ?? none;
  switch (at.of) {
    case 'page':
      return null;
    case 'portal': {
      const collections = [...files].flatMap(([path, file]) => (parsePath(path)?.kind === 'collection' ? [file] : []));
      const value = {
        portal: fileAt(paths.portal, newPortalFile),
        collections: collections as Collection[],
        categories: fileAt<CategoriesFile>(paths.categories, []),
        media_categories: fileAt(paths.media_categories, noNames),
      };
      return { kind: at.of, value };
    }
    case 'entry': {
      const value = fileAt<EntryFile | null>(paths.entry(at.id), null);
      return value && { kind: at.of, value };
    }
    case 'color': {
      const value = fileAt<BrandColor | null>(paths.color(at.id), null);
      return value && { kind: at.of, value };
    }
    case 'media': {
      const value = fileAt<MediaFile | null>(paths.media(at.id), null);
      return value && { kind: at.of, value };
    }
  }
}

/** Members of a mapping that has mappings; what has another name or shape is reported. */
function membersOf(
  value: unknown,
  path: string,
  names: RegExp,
  violations: Violations,
): (readonly [name: string, field: string, texts: Record<string, unknown>])[] {
  if (!isObject(value)) {
    violations.add(path, message.type(path, 'object'));
    return [];
  }
  return Object.entries(value).flatMap(([name, texts]) => {
    const field = joinPath(path, name);
    if (!names.test(name)) violations.add(field, message.format(field));
    else if (!isObject(texts)) violations.add(field, message.type(field, 'object'));
    else return [[name, field, texts] as const];
    return [];
  });
}

function readTexts(
  sent: Readonly<Record<string, unknown>>,
  path: string,
  sources: ReadonlyMap<string, SourceText>,
  sanitizer: TextSanitizer,
  violations: Violations,
): Texts {
  const texts = Object.entries(sent).flatMap(([name, value]) => {
    const field = joinPath(path, name);
    if (!textPath.test(name)) violations.add(field, message.format(field));
    const text = readText(value, field, sources.get(name), sanitizer, violations);
    return text === null ? [] : [[name, text] as const];
  });
  return Object.fromEntries(texts);
}

const { of, by: _, ...sentWords } = Translation.properties;
const TextYaml = Exact({ ...sentWords, of: Type.Optional(of), by: Type.Optional(Writer) });

/**
 * A text, which may be a string. Without `of` it is made from the source of now.
 *
 * @param sanitizer `null`: a text of the page itself, which is text as it is
 * @returns `null` when it does not fit, which is reported
 */
function readText(
  sent: unknown,
  field: string,
  source: SourceText | undefined,
  sanitizer: TextSanitizer | null,
  violations: Violations,
): Translation | null {
  const refuse = (problem: string): null => {
    violations.add(field, problem);
    return null;
  };
  const isHtml = source?.kind === 'html';
  const value = typeof sent === 'string' ? { [isHtml ? 'html' : 'text']: sent } : sent;
  if (!isObject(value)) return refuse('A translation is a text, or a mapping with text or html.');
  const known = keepKnown(TextYaml, value, field, violations);
  if (!report(TextYaml, known, violations, field)) return null;
  const { text, html, of, in: lists, by = 'person' } = known;
  if ((text === undefined) === (html === undefined)) return refuse('A translation has either text or html.');
  const isOfNow = of === undefined;
  if (isOfNow && source === undefined)
    return refuse('There is no such text to translate. Only a text with "of" is kept.');
  if (isOfNow && (html !== undefined) !== isHtml) return refuse(`Its source is ${isHtml ? 'html' : 'text'}.`);
  const kind = html !== undefined ? 'html' : (isOfNow && source?.kind) || 'plain';
  const words = html ?? text ?? '';
  const { clean, problem } =
    sanitizer === null ? { clean: words, problem: null } : sanitizeText(kind, words, sanitizer);
  if (problem !== null) violations.add(field, problem(field));
  const within = isOfNow ? source?.in : lists;
  const written = source?.prefix === undefined ? clean : readCaption(clean).text;
  return {
    ...(html === undefined ? { text: written } : { html: clean }),
    ...(within !== undefined && within.length > 0 && { in: [...within] }),
    of: of ?? source?.of ?? '',
    by,
  };
}
