import type { BrandContent } from '../content/brand-content.js';
import type { Catalog } from '../content/catalog/catalog.js';
import { type FileInspector, inspectByName } from '../content/files/inspector.js';
import { createSanitizer, type Sanitizer } from '../content/html/sanitizer.js';
import { type ContentWork, workHere } from '../content/work/content-work.js';
import { Counts } from '../counts/counts.js';
import type { BrandFiles } from '../files/brand-files.js';
import { Quotas } from '../files/quotas.js';
import { type Clock, systemClock } from '../lib/clock.js';
import { lazy, Semaphores } from '../lib/concurrency.js';
import { NewerFormat } from '../lib/format.js';
import { sortedBy } from '../lib/order.js';
import type { Log } from '../log.js';
import { Notes } from '../notes/notes.js';
import { authorize, requireEntry, requireRightAndRole } from '../operations/engine/access.js';
import type { Call, Result } from '../operations/engine/call.js';
import type { Input, Operation } from '../operations/engine/contract.js';
import { execute } from '../operations/engine/execute.js';
import { isProposalOpen } from '../operations/engine/proposed-brand.js';
import { type Resource, versionAt } from '../operations/engine/resource.js';
import type { Pictures } from '../pictures/pictures.js';
import { type BrandSettings, nameProposals, setBrandSettings } from '../registry/brands.js';
import { Challenges } from '../registry/challenges.js';
import { Grants } from '../registry/grants.js';
import { Keys } from '../registry/keys.js';
import { LastUsed } from '../registry/last-used.js';
import { Mails } from '../registry/mails.js';
import { Passkeys } from '../registry/passkeys.js';
import { People } from '../registry/people.js';
import type { BrandRecord } from '../registry/records.js';
import { type Registry, requireBrand, UnknownBrand } from '../registry/registry.js';
import type { Acting } from '../registry/rights.js';
import { Seals } from '../registry/seals.js';
import { Seen } from '../registry/seen.js';
import { Sessions } from '../registry/sessions.js';
import { ShareLinks } from '../registry/share-links.js';
import { Verbs } from '../registry/verbs.js';
import { WebhookFiles } from '../registry/webhook-files.js';
import { Webhooks } from '../registry/webhooks.js';
import { Search } from '../search/search.js';
import type { FileSystem } from '../store/file-system.js';
import type { OnBatch, Repository } from '../store/repository.js';
import { Archive } from './archive.js';
import { type BrandLook, look } from './brand-look.js';
import { type BrandStorage, createDataDirectory, LocalStorage } from './brand-storage.js';
import { Callers } from './callers.js';
import { Chores } from './chores.js';
import { dataPaths } from './data-directory.js';
import { contentOf } from './export.js';
import { FileAddresses } from './files/file-addresses.js';
import { publishFiles } from './files/keep-file.js';
import { ProposalFiles } from './files/proposal-files.js';
import { FormerPages } from './former-pages.js';
import { type Health, HealthProbe } from './health.js';
import { knownBackups } from './known-backups.js';
import { defaultLimits, type ServiceLimits } from './limits.js';
import { type OpenBrandFigures, OpenBrands, repositoryUnavailable } from './open-brands.js';
import { Overview, type OverviewRow } from './overview.js';
import { Provisioning } from './provisioning.js';
import { resolveNotes } from './resolve-notes.js';
import { waitForPosition } from './wait-for-position.js';
import { WrittenBy } from './written-by.js';

/** Hooks for metrics. They must only count, because the work waits for them. */
export interface ServiceObserver {
  readonly onBatch: OnBatch;
  /** @param pages number of pages purged from one brand's trash; `null` if the purge failed */
  onPurge(pages: number | null): void;
}

/** Gauges, only from memory. */
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
  /** Default: in the calling thread. */
  readonly work?: ContentWork | undefined;
  /** Makes the search; `pathOf` names the file of a brand's index. Default: indexes in memory. */
  readonly search?: (pathOf: (slug: string) => string) => Search;
  readonly limits?: Partial<ServiceLimits>;
  /** Looks at files, and makes pictures of them. */
  readonly pictures?: Pictures | undefined;
  readonly observer?: ServiceObserver | undefined;
  /** Inspects files before they are stored. Default: `pictures`, or by their names. */
  readonly inspector?: FileInspector | undefined;
  /** Origin of the addresses of files. Default: none, they are paths. */
  readonly filesUrl?: string | null | undefined;
  /** Whether people come only from an identity provider: `only` of the configuration's `oidc`. */
  readonly isProviderOnly?: boolean | undefined;
  /** Whether the configuration names a mail server. */
  readonly sendsMails?: boolean | undefined;
  /** Storage of the brands. Default: the repositories in the data directory. */
  readonly storage?: BrandStorage | undefined;
}

