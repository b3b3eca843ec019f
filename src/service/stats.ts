import type { Catalog } from '../content/catalog/catalog.js';
import { type IntegrityViolation, integrityViolations } from '../content/integrity.js';
import { allProposals } from '../content/proposals/catalog.js';
import { pathText } from '../store/git/tree.js';
import type { Repository, RepositoryStats } from '../store/repository.js';
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
  /** Number of proposals, closed ones included; `null` if they cannot be read. */
  readonly proposals: number | null;
  /** Bytes of the files that came with them. */
  readonly proposal_file_bytes: number;
  /** Files that are skipped, because they do not fit the format. */
  readonly invalid_files: number;
}

/** Time for which a brand's figures are cached, because they need a walk through its repository. */
const cacheMs = 60_000;
const cache = new WeakMap<Repository<Catalog>, { readonly atMs: number; readonly stats: Promise<BrandStats> }>();

/** Files that are skipped or served altered, and inconsistencies, as far as the catalog knows them. */
export function contentFaults(catalog: Catalog, now: Date): IntegrityViolation[] {
  const skipped = [...catalog.problems].map(([path, reason]) => {
    const advice = 'Correct it in a clone, or bring it back from the history.';
    return { path: pathText(path), problem: `it is skipped: ${reason}`, advice };
  });
  const altered = [...catalog.altered].map(([path, what]) => {
    const advice = 'Look who pushed it. Saved once here, it is as readers get it.';
    return { path: pathText(path), problem: `readers get it altered: ${what.join('; ')}`, advice };
  });
  return [...skipped, ...integrityViolations(catalog, now), ...altered];
}

/** Size of a brand, up to a minute ago. */
export async function recentStats(service: Service, slug: string): Promise<BrandStats> {
  const repository = await service.openBrand(slug);
  const cached = cache.get(repository);
  if (cached !== undefined && performance.now() - cached.atMs < cacheMs) return cached.stats;
  const stats = brandStats(service, slug);
  cache.set(repository, { atMs: performance.now(), stats });
  stats.catch(() => cache.delete(repository));
  return stats;
}

export async function brandStats(service: Service, slug: string): Promise<BrandStats> {
  const repository = await service.openBrand(slug);
  const { pages, trash, colors, media, entries, problems } = (await repository.read()).catalog;
  let files = 0;
  let file_bytes = 0;
  let proposal_file_bytes = 0;
  for await (const { bytes } of service.files(slug).list()) {
    files += 1;
    file_bytes += bytes;
  }
  for await (const { bytes } of service.proposalFiles(slug).list()) proposal_file_bytes += bytes;
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
    proposals: await proposalsOf(service, slug).catch(() => null),
    proposal_file_bytes,
    invalid_files: problems.size,
    ...(await repository.stats()),
  };
}

async function proposalsOf({ brands }: Service, slug: string): Promise<number> {
  const proposals = await (await brands.proposals(slug))?.read();
  return proposals === undefined ? 0 : allProposals(proposals.catalog).length;
}
