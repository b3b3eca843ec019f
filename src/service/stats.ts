import type { Catalog } from '../content/catalog/catalog.js';
import type { Repository, RepositoryStats } from '../store/repository.js';

export interface BrandStats extends RepositoryStats {
  /** Number of active pages, chapters included. */
  readonly pages: number;
  readonly chapters: number;
  readonly in_trash: number;
  readonly colors: number;
  readonly media: number;
  readonly context_entries: number;
  /** Files that are skipped, because they do not fit the format. */
  readonly invalid_files: number;
}

/** Size of a brand. */
export async function brandStats(repository: Repository<Catalog>): Promise<BrandStats> {
  const { pages, trash, colors, media, entries, problems } = (await repository.read()).catalog;
  let chapters = 0;
  for (const { type } of pages.values()) if (type === 'container') chapters += 1;
  return {
    pages: pages.size,
    chapters,
    in_trash: trash.size,
    colors: colors.size,
    media: media.size,
    context_entries: entries.size,
    invalid_files: problems.size,
    ...(await repository.stats()),
  };
}