type ListedBrand = BrandRecord & Pick<BrandLook, 'name' | 'changed_at'>;

/** All brands of one data directory and the keys to them. REST, MCP, the workspace and the command line work through it. */
export class Service {
  readonly clock: Clock;
  readonly sanitizer: Sanitizer;
  readonly work: ContentWork;
  readonly search: Search;
  readonly pictures: Pictures | undefined;
  readonly brands: OpenBrands;
  readonly formerPages: FormerPages;
  readonly keys: Keys;
  readonly callers: Callers;
  readonly webhooks: Webhooks;
  readonly people: People;
  readonly sessions: Sessions;
  readonly shareLinks: ShareLinks;
  readonly passkeys: Passkeys;
  readonly challenges: Challenges;
  readonly grants: Grants;
  readonly provisioning: Provisioning;
  readonly archive: Archive;
  readonly mails: Mails;
  readonly notes: Notes;
  readonly counts: Counts;
  readonly seen: Seen;
  readonly chores: Chores;
  readonly limits: ServiceLimits;
  readonly semaphores = new Semaphores();
  readonly inspector: FileInspector;
  readonly addresses: FileAddresses;
  readonly quotas = new Quotas();
  readonly fs: FileSystem;
  /** Whether the repositories on this machine are caches, so that the disk does not have all brands. */
  readonly isShared: boolean;
  readonly #log: Log;
  readonly #data: string;
  readonly #storage: BrandStorage;
  readonly #registry: Repository<Registry>;
  readonly #verbs: Verbs;
  readonly #health: HealthProbe;
  readonly #overview: Overview;

  private constructor(
    options: ServiceOptions,
    storage: BrandStorage,
    registry: Repository<Registry>,
    readonly writtenBy: WrittenBy,
  ) {
    this.clock = options.clock ?? systemClock;
    this.sanitizer = options.sanitizer ?? createSanitizer();
    this.work = options.work ?? workHere(this.sanitizer);
    this.search = options.search?.((slug) => storage.paths(slug).search) ?? new Search();
    this.pictures = options.pictures;
    this.inspector = options.inspector ?? options.pictures ?? inspectByName;
    this.fs = options.fs;
    this.#log = options.log;
    this.#data = options.data;
    this.limits = { ...defaultLimits, ...options.limits };
    this.#storage = storage;
    this.isShared = storage.isShared;
    this.brands = new OpenBrands(options.fs, storage, options.log, {
      registered: () => registry.latest.catalog.brands,
      people: () => registry.latest.catalog.people,
      nameProposals: (slug) => nameProposals(verbs, slug),
      sanitizer: this.sanitizer,
      waitingWrites: this.limits.waitingWrites,
      onBatch: writtenBy.noticing(options.observer?.onBatch),
      onClose: (slug) => this.search.drop(slug),
    });
    this.formerPages = new FormerPages(options.fs, this.brands, options.log, (slug) => storage.paths(slug).addresses);
    this.#registry = registry;
    this.#overview = new Overview({ fs: options.fs, data: options.data, storage, brands: this.brands });
    const verbs = new Verbs(registry, this.clock, options.isProviderOnly);
    this.#verbs = verbs;
    this.people = new People(verbs);
    this.sessions = new Sessions(verbs);
    this.challenges = new Challenges(() => storage.key('challenge'), this.clock);
    this.passkeys = new Passkeys(verbs, this.challenges);
    const lastUsed = new LastUsed(storage.lastUsed);
    this.seen = new Seen(storage.seen);
    this.keys = new Keys(verbs, lastUsed);
    this.shareLinks = new ShareLinks(verbs, lastUsed, (slug, number) => isProposalOpen(this.brands, slug, number));
    const seals = lazy(async () => new Seals(await storage.key('oauth')));
    this.grants = new Grants(verbs, seals, lastUsed);
    const { brands, sanitizer, clock, grants, keys, people } = this;
    this.mails = new Mails(options.sendsMails ?? false, verbs, storage.texts, () => storage.key('mail'));
    const mailProblem = (): Promise<string | null> => this.mails.problem();
    this.#health = new HealthProbe(options.fs, options.data, storage, registry, this.brands, options.log, mailProblem);
    const webhookFiles = new WebhookFiles(options.fs, dataPaths.webhooks(options.data));
    this.callers = new Callers({ registry, keys, grants, brands, clock, storage });
    this.notes = new Notes((slug) => storage.notes(slug), clock);
    this.counts = new Counts((slug) => storage.counts(slug), clock);
    this.addresses = new FileAddresses({ verbs, brands, callers: this.callers, origin: options.filesUrl ?? null });
    this.provisioning = new Provisioning({ storage, verbs, people, webhookFiles, sanitizer });
    this.webhooks = new Webhooks(verbs, webhookFiles);
    this.chores = new Chores(this, { ...options, registry, storage });
    this.archive = new Archive({
      ...{ storage, verbs, webhookFiles },
      unschedule: (slug) => this.chores.unschedule(slug),
      forgetPictures: async (sha256) => this.pictures?.forget(sha256),
    });
  }

