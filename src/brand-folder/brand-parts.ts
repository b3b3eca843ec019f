import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { BrandColor, BrandFile, type Module, modules, newPlace, readPlace } from '../content/brand.js';
import type { BrandContent } from '../content/brand-content.js';
import { CategoriesFile, EntryFile, reportSources } from '../content/brand-context.js';
import type { Catalog } from '../content/catalog/catalog.js';
import { isEntryId, paths, sectionKey, sectionNames } from '../content/catalog/paths.js';
import { firstProvisionalId, isProvisional } from '../content/catalog/provisional.js';
import { mediaIn } from '../content/collection-media.js';
import { Collection, maxCollections } from '../content/collections.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import { LanguageFile, newLanguageFile, sectionSchemas } from '../content/language.js';
import { MediaFile } from '../content/media.js';
import { NamesFile, noNames } from '../content/media-names.js';
import { newPortalFile, PortalFile, reportPortal, withoutMedia } from '../content/portal.js';
import { readLanguages } from '../content/translations/languages.js';
import { isObject, listIn, objectsIn } from '../lib/json.js';
import { compare } from '../lib/order.js';
import { Exact, fits, Nullable, OneOf, type TSchema, Type } from '../validation/schema.js';
import { joinPath, message, type Violations } from '../validation/violations.js';
import { filled, omissible, withDefaults, withoutDefaults } from './defaults.js';
import { type FolderFile, mediaFileName, mediaFilePath, mediaFolder } from './media-files.js';
import { PageId } from './pages.js';
import type { Problems } from './problems.js';
import type { Source, YamlFile } from './yaml-file.js';

const BrandYaml = Exact({
  ...BrandFile.properties,
  modules: Type.Array(OneOf(modules)),
  api_enabled: Type.Boolean(),
  highest_page_id: Type.Optional(PageId),
});

export interface FolderSettings {
  readonly file: BrandFile;
  readonly modules: readonly Module[];
  readonly apiEnabled: boolean;
  /** The highest page id that was ever given; 0: no page in the folder has been deleted that had a higher one. */
  readonly highestPageId: number;
}

/**
 * Reads `brand.yaml`.
 *
 * @returns `null` when it does not fit, which is reported
 */
export function readSettings(source: YamlFile): FolderSettings | null {
  const mapping = source.mapping();
  if (mapping === null) return null;
  const languages = listIn(mapping.languages).map((one) => withDefaults(one, { shown: false }));
  const defaults = { api_enabled: true, default_visibility: 'internal', ...newPlace };
  const given = Array.isArray(mapping.languages) ? { ...mapping, languages } : mapping;
  const completed = filled(BrandYaml, { ...defaults, ...given });
  const settings = source.fit(BrandYaml, completed);
  if (!fits(BrandYaml, settings)) return null;
  const { modules, api_enabled, highest_page_id = 0, ...brand } = settings;
  const file = source.check((violations) => {
    const place = { ...brand, ...readPlace(brand, violations) };
    return { ...place, languages: readLanguages(place.language, brand.languages, violations) };
  });
  return { file, modules: [...new Set(modules)], apiEnabled: api_enabled, highestPageId: highest_page_id };
}

export function settingsYaml({ brand, modules, apiEnabled, catalog }: BrandContent): unknown {
  const { name, default_visibility, language, languages, time_zone, theme } = brand;
  const { highestIds, pages } = catalog;
  const isGone = highestIds.page > 0 && !pages.has(highestIds.page);
  const highestId = isGone ? { highest_page_id: highestIds.page } : {};
  const further = languages.map((one) => withoutDefaults(one, { fallback: null }));
  const place = withoutDefaults({ language, time_zone, languages: further }, { ...newPlace, languages: [] });
  return { name, modules, api_enabled: apiEnabled, default_visibility, ...place, ...highestId, theme };
}

/**
 * Reads `portal.yaml`.
 *
 * @param media of the brand folder
 */
