import { type Clock, isoSeconds, systemClock } from '../clock.js';
import { type Module, newBrandFile } from '../content/brand.js';
import type { BrandContent } from '../content/brand-content.js';
import { type Catalog, catalogProjection } from '../content/catalog/catalog.js';
import { paths, readmePath } from '../content/catalog/paths.js';
import { readme } from '../content/catalog/readme.js';
import { encodeFile } from '../content/file-form.js';
import { createSanitizer, type Sanitizer } from '../content/html/sanitizer.js';
import { type BrandLimits, defaultBrandLimits } from '../content/limits.js';
import { notFound, PortalError } from '../errors.js';
import type { Log } from '../log.js';
import type { Actor } from '../operations/actor.js';
import { checkedBrandName } from '../operations/brand.js';
import { type Input, noInput, type Operation } from '../operations/contract.js';
import { type Call, execute, type Result } from '../operations/execute.js';
import { type Resource, versionOf } from '../operations/resource.js';
import { purgeTrash } from '../operations/trash.js';
import { type BrandSettings, brandExists, registerBrand, setBrandSettings } from '../registry/brands.js';
import type { Author } from '../registry/commit.js';
import { People } from '../registry/directory.js';
import { Keyring } from '../registry/keyring.js';
import { LastUsed } from '../registry/last-used.js';
import { type BrandRecord, type Registry, registryProjection, slugPattern } from '../registry/records.js';
import { WebhookFiles } from '../registry/webhook-files.js';
import { Webhooks } from '../registry/webhooks.js';
import { Search } from '../search/search.js';
import { LocalSemaphores, type Semaphores } from '../semaphores.js';
import { defaultMaxWaiting } from '../store/committer.js';
import type { FileSystem } from '../store/file-system.js';
import { removeLeftovers } from '../store/leftovers.js';
import type { OnBatch, Repository } from '../store/repository.js';
import type { Snapshot } from '../store/snapshot.js';
import { allLeftovers, dataPaths } from './data-directory.js';
import { contentOf } from './export.js';
import { type Health, HealthProbe } from './health.js';
import type { RemovedBrand, RenamedBrand } from './move-brand.js';
import { type OpenBrandFigures, OpenBrands } from './open-brands.js';
import { LocalPlaces, makeDataDirectory, type Places } from './places.js';
import { reach } from './position.js';

export interface ServiceLimits extends BrandLimits {
  /** Writes that may wait in one brand for those that are being stored. */
  readonly waitingWrites: number;
}

export const defaultLimits: ServiceLimits = { ...defaultBrandLimits, waitingWrites: defaultMaxWaiting };

/** Hooks for metrics. They run in the way of the work: they only count. */
export interface ServiceObserver {
  readonly onBatch: OnBatch;
  /** @param pages how many left one brand's trash; `null`: its purge failed */
  onPurge(pages: number | null): void;
}

/** How things are at the moment, as far as memory tells. */
export interface Figures {
  readonly registeredBrands: number;
  readonly unreadableBrands: number;
  readonly openBrands: readonly OpenBrandFigures[];
}

export interface ServiceOptions {
  readonly fs: FileSystem;
  /** The data directory: `brands/<slug>.git` and `registry.git`. Created when missing. */
  readonly data: string;
  readonly log: Log;
  readonly clock?: Clock;
  readonly sanitizer?: Sanitizer;
  readonly search?: Search;
  readonly limits?: Partial<ServiceLimits>;
  readonly observer?: ServiceObserver | undefined;
  /** Left out: the repositories in the data directory are the truth. */
  readonly places?: Places | undefined;
  /** Of all processes that serve this data directory together; left out: it is served by this one. */
  readonly semaphores?: Semaphores | undefined;
}

/** A brand to create. `files` are JSON values by path; `brand.json` is among them. */
export interface NewBrand {
  readonly slug: string;
  readonly modules: readonly Module[];
  readonly apiEnabled: boolean;
  readonly files: ReadonlyMap<string, unknown>;
  /** What the first commit says. */
  readonly subject: string;
}

export interface Identity {
  readonly actor: Actor;
  readonly brand: BrandRecord;
}

const system: Actor = { kind: 'system', id: 'system', name: 'Brand Portal', rights: ['read', 'write'] };

