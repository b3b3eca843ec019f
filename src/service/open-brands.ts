import { AsyncLocalStorage } from 'node:async_hooks';
import { type Catalog, catalogProjection } from '../content/catalog/catalog.js';
import { catalogFormat, decodeCatalog, encodeCatalog } from '../content/catalog/codec.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import { type Proposals, proposalsProjection } from '../content/proposals/catalog.js';
import { Mutex, Semaphores } from '../lib/concurrency.js';
import { PortalError } from '../lib/errors.js';
import type { Log } from '../log.js';
import { isErasing, reviewOf } from '../registry/records.js';
import { type Registry, registryProjection, requireBrand, UnknownBrand } from '../registry/registry.js';
import { approversIn } from '../registry/rights.js';
import { CatalogCache } from '../store/catalog-cache.js';
import { exists, type FileSystem } from '../store/file-system.js';
import { pathText } from '../store/git/tree.js';
import { PastCache } from '../store/history/past.js';
import type { OnBatch, Repository, Work } from '../store/repository.js';
import { waitFor, withoutBudget } from '../store/wait-budget.js';
import type { BrandStorage } from './brand-storage.js';
import { PackMerger } from './pack-merger.js';

/** Set during work whose uses of brands do not keep them open. While it is enabled, each promise of the process costs more. */
const unnoticed = new AsyncLocalStorage<boolean>();
let unnoticedWorks = 0;

/** `lastUsed` of a brand that only such work has used. */
const never = Number.NEGATIVE_INFINITY;

const catalogCodec = { format: catalogFormat, encode: encodeCatalog, decode: decodeCatalog };

/** Number of packs from which they are merged at once, regardless of the schedule, because more would slow down reads. */
const urgentPacks = 1000;

/** Answer to git for a repository that is damaged or missing, whether git or this program finds it so. */
export function repositoryUnavailable(cause: unknown): PortalError {
  return new PortalError('unavailable', 'The repository of this brand is not available at the moment.', { cause });
}

/** Reason of a failed opening: there is no repository. */
class NoProposals extends Error {}

type RepositoryName = Readonly<Record<string, string>>;

interface Opening<C> {
  readonly opening: Promise<Repository<C>>;
  /** Set once opened. */
  repository?: Repository<C>;
}

interface OpenBrand extends Opening<Catalog> {
  /** Time of the last use, by `performance.now()`. */
  lastUsed: number;
  /** Missing until they are asked for, and while there are none. */
  proposals?: Opening<Proposals> | undefined;
}

interface OpenBrandsOptions {
  /** All registered brands, as the registry was read last. */
  readonly registered: () => Registry['brands'];
  /** All people of the portal, as the registry was read last. */
  readonly people: () => Registry['people'];
  /** Names the log of a brand's proposals in its record. */
  readonly nameProposals: (slug: string) => Promise<void>;
  /** Sanitiser of pushed content. */
  readonly sanitizer: Sanitizer;
  readonly waitingWrites?: number | undefined;
  readonly onBatch?: OnBatch | undefined;
  /** Hook: called with the slug of each brand that is closed, so that other caches of it can be dropped. */
  readonly onClose?: ((slug: string) => void) | undefined;
}

/** Gauges of an open brand and its proposals, only from memory. */
export interface OpenBrandFigures {
  readonly slug: string;
  /** Empty until it is loaded. */
  readonly catalog: Catalog;
  readonly pendingWrites: number;
  readonly packs: number;
  readonly looseObjects: number;
}

/**
 * The brands' repositories: opened when they are asked for, closed when they are idle. Two openings of one
 * repository would do no harm, since only its branch decides.
 */
export class OpenBrands {
  readonly #open = new Map<string, OpenBrand>();
  /** Errors of the brands that could not be opened when they were last asked for, by slug. */
  readonly #unopened = new Map<string, unknown>();
  readonly #skipped = new Map<string, number>();
  readonly #closing = new Set<Promise<void>>();
  readonly #beginning = new Mutex();
  /** Regular work under way, by slug. */
  readonly #working = new Semaphores();
  readonly #pastCache = new PastCache<Catalog>();
  #known: Registry['brands'] = registryProjection.empty.brands;
  readonly maintenance: PackMerger;

