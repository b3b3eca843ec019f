import type { BrandContent } from '../content/brand-content.js';
import type { Catalog } from '../content/catalog/catalog.js';
import { type FileInspector, inspectByName } from '../content/files/inspector.js';
import { createSanitizer, type Sanitizer } from '../content/html/sanitizer.js';
import { type BrandLimits, defaultBrandLimits } from '../content/limits.js';
import type { BrandFiles } from '../files/brand-files.js';
import { Quotas } from '../files/quotas.js';
import { type Clock, isoSeconds, systemClock } from '../lib/clock.js';
import { Semaphores } from '../lib/concurrency.js';
import { notFound } from '../lib/errors.js';
import { NewerFormat } from '../lib/format.js';
import type { Log } from '../log.js';
import { authorize, requireRole } from '../operations/engine/access.js';
import type { Actor } from '../operations/engine/actor.js';
import { type Input, noInput, type Operation } from '../operations/engine/contract.js';
import { type Call, execute, type Result } from '../operations/engine/execute.js';
import { type Resource, versionOf } from '../operations/engine/resource.js';
import { BrandView } from '../operations/engine/view.js';
import { searchableOf } from '../operations/search.js';
import { purgeTrash } from '../operations/trash.js';
import type { Pictures } from '../pictures/pictures.js';
import { type BrandSettings, setBrandSettings } from '../registry/brands.js';
import { Challenges } from '../registry/challenges.js';
import { Keys } from '../registry/keys.js';
import { LastUsed } from '../registry/last-used.js';
import { Passkeys } from '../registry/passkeys.js';
import { People } from '../registry/people.js';
import type { BrandRecord, Registry } from '../registry/records.js';
import type { Acting } from '../registry/rights.js';
import { Sessions } from '../registry/sessions.js';
import { Verbs } from '../registry/verbs.js';
import { WebhookFiles } from '../registry/webhook-files.js';
import { Webhooks } from '../registry/webhooks.js';
import { Search } from '../search/search.js';
import { defaultMaxWaiting } from '../store/committer.js';
import type { FileSystem } from '../store/file-system.js';
import { removeLeftovers } from '../store/leftovers.js';
import { nativeGitVersion } from '../store/native/native-git.js';
import type { OnBatch, Repository } from '../store/repository.js';
import { type ListedBrand, listBrands } from './brand-list.js';
import { type BrandStorage, createDataDirectory, LocalStorage } from './brand-storage.js';
import { Callers } from './callers.js';
import { allLeftovers, dataPaths } from './data-directory.js';
import { contentOf } from './export.js';
import { FileAddresses } from './files/file-addresses.js';
import { sweepBrand } from './files/sweep-brand.js';
import { type Health, HealthProbe } from './health.js';
import { type OpenBrandFigures, OpenBrands, repositoryUnavailable } from './open-brands.js';
import { Provisioning } from './provisioning.js';
import { waitForPosition } from './wait-for-log-position.js';

export interface ServiceLimits extends BrandLimits {
  /** Writes that may wait in one brand for those that are being stored. */
  readonly waitingWrites: number;
  /** Upper bound on one file, in bytes. */
  readonly fileBytes: number;
  /** Upper bound on all files of a brand, in bytes: those that only its history names count. */
  readonly fileBytesPerBrand: number;
  /** Upper bound on what a key sends in 24 hours, in bytes. */
  readonly fileBytesPerKeyAndDay: number;
  /** Uploads at a time, of all brands; a caller has a quarter of them. */
  readonly uploadsAtOnce: number;
}

export const defaultLimits: ServiceLimits = {
  ...defaultBrandLimits,
  waitingWrites: defaultMaxWaiting,
  fileBytes: 256 * 1024 ** 2,
  fileBytesPerBrand: 20 * 1024 ** 3,
  fileBytesPerKeyAndDay: 1024 ** 3,
  uploadsAtOnce: 8,
};