export function readPortal(source: Source, media: Pick<NumberedList, 'has'>): ReadonlyMap<string, unknown> {
  const mapping = source?.mapping();
  if (!source || !mapping) return new Map();
  const portal = source.fit(PortalFile, filled(PortalFile, { ...newPortalFile, ...mapping }));
  if (fits(PortalFile, portal)) {
    source.check((violations) =>
      reportPortal(portal, (id) => (media.has(id) ? null : 'it does not exist'), violations),
    );
  }
  return new Map([[paths.portal, portal]]);
}

/** @returns `null` when nothing is set */
export function portalYaml({ portal, media }: Catalog): unknown {
  const set = withoutDefaults(
    withoutMedia(portal, (id) => media.has(id)),
    newPortalFile,
  );
  return Object.keys(set).length === 0 ? null : set;
}

/** The items with ids in `colors.yaml` or `media.yaml`. */
interface NumberedList {
  readonly files: ReadonlyMap<string, Record<string, unknown>>;
  /** `true` for every id when the list cannot be read: pages report no ids as missing then. */
  has(id: number): boolean;
  /** The mappings in the list, whether valid or not. */
  readonly items: readonly Item[];
}

export function readColors(source: Source): NumberedList {
  return readList(source, Type.Array(BrandColor), paths.color);
}

export function colorsYaml({ colors }: Catalog): unknown {
  const { shades } = BrandColor.properties;
  return listYaml(colors, (color) => {
    const bare = color.shades.map((shade) => withoutDefaults(shade, omissible(shades.items)));
    return withoutDefaults({ ...color, shades: bare }, omissible(BrandColor));
  });
}

const mediaDefaults = { released: false, status: 'ready' };

const MediaYaml = Exact({
  ...MediaFile.properties,
  file: Nullable(Type.String({ minLength: 1, maxLength: 500, default: null })),
});

interface MediaList extends NumberedList {
  readonly folderFiles: ReadonlyMap<number, FolderFile>;
  isPicture(id: number): boolean;
}

/** @param sizes of the files that are there, by their paths in the brand folder */
export function readMedia(
  source: Source,
  root: string,
  sizes: ReadonlyMap<string, number>,
  maxMedia: number,
  problems: Problems,
): MediaList {
  const list = readList(source, Type.Array(MediaYaml), paths.media, mediaDefaults);
  if (list.items.length > maxMedia) problems.add('media.yaml', message.mediaOfBrand(maxMedia));
  const folderFiles = new Map<number, FolderFile>();
  const unnamed = new Set(source === null ? [] : sizes.keys());
  for (const { at, item } of list.items) {
    const { id, file } = item;
    if (typeof id !== 'number' || typeof file !== 'string') continue;
    const bytes = sizes.get(file);
    const refuse = (to: Problems, text: string): void => to.add('media.yaml', text, { field: `${at}.file` });
    if (bytes === undefined) {
      refuse(problems, `There is no such file in ${mediaFolder}/ of the brand folder; a path looks like ${example}.`);
      continue;
    }
    unnamed.delete(file);
    folderFiles.set(id, { path: join(root, file), name: mediaFileName(id, file), bytes, refuse });
  }
  for (const path of unnamed) problems.add(path, 'No medium in media.yaml names this file.');
  const files = new Map([...list.files].map(([path, { file: _, ...medium }]) => [path, medium]));
  const others = new Set(list.items.flatMap(({ item }) => (item.type === 'image' ? [] : [item.id])));
  return { ...list, files, folderFiles, isPicture: (id) => !others.has(id) };
}

const example = mediaFilePath(101, 'logo.svg');

export function mediaYaml({ media, files }: Catalog, hasFiles: boolean): unknown {
  return listYaml(media, (medium) => {
    const file = hasFiles ? files.get(medium.id) : undefined;
    const fileField = file === undefined ? {} : { file: mediaFilePath(medium.id, file.name) };
    return { ...withoutDefaults(medium, { ...omissible(MediaFile), ...mediaDefaults }), ...fileField };
  });
}

/** Reads `collections.yaml`. */
export function readCollections(source: Source, media: Pick<NumberedList, 'has'>): NumberedList {
  const list = readList(source, Type.Array(Collection), paths.collection);
  if (source)
    source.check((violations) => {
      if (list.items.length > maxCollections) violations.add('', message.collectionsOfBrand(maxCollections));
      distinct(list.items, 'slug', '', violations);
      for (const { at, item } of list.items)
        for (const [index, id] of listIn(item.media).entries())
          if (typeof id === 'number' && !media.has(id))
            violations.add(
              `${at}.media.${index}`,
              message.selectedBecause(`${at}.media.${index}`, 'it does not exist'),
            );
    });
  return list;
}