  constructor(
    private readonly fs: FileSystem,
    private readonly storage: BrandStorage,
    private readonly log: Log,
    private readonly options: OpenBrandsOptions,
  ) {
    this.maintenance = new PackMerger(log);
  }

  gitdir(slug: string): string {
    return this.storage.paths(slug).gitdir;
  }

  /** @throws `not_found` unless it is registered, as the registry was read last; `unavailable` when the repository cannot be opened */
  async get(slug: string): Promise<Repository<Catalog>> {
    const brand = this.#use(slug);
    try {
      return await this.#opened({ brand: slug }, brand);
    } catch (cause) {
      throw new PortalError('unavailable', 'The content of this brand is not available at the moment.', { cause });
    }
  }

  /**
   * The repository of the brand's proposals, open as long as the brand; `null` if there is none.
   *
   * @throws as `get`
   */
  async proposals(slug: string): Promise<Repository<Proposals> | null> {
    const brand = this.#use(slug);
    brand.proposals ??= this.#startProposals(slug, brand);
    try {
      return await this.#opened({ brand: slug, repository: 'proposals' }, brand.proposals);
    } catch (cause) {
      if (cause instanceof NoProposals) return null;
      throw new PortalError('unavailable', 'The proposals of this brand are not available at the moment.', { cause });
    }
  }

  /**
   * Review policy of the brand, and the access to its portal.
   *
   * @throws `not_found`
   */
  reviewPolicy(slug: string) {
    const brand = requireBrand({ brands: this.options.registered() }, slug);
    const { portal, translations_reviewed } = brand;
    return { ...reviewOf(brand), portal, translations_reviewed, people: approversIn(this.options.people(), brand) };
  }