/** Hooks for metrics. The work waits for them: they only count. */
export interface ServiceObserver {
  readonly onBatch: OnBatch;
  /** @param pages how many left one brand's trash; `null`: its purge failed */
  onPurge(pages: number | null): void;
}

/** Gauges, from memory alone. */
export interface Figures {
  readonly registeredBrands: number;
  readonly unreadableBrands: number;
  readonly openBrands: readonly OpenBrandFigures[];
}

interface ServiceOptions {
  readonly fs: FileSystem;
  /** The data directory: `brands/<slug>.git` and `registry.git`. Created when missing. */
  readonly data: string;
  readonly log: Log;
  readonly clock?: Clock;
  readonly sanitizer?: Sanitizer;
  /** Makes the search; `pathOf` names the file of a brand's index. Left out: indexes are in memory. */
  readonly search?: (pathOf: (slug: string) => string) => Search;
  readonly limits?: Partial<ServiceLimits>;
  /** Looks at files, and makes pictures of them. */
  readonly pictures?: Pictures | undefined;
  readonly observer?: ServiceObserver | undefined;
  /** Looks at files before they are stored; left out: `pictures`, or by their names. */
  readonly inspector?: FileInspector | undefined;
  /** Origin of the addresses of files; left out: they are paths. */
  readonly filesUrl?: string | null | undefined;
  /** Whether people come from an identity provider alone: `only` of the configuration's `oidc`. */
  readonly isProviderOnly?: boolean | undefined;
  /** Storage of the brands; left out: the repositories in the data directory. */
  readonly storage?: BrandStorage | undefined;
}

const system: Actor = { kind: 'system', id: 'system', name: 'Brand Portal', rights: ['read', 'write'] };

/** All brands of one data directory and the keys to them. REST, MCP, the backend and the command line work through it. */
export class Service {
  readonly clock: Clock;
  readonly sanitizer: Sanitizer;
  readonly search: Search;
  readonly pictures: Pictures | undefined;
  readonly brands: OpenBrands;
  readonly keys: Keys;
  readonly callers: Callers;
  readonly webhooks: Webhooks;
  readonly people: People;
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
  readonly challenges: Challenges;
  readonly provisioning: Provisioning;
  readonly limits: ServiceLimits;
  readonly semaphores = new Semaphores();
  readonly inspector: FileInspector;
  readonly addresses: FileAddresses;
  readonly quotas = new Quotas();
  readonly fs: FileSystem;
  /** Whether the repositories on this machine are caches: the disk does not tell which brands there are. */
  readonly isShared: boolean;
  readonly #data: string;
  readonly #log: Log;
  readonly #observer: ServiceObserver | undefined;
  readonly #storage: BrandStorage;
  readonly #registry: Repository<Registry>;
  readonly #verbs: Verbs;
  readonly #health: HealthProbe;

  private constructor(options: ServiceOptions, storage: BrandStorage, registry: Repository<Registry>) {
    this.clock = options.clock ?? systemClock;
    this.sanitizer = options.sanitizer ?? createSanitizer();
    this.search = options.search?.((slug) => storage.searchPath(slug)) ?? new Search();
    this.pictures = options.pictures;
    this.inspector = options.inspector ?? options.pictures ?? inspectByName;
    this.fs = options.fs;
    this.#data = options.data;
    this.#log = options.log;
    this.limits = { ...defaultLimits, ...options.limits };
    this.#observer = options.observer;
    this.#storage = storage;
    this.isShared = storage.isShared;
    this.brands = new OpenBrands(options.fs, storage, options.log, {
      registered: () => registry.latest.catalog.brands,
      sanitizer: this.sanitizer,
      waitingWrites: this.limits.waitingWrites,
      onBatch: options.observer?.onBatch,
      onClose: (slug) => this.search.drop(slug),
    });
    this.#registry = registry;
    this.#health = new HealthProbe(options.fs, options.data, storage, registry, this.brands, options.log);
    const verbs = new Verbs(registry, this.clock, options.isProviderOnly);
    this.#verbs = verbs;
    this.people = new People(verbs);
    this.sessions = new Sessions(verbs);
    this.passkeys = new Passkeys(registry, this.clock);
    this.challenges = new Challenges(() => storage.challengeKey(), this.clock);
    this.keys = new Keys(verbs, new LastUsed(storage.lastUsed));
    const { brands, sanitizer, clock, keys, people } = this;
    const webhookFiles = new WebhookFiles(options.fs, dataPaths.webhooks(options.data));
    this.callers = new Callers({ registry, keys, brands, clock, storage });
    this.addresses = new FileAddresses({ verbs, brands, callers: this.callers, origin: options.filesUrl ?? null });
    this.provisioning = new Provisioning({ storage, verbs, people, webhookFiles, sanitizer });
    this.webhooks = new Webhooks(verbs, webhookFiles);
  }

