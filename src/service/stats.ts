import type { RepositoryStats } from '../store/repository.js';
import type { Service } from './service.js';

export interface BrandStats extends RepositoryStats {
  /** Number of active pages, chapters included. */
  readonly pages: number;
  readonly chapters: number;
  readonly in_trash: number;
  readonly colors: number;
  readonly media: number;
  /** Files of media on disk, those that only the history names among them, and the bytes they take of the quota. */
  readonly files: number;
  readonly file_bytes: number;
  readonly file_bytes_limit: number;
  readonly context_entries: number;
  /** Files that are skipped, because they do not fit the format. */
  readonly invalid_files: number;
}

/** Size of a brand. */
export async function brandStats(service: Service, slug: string): Promise<BrandStats> {
  const repository = await service.openBrand(slug);
  const { pages, trash, colors, media, entries, problems } = (await repository.read()).catalog;
  let [files, file_bytes] = [0, 0];
  for await (const { bytes } of service.files(slug).list()) {
    files += 1;
    file_bytes += bytes;
  }
  let chapters = 0;
  for (const { type } of pages.values()) if (type === 'container') chapters += 1;
  return {
    pages: pages.size,
    chapters,
    in_trash: trash.size,
    colors: colors.size,
    media: media.size,
    files,
    file_bytes,
    file_bytes_limit: service.limits.fileBytesPerBrand,
    context_entries: entries.size,
    invalid_files: problems.size,
    ...(await repository.stats()),
  };
}