  static async open(options: ServiceOptions): Promise<Service> {
    const { fs, data, clock = systemClock } = options;
    const storage = options.storage ?? new LocalStorage(fs, data);
    await createDataDirectory(fs, data);
    const writtenBy = new WrittenBy(storage.writtenBy);
    const registry = await storage.openRegistry(clock, { onBatch: writtenBy.noticing() });
    // With a damaged registry the service starts anyway, but is not ready.
    await registry.read().catch(() => {});
    return new Service(options, storage, registry, writtenBy);
  }

  /** Readiness: whether requests can be served. Cheap. */
  health(): Promise<Health> {
    return this.#health.now();
  }

  figures(): Figures {
    const registeredBrands = this.#registry.latest.catalog.brands.size;
    return { registeredBrands, unreadableBrands: this.brands.unreadable().size, openBrands: this.brands.figures() };
  }

  /** The brand's position on this node; `null` if reads are never older than acknowledged writes. */
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
    return snapshot === null ? null : versionAt(snapshot, resource, this.clock());
  }

  /** `versionNow` after the check that a read waits for. @throws `unavailable` */
  async versionConfirmed(slug: string, resource: Resource, sinceMs: number, position?: number): Promise<string | null> {
    const repository = this.brands.getNow(slug);
    if (repository?.isLoaded !== true) return null;
    if (position !== undefined) await waitForPosition(repository, position);
    return versionAt(await repository.read(sinceMs), resource, this.clock());
  }

  async registered(): Promise<Registry['brands']> {
    return (await this.#registry.read()).catalog.brands;
  }

  /** All registered brands without waiting; `null` when the registry has to be read first. */
  registeredNow(): Registry['brands'] | null {
    return this.callers.current(this.#registry)?.catalog.brands ?? null;
  }

  /** @throws `not_found` unless it is registered */
  async requireBrand(slug: string): Promise<void> {
    requireBrand((await this.#registry.read()).catalog, slug);
  }

  /** The repository of a registered brand. @throws `not_found`, `unavailable` */
  async openBrand(slug: string): Promise<Repository<Catalog>> {
    await this.requireBrand(slug);
    return this.brands.get(slug);
  }

  /** Everything in a brand as it is now. @throws `not_found`, `unavailable`, `invalid` when its settings are damaged */
  async exportBrand(slug: string): Promise<BrandContent> {
    const record = requireBrand((await this.#registry.read()).catalog, slug);
    return contentOf(record, await (await this.brands.get(slug)).read(), this.sanitizer);
  }

  /** Runs an operation on a brand. A key's rights were checked before, at its admission; a person's are checked here. @throws PortalError */
  async run<Value>(operation: Operation<Value>, call: Call, input: Input): Promise<Result<Value>> {
    this.#requireSameBrand(call);
    const repository = await this.brands.get(call.slug);
    const record = this.#requireSameBrand(call);
    const isProposed = call.proposal !== undefined;
    requireEntry(call.actor, record);
    if (call.actor.kind === 'person' || call.actor.kind === 'guest')
      authorize(operation, call.actor, record, isProposed);
    else requireRightAndRole(operation, call.actor, isProposed);
    // Only clients of REST can name a position; everyone else always sees the newest content.
    if (call.via !== 'rest' && repository.branch.position !== null) await repository.branch.confirmNewest();
    if (call.position !== undefined) await waitForPosition(repository, call.position);
    if (operation.publishes) await publishFiles(this, call.slug, Number(input.params.proposal));
    const result = await execute(repository, operation, call, input, this);
    // Purged pages leave the proposals and the notes, too.
    if (operation.name.startsWith('trash.purge') && result.isCommitted) {
      await this.chores.tidyProposals(undefined, call.slug);
      await this.chores.sweepNotes(undefined, call.slug);
    }
    if (operation.publishes) await resolveNotes(this, call, Number(input.params.proposal));
    return result;
  }

  /** @throws UnknownBrand unless the brand that a caller was admitted for has its slug still, as the registry was read last */
  #requireSameBrand({ slug, registeredAt }: Pick<Call, 'slug' | 'registeredAt'>): BrandRecord {
    const brand = requireBrand(this.#registry.latest.catalog, slug);
    if ((registeredAt ?? brand.created_at) === brand.created_at) return brand;
    throw new UnknownBrand(slug);
  }

  /** Brands with their names, without reading their content. @param records default: all, by slug */
  async listBrands(records?: readonly BrandRecord[]): Promise<ListedBrand[]> {
    const all = (await this.#registry.read()).catalog.brands.values();
    const listed = records ?? sortedBy(all, ({ slug }) => slug);
    const unreadable = { name: null, changed_at: null };
    const looks = listed.map(async (record) => {
      const { name, changed_at } = await look(this.brands, record.slug).catch(() => unreadable);
      return { ...record, name, changed_at };
    });
    return Promise.all(looks);
  }

  /** All registered brands at a glance. */
  async overview(): Promise<OverviewRow[]> {
    return this.#overview.rows((await this.#registry.read()).catalog);
  }

  /** Changes the settings of a brand that are not in its repository. @throws `not_found`, `forbidden` */
  setBrandSettings(slug: string, settings: BrandSettings, by?: Acting): Promise<BrandRecord> {
    return setBrandSettings(this.#verbs, slug, settings, by);
  }

  /** Folder of the brand's repository, up to date, for native git. @throws `unavailable`, also for one of a newer format */
  async gitdir({ slug, created_at: registeredAt }: BrandRecord): Promise<string> {
    if (this.isShared) await (await this.brands.get(slug)).branch.settleCache();
    try {
      await (await this.brands.get(slug)).head();
    } catch (error) {
      throw error instanceof NewerFormat ? error : repositoryUnavailable(error);
    }
    this.#requireSameBrand({ slug, registeredAt });
    return this.brands.gitdir(slug);
  }

  files(slug: string): BrandFiles {
    return this.#storage.files(slug);
  }

  /** Newest commit of a brand's proposals; `null` if there are none. */
  async proposalsHead(slug: string): Promise<string | null> {
    return (await (await this.brands.proposals(slug))?.read())?.commit ?? null;
  }

  /** Files that proposals of a brand may name: its own, and those that came with proposals, as new ones do. */
  proposalFiles(slug: string): BrandFiles {
    return new ProposalFiles(this.files(slug), this.#storage.proposalFiles(slug));
  }

  /** Directories of backups of this data directory, as far as it knows. */
  async knownBackups(): Promise<string[]> {
    return [...(await knownBackups(this.fs, this.#data)).keys()];
  }

  /** Resolves when every accepted write is settled. The search comes last: it waits for a running step, which may never end. */
  async close(): Promise<void> {
    this.pictures?.close();
    await this.formerPages.close();
    await Promise.all([this.#registry.close(), this.brands.close()]);
    const warn = (problem: string) => (error: unknown) => this.#log.warn({ err: error }, problem);
    await this.keys.saveLastUsed().catch(warn('the times of last use of keys cannot be stored'));
    await this.chores.saveSeen().catch(warn('what people have seen cannot be stored'));
    await this.chores.saveCounts().catch(warn('what was read cannot be stored'));
    await Promise.all([this.sanitizer.close(), this.work.close()]);
    await this.search.close();
  }
}