/** @returns `null` when there are none */
export const collectionsYaml = (catalog: Catalog): unknown =>
  listYaml(catalog.collections, (collection) =>
    withoutDefaults({ ...collection, media: mediaIn(catalog, collection) }, omissible(Collection)),
  );

const MediaNamesYaml = Exact({ tags: NamesFile, categories: NamesFile });

/** Reads `media-names.yaml`: the names of the tags and categories of media. */
export function readMediaNames(source: Source): ReadonlyMap<string, unknown> {
  const mapping = source?.mapping();
  if (!source || !mapping) return new Map();
  const content = filled(MediaNamesYaml, { tags: noNames, categories: noNames, ...mapping });
  const names = source.fit(MediaNamesYaml, content);
  if (!fits(MediaNamesYaml, names)) return new Map();
  source.check((violations) => {
    for (const [field, { items }] of Object.entries(names))
      distinct(objectsIn(items), 'id', `${field}.items`, violations);
  });
  const files = [[paths.tags, names.tags] as const, [paths.media_categories, names.categories] as const];
  return new Map(files.filter(([, file]) => !isDeepStrictEqual(file, noNames)));
}

/** @returns `null` when there is none */
export function mediaNamesYaml({ tags, media_categories }: Catalog): unknown {
  const set = withoutDefaults({ tags, categories: media_categories }, { tags: noNames, categories: noNames });
  if (Object.keys(set).length === 0) return null;
  const bare = Object.entries(set as Record<string, NamesFile>).map(([name, { next_id, items }]) => {
    return [name, { next_id, items: items.map((item) => withoutDefaults(item, { merged: [] })) }];
  });
  return Object.fromEntries(bare);
}

/**
 * The items in the order of their ids.
 *
 * @returns `null` when there are none
 */
function listYaml<Item>(items: ReadonlyMap<number, Item>, write: (item: Item) => object): object[] | null {
  return items.size === 0 ? null : [...items].sort(([a], [b]) => a - b).map(([, item]) => write(item));
}

function readList(
  source: Source,
  schema: TSchema,
  pathOf: (id: number) => string,
  defaults: Readonly<Record<string, unknown>> = {},
): NumberedList {
  if (source === undefined) return { files: new Map(), has: () => false, items: [] };
  const list = source?.list();
  if (!source || !list) return { files: new Map(), has: () => true, items: [] };
  const completed = list.map((item) => withDefaults(item, defaults));
  const items = objectsIn(source.fit(schema, filled(schema, completed)));
  const numbered = items.flatMap(({ at, item }) => (typeof item.id === 'number' ? [{ at, item, id: item.id }] : []));
  const ids = source.check((violations) => {
    for (const { at, id } of numbered) {
      const field = `${at}.id`;
      if (isProvisional(id)) violations.add(field, message.between(field, 1, firstProvisionalId - 1));
    }
    return distinct(numbered, 'id', '', violations);
  });
  const files = new Map(numbered.map(({ id, item }) => [pathOf(id), item]));
  return { files, has: (id) => ids.has(id), items };
}

const LanguageYaml = Exact({ ...LanguageFile.properties, ...Type.Partial(Type.Object(sectionSchemas)).properties });

/** An imported language is at version 1. */
const languageDefaults: LanguageFile = { ...newLanguageFile, version: 1 };

/**
 * Reads `corporate-language.yaml`: the document, and a file for each section that says something.
 *
 * @param tag of a further language: sections are written for each, whole
 */
export function readLanguage(source: Source, tag: string | null = null): ReadonlyMap<string, unknown> {
  const files = new Map<string, unknown>();
  const mapping = source?.mapping();
  if (!source || !mapping) return files;
  const language = source.fit(LanguageYaml, { ...languageDefaults, ...mapping });
  if (!fits(LanguageYaml, language)) return files;
  const { schema_version, version, status } = language;
  files.set(paths.documentIn(tag), { schema_version, version, status });
  for (const name of sectionNames) {
    const section = language[name] ?? {};
    if (Object.keys(section).length > 0) files.set(paths.section(sectionKey(name, tag)), section);
  }
  return files;
}

