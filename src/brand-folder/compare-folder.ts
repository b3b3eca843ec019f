import { isDeepStrictEqual } from 'node:util';
import type { BrandContent } from '../content/brand-content.js';
import type { PageRecord } from '../content/catalog/catalog.js';
import { type ContentPath, parsePath, paths } from '../content/catalog/paths.js';
import { isObject } from '../json.js';

/**
 * Round trip: what a folder that was made of a brand brings back, next to the brand itself. A page's position follows from where its file
 * lies, and is another one with the same order.
 *
 * @param files as `readBrandFolder` reads them
 * @returns the paths of what would be changed: only what did not come through this service can be
 */
export async function compareFolder(content: BrandContent, files: ReadonlyMap<string, unknown>): Promise<string[]> {
  const changed: string[] = [];
  for (const path of pathsOf(content)) {
    const at = parsePath(path) as ContentPath;
    const [stored, read] = [await storedAt(content, at), files.get(path)];
    const isEmpty = read === undefined && Object.keys(stored as object).length === 0;
    if (!isEmpty && !isDeepStrictEqual(comparable(at, stored), comparable(at, read))) changed.push(path);
  }
  return changed;
}

function pathsOf({ catalog }: BrandContent): string[] {
  const { colors, media, entries, pages, sections, categories, language } = catalog;
  const hasLanguage = sections.size > 0 || language.version > 0;
  return [
    paths.brand,
    ...[...colors.keys()].map(paths.color),
    ...[...media.keys()].map(paths.media),
    ...(hasLanguage ? [paths.language] : []),
    ...[...sections.keys()].map(paths.section),
    ...(categories.length > 0 ? [paths.categories] : []),
    ...[...entries.keys()].map(paths.entry),
    ...[...pages.keys()].map(paths.page),
  ];
}

function storedAt({ brand, catalog, readPage }: BrandContent, at: ContentPath): unknown {
  switch (at.kind) {
    case 'brand':
      return brand;
    case 'color':
      return catalog.colors.get(at.id);
    case 'media':
      return catalog.media.get(at.id);
    case 'language':
      return catalog.language;
    case 'section':
      return catalog.sections.get(at.name)?.content;
    case 'categories':
      return catalog.categories;
    case 'entry':
      return catalog.entries.get(at.id);
    case 'page':
      return readPage(catalog.pages.get(at.id) as PageRecord);
    case 'ids':
    case 'trash':
      return undefined;
  }
}

function comparable({ kind }: ContentPath, value: unknown): unknown {
  return kind === 'page' && isObject(value) ? { ...value, position: '' } : value;
}