  static async open(options: ServiceOptions): Promise<Service> {
    const { fs, data, clock = systemClock } = options;
    const storage = options.storage ?? new LocalStorage(fs, data);
    await createDataDirectory(fs, data);
    const registry = await storage.openRegistry(clock);
    // With a damaged registry the service starts all the same, but is not ready.
    await registry.read().catch(() => {});
    return new Service(options, storage, registry);
  }

  /** Readiness: whether requests can be served. Cheap. */
  health(): Promise<Health> {
    return this.#health.now();
  }

  figures(): Figures {
    const registeredBrands = this.#registry.latest.catalog.brands.size;
    return { registeredBrands, unreadableBrands: this.brands.unreadable().size, openBrands: this.brands.figures() };
  }

  /** The brand's position on this node; `null` where reads are never older than what was acknowledged. */
  positionNow(slug: string): number | null {
    return this.brands.getNow(slug)?.branch.position ?? null;
  }

  /**
   * The version of a resource without waiting; `null` when the brand has to be read first.
   *
   * @param position that has to be reached
   */
  versionNow(slug: string, resource: Resource, position?: number): string | null {
    const repository = this.brands.getNow(slug);
    if (repository === undefined || (position !== undefined && (repository.branch.position ?? position) < position))
      return null;
    const snapshot = position === undefined ? this.callers.current(repository) : repository.current();
    return snapshot === null ? null : versionOf(snapshot, resource);
  }