  /**
   * `proposals`, made when there is none.
   *
   * @param work makes its first commit, unless another process was faster
   */
  async beginProposals(slug: string, work: Work<Proposals, void>): Promise<Repository<Proposals>> {
    for (;;) {
      const repository = await this.proposals(slug);
      if (repository !== null) return repository;
      await this.#beginning.runExclusive(async () => {
        if ((await this.proposals(slug)) !== null) return;
        await this.options.nameProposals(slug);
        await this.storage.createProposals(slug, proposalsProjection, work);
      });
    }
  }

  #use(slug: string): OpenBrand {
    this.forgetReplacedBrands();
    const known = this.#known.get(slug);
    if (known === undefined || isErasing(known)) throw new UnknownBrand(slug);
    const brand = this.#open.get(slug) ?? this.#start(slug);
    if (!unnoticed.getStore()) brand.lastUsed = performance.now();
    return brand;
  }

  async #opened<C>(name: RepositoryName, { opening }: Opening<C>): Promise<Repository<C>> {
    const repository = await waitFor(opening);
    if (repository.objects.packCount > urgentPacks) this.maintenance.runUrgently(name, repository, urgentPacks);
    return repository;
  }

  /**
   * Runs regular work on a brand. It keeps no brand open, and closes one that nothing else has used since it was opened:
   * otherwise all brands would be in memory, used or not. A node keeps them open, because opening one reads its store.
   */
  async unnoticed(slug: string, work: () => Promise<void>): Promise<void> {
    if (this.storage.isShared) return work();
    const release = this.#working.tryAcquire(slug, Number.POSITIVE_INFINITY);
    unnoticedWorks += 1;
    try {
      await unnoticed.run(true, work);
    } finally {
      unnoticedWorks -= 1;
      if (unnoticedWorks === 0) unnoticed.disable();
      release?.();
      const brand = this.#open.get(slug);
      const isUnused = brand?.repository !== undefined && brand.lastUsed === never;
      if (isUnused && this.#working.held(slug) === 0) await this.#close(slug);
    }
  }

  /** The repository when it is open already. */
  getNow(slug: string): Repository<Catalog> | undefined {
    this.forgetReplacedBrands();
    const brand = this.#open.get(slug);
    if (brand !== undefined) brand.lastUsed = performance.now();
    return brand?.repository;
  }

  /** Brands that could not be read when they were last asked for, and why. */
  unreadable(): ReadonlyMap<string, unknown> {
    this.forgetReplacedBrands();
    const unreadable = new Map(this.#unopened);
    for (const [slug, { repository }] of this.#open) {
      if (repository?.problem != null) unreadable.set(slug, repository.problem);
    }
    return unreadable;
  }

  /** Number of skipped files in each brand that was read, open or not. */
  skipped(): ReadonlyMap<string, number> {
    this.forgetReplacedBrands();
    for (const [slug, { isLoaded, latest }] of this.opened())
      if (isLoaded) this.#skipped.set(slug, latest.catalog.problems.size);
    return this.#skipped;
  }

  /** The open brands. Being listed here does not count as a use. */
  *opened(): Generator<[slug: string, repository: Repository<Catalog>]> {
    for (const [slug, { repository }] of this.#open) if (repository !== undefined) yield [slug, repository];
  }

  figures(): OpenBrandFigures[] {
    const figures: OpenBrandFigures[] = [];
    for (const [slug, { repository, proposals }] of this.#open) {
      if (repository === undefined) continue;
      const { latest, objects, pendingWrites } = repository;
      const reviewed = proposals?.repository;
      figures.push({
        slug,
        catalog: latest.catalog,
        pendingWrites: pendingWrites + (reviewed?.pendingWrites ?? 0),
        packs: objects.packCount + (reviewed?.objects.packCount ?? 0),
        looseObjects: objects.looseCount + (reviewed?.objects.looseCount ?? 0),
      });
    }
    return figures;
  }

  /** Closes the brands that were not asked for during `idleMs`; their catalogs stay in the cache. */
  async closeIdle(idleMs: number): Promise<void> {
    this.skipped();
    const before = performance.now() - idleMs;
    const isIdle = ([slug, { repository, lastUsed }]: [string, OpenBrand]): boolean =>
      repository !== undefined && lastUsed <= before && this.#working.held(slug) === 0;
    const idle = [...this.#open].filter(isIdle);
    await Promise.all(idle.map(([slug]) => this.#close(slug)));
  }

  /**
   * Drops objects that the history of a brand's proposals no longer refers to.
   *
   * @param minPacks as of `Repository.maintain`
   */
  async maintainProposals(brand: string, minPacks = Number.POSITIVE_INFINITY): Promise<void> {
    const repository = this.#open.get(brand)?.proposals?.repository;
    if (repository !== undefined) await this.maintenance.run({ brand, repository: 'proposals' }, repository, minPacks);
  }

  /** Merges packs of every open repository that has at least `minPacks`, one after another. */
  async maintain(minPacks: number): Promise<void> {
    for (const [brand, { repository, proposals }] of this.#open) {
      if (repository !== undefined) await this.maintenance.run({ brand }, repository, minPacks);
      if (proposals?.repository !== undefined) await this.maintainProposals(brand, minPacks);
    }
  }

  /** Resolves when every accepted write is settled and every catalog is cached. */
  async close(): Promise<void> {
    await this.maintenance.end();
    for (const slug of [...this.#open.keys()]) this.#close(slug).catch(() => {});
    await Promise.all(this.#closing);
  }

  /**
   * Closes the brands that another process is erasing, or has removed, renamed, or created again under the same slug, so that they are not served from
   * memory. Called whenever the registry was read: skipping one reading could miss a brand that was removed and created again within a second.
   */
  forgetReplacedBrands(): void {
    const brands = this.options.registered();
    if (brands === this.#known) return;
    for (const slug of new Set([...this.#open.keys(), ...this.#unopened.keys(), ...this.#skipped.keys()])) {
      const before = this.#known.get(slug);
      const now = brands.get(slug);
      const isErased = now !== undefined && isErasing(now);
      if (before?.created_at === now?.created_at && before?.log === now?.log && !isErased) continue;
      this.#close(slug, { isReplaced: true }).catch(() => {});
    }
    this.#known = brands;
  }

  #start(slug: string): OpenBrand {
    const cache = new CatalogCache(this.fs, this.storage.paths(slug).catalog, catalogCodec);
    const onFollow = (catalog: Catalog, before: Catalog): void => this.#reportProblems(slug, catalog, before);
    const onRewrite = (from: string, to: string): void =>
      this.log.error(
        { brand: slug, from, to },
        'the history was rewritten: commits that were served are not in it any more',
      );
    const { sanitizer, waitingWrites, onBatch } = this.options;
    const options = { onFollow, onRewrite, cache, onBatch, maxWaiting: waitingWrites, pastCache: this.#pastCache };
    const opening = withoutBudget(() => this.storage.open(slug, catalogProjection(sanitizer), options));
    const brand: OpenBrand = { opening, lastUsed: never };
    this.#open.set(slug, brand);
    noteOpened(brand).then(
      () => this.#unopened.delete(slug),
      (error) => {
        if (this.#open.get(slug) !== brand) return;
        this.#open.delete(slug);
        this.#unopened.set(slug, error);
        this.log.error({ brand: slug, err: error }, 'the repository cannot be opened');
      },
    );
    return brand;
  }

  #startProposals(slug: string, brand: OpenBrand): Opening<Proposals> {
    const { waitingWrites: maxWaiting, onBatch } = this.options;
    const options = { maxWaiting, onBatch, dropsUnnamed: true } as const;
    const opening = withoutBudget(async () => {
      const repository = await this.storage.openProposals(slug, proposalsProjection, options);
      if (repository === null) throw new NoProposals();
      return repository;
    });
    const proposals: Opening<Proposals> = { opening };
    noteOpened(proposals).catch((error) => {
      if (brand.proposals === proposals) brand.proposals = undefined;
      if (error instanceof NoProposals) return;
      this.log.error({ brand: slug, err: error }, 'the repository of the proposals cannot be opened');
    });
    return proposals;
  }

  /** @param isReplaced whether the slug now belongs to another brand, or to none: then the catalog is not saved */
  #close(slug: string, { isReplaced = false } = {}): Promise<void> {
    const brand = this.#open.get(slug);
    this.#open.delete(slug);
    this.#unopened.delete(slug);
    if (isReplaced) this.#skipped.delete(slug);
    this.options.onClose?.(slug);
    const closing: Promise<void> = this.#settle(slug, brand, isReplaced).finally(() => {
      this.#closing.delete(closing);
    });
    this.#closing.add(closing);
    return closing;
  }

  async #settle(slug: string, brand: OpenBrand | undefined, isReplaced: boolean): Promise<void> {
    const repository = await brand?.opening.catch(() => undefined);
    await (await brand?.proposals?.opening.catch(() => undefined))?.close();
    if (repository === undefined) return;
    await repository.close();
    // Another process may have erased the brand since.
    if (isReplaced || !(await exists(this.fs, this.gitdir(slug)))) return;
    await repository.saveCatalog().catch((error) => {
      // A failure only makes the next start slower.
      this.log.warn({ brand: slug, err: error }, 'the catalog cannot be cached');
    });
  }

  /** Files that plain git brought in and that are skipped or served altered are logged once for each change. */
  #reportProblems(slug: string, { problems, altered }: Catalog, before: Catalog): void {
    for (const [name, reason] of problems) {
      if (before.problems.get(name) === reason) continue;
      this.log.warn({ brand: slug, path: pathText(name), reason }, 'skipped an invalid file');
    }
    for (const [name, what] of altered) {
      if (before.altered.get(name)?.join() === what.join()) continue;
      this.log.warn(
        { brand: slug, path: pathText(name), altered: what },
        'a file is not harmless: it is served altered',
      );
    }
  }
}

/**
 * Makes the repository known without waiting once it is open.
 *
 * @throws the errors of opening
 */
async function noteOpened<C>(opening: Opening<C>): Promise<void> {
  opening.repository = await opening.opening;
}