/** All brands of one data directory and the keys to them: what REST, MCP and the command line work with. */
export class Service {
  readonly clock: Clock;
  readonly sanitizer: Sanitizer;
  readonly search: Search;
  readonly brands: OpenBrands;
  readonly keys: Keyring;
  readonly webhooks: Webhooks;
  readonly people: People;
  readonly limits: ServiceLimits;
  readonly semaphores: Semaphores;
  readonly #fs: FileSystem;
  readonly #data: string;
  readonly #log: Log;
  readonly #observer: ServiceObserver | undefined;
  readonly #places: Places;
  readonly #registry: Repository<Registry>;
  readonly #health: HealthProbe;
  #knownBrands: Registry['brands'] = registryProjection.empty.brands;
  /** Found up to date in this turn of the event loop. */
  readonly #freshThisTick = new Set<object>();
  /** What another process has just acknowledged, a request of the same turn may know of. */
  readonly #isOneOfSeveral: boolean;

  private constructor(options: ServiceOptions, places: Places, registry: Repository<Registry>) {
    this.clock = options.clock ?? systemClock;
    this.sanitizer = options.sanitizer ?? createSanitizer();
    this.search = options.search ?? new Search();
    this.semaphores = options.semaphores ?? new LocalSemaphores();
    this.#isOneOfSeveral = options.semaphores !== undefined;
    this.#fs = options.fs;
    this.#data = options.data;
    this.#log = options.log;
    this.limits = { ...defaultLimits, ...options.limits };
    this.#observer = options.observer;
    const { waitingWrites } = this.limits;
    this.#places = places;
    this.brands = new OpenBrands(options.fs, places, options.log, {
      sanitizer: this.sanitizer,
      waitingWrites,
      semaphores: this.semaphores,
      onBatch: options.observer?.onBatch,
      onClose: (slug) => this.search.drop(slug),
    });
    this.#registry = registry;
    this.#health = new HealthProbe(options.fs, options.data, places, registry, this.brands, options.log);
    this.people = new People(registry, this.clock);
    const lastUsed = new LastUsed(options.fs, dataPaths.lastUsed(options.data), places.lastUsed);
    this.keys = new Keyring(registry, lastUsed, this.clock);
    this.webhooks = new Webhooks(registry, new WebhookFiles(options.fs, dataPaths.webhooks(options.data)), this.clock);
  }

  static async open(options: ServiceOptions): Promise<Service> {
    const { fs, data, semaphores, clock = systemClock } = options;
    const places = options.places ?? new LocalPlaces(fs, data, { isOneOfSeveral: semaphores !== undefined });
    await makeDataDirectory(fs, data);
    return new Service(options, places, await places.openRegistry(clock));
  }

  /** Readiness: whether requests can be served. Cheap. */
  health(): Promise<Health> {
    return this.#health.now();
  }

  figures(): Figures {
    const registeredBrands = this.#registry.latest.catalog.brands.size;
    return { registeredBrands, unreadableBrands: this.brands.unreadable().length, openBrands: this.brands.figures() };
  }

  /** Who the key stands for; `null` for one that is malformed, unknown, expired or revoked. */
  async identify(presentedKey: string): Promise<Identity | null> {
    return this.#identify((await this.#registry.read()).catalog, presentedKey);
  }

  /** The same without waiting; also `null` when the registry has to be read first. */
  identifyNow(presentedKey: string): Identity | null {
    const snapshot = this.#current(this.#registry);
    return snapshot === null ? null : this.#identify(snapshot.catalog, presentedKey);
  }

  /** What another process has removed or renamed, or made anew under the same slug, is not served from memory. */
  #followBrands({ brands }: Registry): void {
    if (brands === this.#knownBrands) return;
    for (const [slug, { created_at, log }] of this.#knownBrands) {
      const brand = brands.get(slug);
      if (brand?.created_at !== created_at || brand.log !== log) this.brands.forget(slug);
    }
    this.#knownBrands = brands;
  }