/** @returns `null` when nothing was ever said */
export function languageYaml({ language, sections, documents }: Catalog, tag: string | null = null): unknown {
  const document = tag === null ? language : (documents.get(tag) ?? newLanguageFile);
  const contents = sectionNames.flatMap((name) => {
    const section = sections.get(sectionKey(name, tag));
    return section === undefined ? [] : [[name, section.content]];
  });
  if (contents.length === 0 && isDeepStrictEqual(document, newLanguageFile)) return null;
  const { schema_version, version, status } = document;
  const schemaVersion = withoutDefaults({ schema_version }, languageDefaults);
  return { status, version, ...schemaVersion, ...Object.fromEntries(contents) };
}

const ContextYaml = Exact({ categories: CategoriesFile, entries: Type.Array(EntryFile) });

/** Reads `brand-context.yaml`: the categories, and a file for each of at most `maxEntries` entries. */
export function readContext(source: Source, sanitizer: Sanitizer, maxEntries: number): ReadonlyMap<string, unknown> {
  const files = new Map<string, unknown>();
  const mapping = source?.mapping();
  if (!source || !mapping) return files;
  const { entries: items } = mapping;
  const completed = Array.isArray(items) ? items.map((entry) => withDefaults(entry, { verified: false })) : items;
  const content = filled(ContextYaml, { ...mapping, ...(completed === undefined ? {} : { entries: completed }) });
  const known = source.fit(ContextYaml, content);
  const { categories, entries } = isObject(known) ? known : {};
  source.check((violations) => {
    if (listIn(entries).length > maxEntries) violations.add('entries', message.entriesOfBrand(maxEntries));
    const keys = distinct(objectsIn(categories), 'key', 'categories', violations);
    checkEntries(objectsIn(entries), keys, violations);
  });
  files.set(paths.categories, categories);
  for (const { item } of objectsIn(entries)) {
    const clean = (text: unknown) => (typeof text === 'string' ? sanitizer.plain(text) : text);
    files.set(paths.entry(String(item.id)), { ...item, title: clean(item.title), body: clean(item.body) });
  }
  return files;
}

/**
 * The entries in the order of their categories.
 *
 * @returns `null` when there is nothing
 */
export function contextYaml({ categories, entries }: Catalog): unknown {
  if (categories.length === 0 && entries.size === 0) return null;
  const rank = new Map(categories.map(({ key }, at) => [key, at]));
  const rankOf = ({ category }: EntryFile): number => rank.get(category) ?? categories.length;
  const sorted = [...entries.values()].sort((a, b) => rankOf(a) - rankOf(b) || compare(a.id, b.id));
  return { categories, entries: sorted.map((entry) => withoutDefaults(entry, { sources: [] })) };
}

type Item = ReturnType<typeof objectsIn>[number];

/** The members of a name; one that an item before has is reported. */
function distinct(items: readonly Item[], name: string, path: string, violations: Violations): Set<unknown> {
  const members = new Set<unknown>();
  for (const { at, item } of items) {
    const field = joinPath(path, `${at}.${name}`);
    if (members.has(item[name])) violations.add(field, message.taken(field));
    members.add(item[name]);
  }
  return members;
}

function checkEntries(entries: readonly Item[], categories: ReadonlySet<unknown>, violations: Violations): void {
  const named = entries.filter(({ item }) => typeof item.id === 'string');
  distinct(named, 'id', 'entries', violations);
  for (const { at, item } of entries) {
    const { id, category, sources } = item;
    const idField = `entries.${at}.id`;
    const field = `entries.${at}.category`;
    if (typeof id === 'string' && id !== '' && !isEntryId(id)) violations.add(idField, message.format(idField));
    if (typeof category === 'string' && !categories.has(category)) violations.add(field, message.selected(field));
    if (Array.isArray(sources)) reportSources(sources, `entries.${at}.sources`, violations);
  }
}