  /** `versionNow` after the check that a read waits for. @throws `unavailable` */
  async versionConfirmed(slug: string, resource: Resource, sinceMs: number, position?: number): Promise<string | null> {
    const repository = this.brands.getNow(slug);
    if (repository?.isLoaded !== true) return null;
    if (position !== undefined) await waitForPosition(repository, position);
    return versionOf(await repository.read(sinceMs), resource);
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

  /** Runs an operation on a brand. A key's rights were checked before, at its admission; a person's are checked here. @throws PortalError */
  async run<Value>(operation: Operation<Value>, call: Call, input: Input): Promise<Result<Value>> {
    const repository = await this.brands.get(call.slug);
    const record = this.#registry.latest.catalog.brands.get(call.slug);
    if (call.registeredAt !== undefined && call.registeredAt !== record?.created_at) {
      throw notFound(`Brand ${call.slug}`);
    }
    if (call.actor.kind === 'person' && record !== undefined) authorize(operation, call.actor, record);
    else requireRole(operation.role, call.actor);
    // Only clients of REST can name a position; everyone else always sees the newest content.
    if (call.via !== 'rest' && repository.branch.position !== null) await repository.branch.confirmNewest();
    if (call.position !== undefined) await waitForPosition(repository, call.position);
    return execute(repository, operation, call, input, this);
  }

  /** Brands with their names, without reading their content. @param records left out: all, by slug */
  async listBrands(records?: readonly BrandRecord[]): Promise<ListedBrand[]> {
    const all = (await this.#registry.read()).catalog.brands.values();
    return listBrands(this.brands, records ?? [...all].sort((a, b) => (a.slug < b.slug ? -1 : 1)));
  }

  /** Sets which modules a brand has, and whether its API is on. @throws `not_found` */
  setBrandSettings(slug: string, settings: BrandSettings, by?: Acting): Promise<BrandRecord> {
    return setBrandSettings(this.#verbs, slug, settings, by);
  }

  /** Folder of the brand's repository, up to date, for native git. @throws `unavailable`, also for one of a newer format */
  async gitdir(slug: string): Promise<string> {
    if (this.isShared) await (await this.brands.get(slug)).branch.settleCache();
    try {
      await (await this.brands.get(slug)).head();
    } catch (error) {
      throw error instanceof NewerFormat ? error : repositoryUnavailable(error);
    }
    return this.brands.gitdir(slug);
  }

  /** The bytes of a brand's files. */
  files(slug: string): BrandFiles {
    return this.#storage.files(slug);
  }

  /** Purges the trash of every brand; one that fails does not keep the others from it. */
  async purgeTrash(signal?: AbortSignal): Promise<void> {
    const { catalog } = await this.#registry.read();
    for (const slug of catalog.brands.keys()) {
      if (signal?.aborted) return;
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

  /**
   * Builds the missing search indexes of all brands on this machine, and brings those of open brands up to date. A failed index does not
   * stop the others: a later search answers with the reason.
   */
  async prepareSearch(signal?: AbortSignal): Promise<void> {
    if (!this.isShared) {
      for (const slug of this.#registry.latest.catalog.brands.keys()) {
        if (signal?.aborted) return;
        const indexStats = await this.fs.promises.stat(this.#storage.searchPath(slug)).catch(() => null);
        if (indexStats === null) await this.brands.get(slug).catch(() => {});
      }
    }
    for (const [slug, repository] of this.brands.opened()) {
      if (signal?.aborted) return;
      try {
        const view = new BrandView(slug, await repository.read(), this.clock(), this.sanitizer);
        await this.search.prepare(slug, searchableOf(view).searchable);
      } catch {}
    }
  }

  /** Moves files that no commit names aside, in every brand on this machine; one that fails is left as it is. */
  async sweepFiles(signal?: AbortSignal): Promise<void> {
    if (this.isShared) return this.#erasePurged();
    if ((await nativeGitVersion()) === null) return;
    for (const slug of this.#registry.latest.catalog.brands.keys()) {
      if (signal?.aborted) return;
      const gitdir = this.brands.gitdir(slug);
      try {
        const swept = await sweepBrand({ fs: this.fs, gitdir, now: this.clock(), open: () => this.brands.get(slug) });
        const isQuiet = Object.values(swept).every((files) => files.length === 0);
        if (!isQuiet) this.#log.info({ brand: slug, ...swept }, 'swept files that no commit names');
      } catch (error) {
        this.#log.error({ brand: slug, err: error }, 'sweeping files failed: all are kept');
      }
    }
  }

  /** Over a store, where nothing is swept: what another node has purged leaves this disk, and what a crash has left, the store. */
  async #erasePurged(): Promise<void> {
    for (const [slug, repository] of this.brands.opened()) {
      try {
        const { purged } = (await repository.read()).catalog;
        for (const { sha256 } of purged) await this.files(slug).erase(sha256);
      } catch (error) {
        this.#log.error({ brand: slug, err: error }, 'erasing purged files failed');
      }
    }
  }

  /** Removes what interrupted work left behind in the data directory, in one repository after another. */
  async sweep(signal?: AbortSignal): Promise<void> {
    for await (const paths of allLeftovers(this.fs, this.#data)) {
      if (signal?.aborted) return;
      const removed = await removeLeftovers(this.fs, paths);
      if (removed > 0) this.#log.info({ paths: paths.slice(0, 10), removed }, 'removed what interrupted work left');
    }
  }

  /** Resolves when every accepted write is settled. */
  async close(): Promise<void> {
    this.pictures?.close();
    await Promise.all([this.#registry.close(), this.brands.close()]);
    await this.keys
      .saveLastUsed()
      .catch((error) => this.#log.warn({ err: error }, 'when keys were used cannot be kept'));
    await Promise.all([this.sanitizer.close(), this.search.close()]);
  }
}
