import { noted } from '../lib/say.js';
import { allBlocks } from './blocks/block-tree.js';
import type { StoredBlock } from './blocks/block-type.js';
import { type Referring, references } from './blocks/references.js';
import type { Catalog } from './catalog/catalog.js';
import { numbered } from './catalog/ids.js';
import type { PageRecord } from './catalog/page-record.js';
import { paths } from './catalog/paths.js';
import { isProvisional } from './catalog/provisional.js';
import { collectionsOf, collectionWithSlug } from './collections.js';
import { holdsSlug, isSlugTaken, parentProblem } from './page-rules.js';

/** Something in a brand's content that contradicts something else in it. */
export interface IntegrityViolation {
  readonly path: string;
  readonly problem: string;
  readonly advice: string;
}

/** Violations between files that are valid on their own, as far as the catalog shows them. */
export function integrityViolations(catalog: Catalog, now: Date): IntegrityViolation[] {
  const pages = [...catalog.pages.values()].sort((a, b) => a.id - b.id);
  return [
    ...missingFiles(catalog),
    ...pages.flatMap((page) => wrongParent(catalog, page)),
    ...filesWithoutMedium(catalog),
    ...repeatedIds(catalog),
    ...repeatedSlugs(catalog, now),
    ...unknownCategories(catalog),
    ...repeatedCollectionSlugs(catalog),
    ...wrongTranslations(catalog, now),
  ];
}

function missingFiles({ brand, problems }: Catalog): IntegrityViolation[] {
  if (brand !== null || problems.has(paths.brand)) return [];
  return [{ path: paths.brand, problem: noted`it is missing`, advice: 'Bring it back from the history with git.' }];
}

function filesWithoutMedium({ files, media, problems }: Catalog): IntegrityViolation[] {
  const orphans = [...files].filter(([id]) => !media.has(id) && !problems.has(paths.media(id)));
  return orphans.map(([id, { name }]) => {
    const advice = 'Add its metadata in a clone, or remove the pointer.';
    return { path: paths.file(id, name), problem: noted`medium ${id} does not exist`, advice };
  });
}

function wrongParent(catalog: Catalog, { id, parent_id }: PageRecord): IntegrityViolation[] {
  const reason = parentProblem(catalog, parent_id, id);
  if (reason === null) return [];
  const problem = {
    missing: noted`its parent, page ${String(parent_id)}, does not exist`,
    'no chapter': noted`its parent, page ${String(parent_id)}, is not a chapter`,
    'inside itself': noted`it is inside itself`,
  }[reason];
  const advice = 'Move the page with PATCH, or give it another parent_id in a clone.';
  return [{ path: paths.page(id), problem, advice }];
}

/** Media, colours and collections that a page names and that are not there. */
export function missingReferences(catalog: Catalog, page: Referring & { readonly id: number }): IntegrityViolation[] {
  const missing = (kind: string, target: number): IntegrityViolation => ({
    path: paths.page(page.id),
    problem: noted`it refers to ${kind} ${target}, which does not exist`,
    advice: 'Change the page, or bring the file back with git.',
  });
  const { media, color, collection } = references(page);
  return [
    ...media.filter((medium) => !catalog.media.has(medium)).map((medium) => missing('medium', medium)),
    ...color.filter((id) => !catalog.colors.has(id)).map((id) => missing('colour', id)),
    ...collection.filter((id) => !catalog.collections.has(id)).map((id) => missing('collection', id)),
  ];
}

function repeatedIds({ pages, trash, highestIds }: Catalog): IntegrityViolation[] {
  const twice = [...trash.keys()].filter((id) => pages.has(id)).sort((a, b) => a - b);
  const duplicates = twice.map((id) => ({
    path: paths.trash(id),
    problem: noted`page ${id} is active and in the trash at once`,
    advice: 'Remove one of the two files in a clone.',
  }));
  const exhausted = numbered.filter((kind) => isProvisional(highestIds[kind] + 1));
  const last = exhausted.map((kind) => ({
    path: paths[kind](highestIds[kind]),
    problem: noted`${kind} id ${highestIds[kind]} leaves none for new ones`,
    advice: 'Give it a lower id in a clone.',
  }));
  return [...duplicates, ...last];
}

function repeatedSlugs(catalog: Catalog, now: Date): IntegrityViolation[] {
  const { slugs, pages } = catalog;
  const holds = (id: number): boolean => holdsSlug(catalog, id, now);
  const pathOf = (id: number): string => (pages.has(id) ? paths.page(id) : paths.trash(id));
  return [...slugs]
    .map(([slug, ids]) => [slug, [...new Set(ids)].filter(holds)] as const)
    .filter(([, ids]) => ids.length > 1)
    .map(([slug, ids]) => ({
      path: pathOf(ids.at(-1) as number),
      problem: noted`the slug "${slug}" belongs to the pages ${ids.join(', ')}`,
      advice: 'Give all but one another slug in a clone.',
    }));
}

function repeatedCollectionSlugs(catalog: Catalog): IntegrityViolation[] {
  return collectionsOf(catalog)
    .filter(({ id, slug }) => collectionWithSlug(catalog, slug)?.id !== id)
    .map(({ id, slug }) => ({
      path: paths.collection(id),
      problem: noted`the slug "${slug}" is also that of collection ${String(collectionWithSlug(catalog, slug)?.id)}`,
      advice: 'Give one of them another slug.',
    }));
}

/** Texts of pages that are gone, and addresses that another page has. */
function wrongTranslations(catalog: Catalog, now: Date): IntegrityViolation[] {
  const { pages, trash, translations } = catalog;
  return [...translations].flatMap(([language, texts]) =>
    [...texts.pages.values()].flatMap(({ id, slug }): IntegrityViolation[] => {
      const path = paths.translation(language, { of: 'page', id });
      if (!pages.has(id) && !trash.has(id))
        return [{ path, problem: noted`page ${id} does not exist`, advice: 'Remove the file in a clone.' }];
      if (slug === null || !holdsSlug(catalog, id, now) || !isSlugTaken(catalog, slug, now, id, language)) return [];
      const problem = noted`the slug "${slug}" belongs to another page, too`;
      return [{ path, problem, advice: 'Give it another slug in this language.' }];
    }),
  );
}

function unknownCategories({ categories, entries }: Catalog): IntegrityViolation[] {
  const keys = new Set(categories.map(({ key }) => key));
  return [...entries.values()]
    .filter(({ category }) => !keys.has(category))
    .map(({ id, category }) => ({
      path: paths.entry(id),
      problem: noted`its category "${category}" does not exist`,
      advice: `Add the category to ${paths.categories}, or change the entry.`,
    }));
}

export function blockIds(blocks: readonly StoredBlock[]): string[] {
  return allBlocks(blocks).flatMap(({ id }) => id ?? []);
}

/**
 * @param idsByPath the block ids in each page's file
 * @returns one for each file and id that was there before
 */
export function repeatedBlockIds(
  idsByPath: Iterable<readonly [path: string, ids: readonly string[]]>,
): IntegrityViolation[] {
  const first = new Map<string, string>();
  const violations: IntegrityViolation[] = [];
  for (const [path, ids] of idsByPath) {
    for (const id of ids) {
      const firstPath = first.get(id);
      if (firstPath === undefined) first.set(id, path);
      else {
        const problem = `the block id "${id}" is also ${firstPath === path ? 'that of another block' : `in ${firstPath}`}`;
        violations.push({ path, problem, advice: 'Give one of the blocks another id in a clone.' });
      }
    }
  }
  return violations;
}