  #identify(registry: Registry, presentedKey: string): Identity | null {
    this.#followBrands(registry);
    const key = this.keys.recognise(registry, presentedKey);
    const brand = key === null ? undefined : registry.brands.get(key.brand);
    if (key === null || brand === undefined) return null;
    return { actor: { kind: 'key', id: key.id, name: key.name, rights: key.rights }, brand };
  }

  /** How far a brand is here; `null` where reads are never older than what was acknowledged. */
  positionNow(slug: string): number | null {
    return this.brands.getNow(slug)?.position ?? null;
  }

  /**
   * The version of a resource without waiting; `null` when the brand has to be read first.
   *
   * @param position that has to be reached
   */
  versionNow(slug: string, resource: Resource, position?: number): string | null {
    const repository = this.brands.getNow(slug);
    if (repository === undefined || (position !== undefined && (repository.position ?? position) < position))
      return null;
    const snapshot = position === undefined ? this.#current(repository) : repository.current();
    return snapshot === null ? null : versionOf(snapshot, resource);
  }

  /**
   * What is in memory of a repository when it is up to date. The disk is asked once in each turn of the event loop:
   * requests that arrived together see the same content.
   */
  #current<Catalog>(repository: Repository<Catalog>): Snapshot<Catalog> | null {
    if (this.#isOneOfSeveral) return repository.current();
    if (this.#freshThisTick.has(repository)) return repository.latest;
    const snapshot = repository.current();
    if (snapshot === null) return null;
    if (this.#freshThisTick.size === 0) setImmediate(() => this.#freshThisTick.clear());
    this.#freshThisTick.add(repository);
    return snapshot;
  }

  /** @throws `not_found` unless it is registered */
  async requireBrand(slug: string): Promise<void> {
    if (!(await this.#registry.read()).catalog.brands.has(slug)) throw notFound(`Brand ${slug}`);
  }

  /** The repository of a registered brand. @throws `not_found`, `unavailable` */
  async openBrand(slug: string): Promise<Repository<Catalog>> {
    await this.requireBrand(slug);
    return this.brands.get(slug);
  }

  /** Everything in a brand as it is now. @throws `not_found`, `unavailable`, `invalid` when its settings are damaged */
  async exportBrand(slug: string): Promise<BrandContent> {
    const record = (await this.#registry.read()).catalog.brands.get(slug);
    if (record === undefined) throw notFound(`Brand ${slug}`);
    return contentOf(record, await (await this.brands.get(slug)).read(), this.sanitizer);
  }

  /** Runs an operation on a brand. @throws PortalError */
  async run<Value>(operation: Operation<Value>, call: Call, input: Input): Promise<Result<Value>> {
    const repository = await this.brands.get(call.slug);
    // Only clients of REST can name a position; everyone else always sees the newest content.
    if (call.via !== 'rest' && repository.position !== null) await repository.confirmNewest();
    if (call.position !== undefined) await reach(repository, call.position);
    return execute(repository, operation, call, input, this);
  }

  async listBrands(): Promise<(BrandRecord & { readonly name: string | null })[]> {
    const { catalog } = await this.#registry.read();
    const records = [...catalog.brands.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
    return Promise.all(records.map(async (record) => ({ ...record, name: await this.#brandName(record.slug) })));
  }

  /** Which modules a brand has, and whether its API is on. @throws `not_found` */
  setBrandSettings(slug: string, settings: BrandSettings, by?: Author): Promise<BrandRecord> {
    return setBrandSettings(this.#registry, slug, settings, this.clock, by);
  }

  /**
   * Creates a brand with its whole content as the first commit. The repository appears complete or not at all; then the
   * brand is registered, from which moment keys can be issued for it.
   */
  async createBrand(brand: NewBrand): Promise<BrandRecord> {
    await this.requireFreeSlug(brand.slug);
    const place = await this.#places.create(brand.slug, catalogProjection(this.sanitizer), (draft) => {
      for (const [path, value] of brand.files) draft.put(path, encodeFile(path, value));
      draft.put(readmePath, Buffer.from(readme));
      // Brands are made at the command line alone.
      const trailers = [['Operation', 'brands.create'] as const, ['Via', 'cli'] as const];
      const message = { subject: brand.subject, trailers };
      const author = { name: 'Operator', email: `operator@${brand.slug}.invalid` };
      draft.describe({ author, time: this.clock(), message });
    });
    const { slug, modules, apiEnabled: api_enabled } = brand;
    return registerBrand(this.#registry, { slug, modules, api_enabled, ...place }, this.clock);
  }

  /**
   * Registers a brand whose repository is there already: because its creation was interrupted, or from a backup.
   *
   * @throws `not_found` when there is no such repository, `invalid` when the brand is registered already, `unavailable`
   * when the repository cannot be read
   */
  async registerBrand(slug: string, modules: readonly Module[], by?: Author): Promise<BrandRecord> {
    const gitdir = this.brands.gitdir(slug);
    if (!(await this.#places.has(slug))) throw notFound(`Repository ${gitdir}`);
    const { catalog } = await (await this.brands.get(slug)).read();
    if (catalog.brand === null) {
      throw new PortalError(
        'invalid',
        `${gitdir} is no repository of a brand: its ${paths.brand} is missing or damaged.`,
      );
    }
    return registerBrand(this.#registry, { slug, modules, api_enabled: true }, this.clock, by);
  }

  /** @throws `invalid` when the name is blank or not one line of text, or the slug is malformed or not free */
  async createEmptyBrand(slug: string, name: string, modules: readonly Module[]): Promise<BrandRecord> {
    if (name.trim() === '') throw new PortalError('invalid', 'The name of a brand must not be blank.');
    const file = newBrandFile(checkedBrandName(name));
    const files = new Map<string, unknown>([[paths.brand, file]]);
    return this.createBrand({ slug, modules, apiEnabled: true, files, subject: `Create brand "${file.name}"` });
  }

  /** Takes a brand out of service; its repository is moved aside. @throws `not_found` */
  removeBrand(slug: string): Promise<RemovedBrand> {
    return this.#places.remove(this.#registry, slug, this.clock);
  }

  /** Gives a brand another slug; its keys go on working. @throws `not_found`, `invalid` */
  renameBrand(from: string, to: string): Promise<RenamedBrand> {
    return this.#places.rename(this.#registry, from, to, this.clock, (slug) => this.requireFreeSlug(slug));
  }

  /** @throws `invalid` when the slug is malformed or not free */
  async requireFreeSlug(slug: string): Promise<void> {
    if (!slugPattern.test(slug)) {
      const rule = 'it has 1 to 63 characters of a-z, 0-9 and hyphens between them';
      throw new PortalError('invalid', `${JSON.stringify(slug)} is no brand slug: ${rule}.`);
    }
    const { catalog } = await this.#registry.read();
    if (catalog.brands.has(slug)) throw brandExists(slug);
    await this.#places.requireNone(slug);
  }

  /** Whether the repositories on this machine are caches: where a brand is cannot be read off the disk. */
  get isShared(): boolean {
    return this.#places.isShared;
  }

  /** Where the brand's repository is, up to date, for native git. @throws `unavailable` */
  async gitdir(slug: string): Promise<string> {
    if (this.#places.isShared) await (await this.brands.get(slug)).settleCache();
    return this.brands.gitdir(slug);
  }

  /** Purges the trash of every brand; one that fails does not keep the others from it. */
  async purgeTrash(): Promise<void> {
    const { catalog } = await this.#registry.read();
    for (const slug of catalog.brands.keys()) {
      try {
        const requestId = `purge-${isoSeconds(this.clock())}`;
        const call: Call = { slug, actor: system, via: 'system', requestId, precondition: null };
        const { purged } = (await this.run(purgeTrash, call, { ...noInput, body: {} })).value;
        this.#observer?.onPurge(purged.length);
        if (purged.length > 0) this.#log.info({ brand: slug, purged }, 'purged pages from the trash');
      } catch (error) {
        this.#observer?.onPurge(null);
        this.#log.error({ brand: slug, err: error }, 'purging the trash failed');
      }
    }
  }

  /** Merges packs of the registry and of every open brand that have at least `minPacks`. */
  async maintain(minPacks: number): Promise<void> {
    await this.brands.maintain(minPacks);
    await this.brands.maintenance.run({ repository: 'registry' }, this.#registry, minPacks);
  }

  /** Removes what interrupted work left behind in the data directory, in one repository after another. */
  async sweep(): Promise<void> {
    for await (const paths of allLeftovers(this.#fs, this.#data)) {
      const removed = await removeLeftovers(this.#fs, paths);
      if (removed > 0) this.#log.info({ paths: paths.slice(0, 10), removed }, 'removed what interrupted work left');
    }
  }

  /** Resolves when every accepted write is settled. */
  async close(): Promise<void> {
    await Promise.all([this.#registry.close(), this.brands.close()]);
    await this.keys
      .saveLastUsed()
      .catch((error) => this.#log.warn({ err: error }, 'when keys were used cannot be kept'));
    await Promise.all([this.sanitizer.close(), this.search.close()]);
  }

  async #brandName(slug: string): Promise<string | null> {
    try {
      const { catalog } = await (await this.brands.get(slug)).read();
      return catalog.brand?.name ?? null;
    } catch {
      return null;
    }
  }
}
