import type { Catalog } from '../content/catalog/catalog.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import { allProposals, type Proposals } from '../content/proposals/catalog.js';
import type { Author } from '../content/proposals/format.js';
import type { Counts } from '../counts/counts.js';
import type { BrandFiles } from '../files/brand-files.js';
import type { Swept } from '../files/sweep.js';
import { type Clock, isoSeconds } from '../lib/clock.js';
import { untilAborted } from '../lib/concurrency.js';
import { type ErrorCode, PortalError } from '../lib/errors.js';
import { say } from '../lib/say.js';
import type { Log } from '../log.js';
import type { Notes } from '../notes/notes.js';
import { type Actor, personActor } from '../operations/engine/access.js';
import type { Call, Result } from '../operations/engine/call.js';
import { type Input, noInput, type Operation } from '../operations/engine/contract.js';
import { recordMerges } from '../operations/engine/record-merges.js';
import { maybeUnrecorded } from '../operations/engine/unrecorded-merges.js';
import { BrandView } from '../operations/engine/view.js';
import { mergeProposal } from '../operations/proposals/merge.js';
import { blockProposal, type Due, dueProposals, nextDueMs, unschedule } from '../operations/proposals/publish-due.js';
import { hasPurged, purgedSince, tidyProposals } from '../operations/proposals/tidy.js';
import { searchableOf } from '../operations/search.js';
import { purgeTrash } from '../operations/trash.js';
import { isArchived, isCounted, isErasing, roleIn } from '../registry/records.js';
import type { Registry } from '../registry/registry.js';
import { includesRight, rightsIn } from '../registry/rights.js';
import type { Seen } from '../registry/seen.js';
import type { Search } from '../search/search.js';
import { exists, type FileSystem } from '../store/file-system.js';
import { removeLeftovers } from '../store/leftovers.js';
import { Ref } from '../store/local/ref.js';
import { nativeGitVersion } from '../store/native/native-git.js';
import type { Repository } from '../store/repository.js';
import type { BrandStorage } from './brand-storage.js';
import { allLeftovers, proposalsIn } from './data-directory.js';
import { sweepProposals } from './files/proposal-files.js';
import { sweepBrand } from './files/sweep-brand.js';
import type { OpenBrands } from './open-brands.js';

interface ChoreService {
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly sanitizer: Sanitizer;
  readonly search: Search;
  readonly brands: OpenBrands;
  readonly notes: Notes;
  readonly counts: Counts;
  readonly seen: Seen;
  readonly isShared: boolean;
  files(slug: string): BrandFiles;
  readonly run: <Value>(operation: Operation<Value>, call: Call, input: Input) => Promise<Result<Value>>;
}

interface ChoreOptions {
  readonly data: string;
  readonly registry: Repository<Registry>;
  readonly storage: BrandStorage;
  readonly log: Log;
  /** @param pages number of pages purged from one brand's trash; `null` if the purge failed */
  readonly observer?: { onPurge(pages: number | null): void } | undefined;
}

/** Refusals of a merge that no later try can pass. */
const lasting: ReadonlySet<ErrorCode> = new Set([
  'precondition_failed',
  'invalid',
  'forbidden',
  'not_found',
  'too_large',
]);

const system: Actor = { kind: 'system', id: 'system', name: 'Brand Portal', rights: ['read', 'write'] };

/** Number of commits of proposals, one for each saved draft, after which their history begins again. */
const maxProposalCommits = 50_000;

/** Commits of a brand that are read again to find purged pages. */
const maxUnread = 1000;

/** The regular work of a service on its brands, one after another. Each ends early when its signal is aborted. */
export class Chores {
  /** When the next proposal of a brand is due, as of a commit of its proposals. */
  readonly #nextDue = new Map<string, { readonly commit: string | null; readonly ms: number }>();

  constructor(
    private readonly service: ChoreService,
    private readonly options: ChoreOptions,
  ) {}

  /** Purges the trash of every brand. */
  async purgeTrash(signal?: AbortSignal): Promise<void> {
    const { log, observer } = this.options;
    await this.#eachBrand('purging the trash failed', signal, async (slug) => {
      try {
        const { purged } = (await this.#perform(slug, 'purge', purgeTrash, { body: {} })).value;
        observer?.onPurge(purged.length);
        if (purged.length > 0) log.info({ brand: slug, purged }, 'purged pages from the trash');
      } catch (error) {
        observer?.onPurge(null);
        throw error;
      }
    });
  }

  /** Removes notes of every brand, or of one, whose page is gone for good or whose time is over. */
  async sweepNotes(signal?: AbortSignal, only?: string): Promise<void> {
    const sweep = async (slug: string): Promise<void> => {
      const { brands, notes } = this.service;
      const { catalog } = await (await brands.get(slug)).read();
      const gone = await notes.of(slug).sweep((page) => catalog.pages.has(page) || catalog.trash.has(page));
      if (gone.length > 0) this.options.log.info({ brand: slug, notes: gone }, 'removed notes');
    };
    await this.#eachBrand('sweeping the notes failed', signal, sweep, only === undefined ? undefined : [only]);
  }

  /** @throws as `Seen.save` */
  async saveSeen(): Promise<void> {
    const { people, brands } = this.options.registry.latest.catalog;
    await this.service.seen.save(({ person, brand }) => people.has(person) && brands.has(brand));
  }

  /** @throws as `Counts.save` */
  async saveCounts(): Promise<void> {
    const { brands } = this.options.registry.latest.catalog;
    await this.service.counts.save((slug) => isCounted(brands.get(slug) ?? { counts: 'off' }));
  }

  /** Removes counts of every brand whose time is over, and all of those that are not counted. */
  async sweepCounts(signal?: AbortSignal): Promise<void> {
    const { brands } = (await this.options.registry.read()).catalog;
    const sweep = (slug: string): Promise<void> =>
      this.service.counts.sweep(slug, isCounted(brands.get(slug) ?? { counts: 'off' }));
    await this.#eachBrand('sweeping the counts failed', signal, sweep);
  }

  /** Records merges of the proposals of every brand, or of one, and withdraws, removes and cleans proposals that are due. */
  async tidyProposals(signal?: AbortSignal, only?: string): Promise<void> {
    const tidy = async (slug: string): Promise<void> => {
      const { brands } = this.service;
      const proposals = await brands.proposals(slug);
      if (proposals === null) return;
      await this.#recordMerges(slug, proposals);
      const body = await this.#purgedFor(slug, proposals);
      const { value } = await this.#perform(slug, 'tidy', tidyProposals, { body });
      if (Object.values(value).some((numbers) => numbers.length > 0))
        this.options.log.info({ brand: slug, ...value }, 'tidied proposals');
      if (body.isHeld) void brands.maintainProposals(slug);
    };
    await this.#eachBrand('tidying the proposals failed', signal, tidy, only === undefined ? undefined : [only]);
  }

  /** Reads the history of the brand before the write: it may be long, and other writes to proposals must not wait for it. */
  async #recordMerges(slug: string, proposals: Repository<Proposals>): Promise<void> {
    const main = await this.service.brands.get(slug);
    const { catalog } = await proposals.read();
    const { commit } = await main.read();
    const maybe = await maybeUnrecorded(main, commit, allProposals(catalog));
    if (maybe.length === 0) return;
    const body = { proposals: maybe.map(({ record }) => record.number) };
    const { value: recorded } = await this.#perform(slug, 'record', recordMerges, { body });
    if (recorded > 0) this.options.log.info({ brand: slug, proposals: recorded }, 'recorded what was published');
  }

  /**
   * Runs work on brands, one after another. A failure in one is logged, and does not affect the others.
   *
   * @param slugs default: all
   */
  async #eachBrand(
    failure: string,
    signal: AbortSignal | undefined,
    work: (slug: string) => Promise<void>,
    slugs?: Iterable<string>,
  ): Promise<void> {
    const { registry, log } = this.options;
    const { brands } = (await registry.read()).catalog;
    for (const slug of slugs ?? brands.keys()) {
      if (signal?.aborted) return;
      if (isErasing(brands.get(slug) ?? {})) continue;
      await this.service.brands
        .unnoticed(slug, () => work(slug))
        .catch((error) => log.error({ brand: slug, err: error }, failure));
    }
  }

  /** @param purpose begins the request's id */
  #perform<Value>(
    slug: string,
    purpose: string,
    operation: Operation<Value>,
    input: Partial<Input>,
    actor = system,
  ): Promise<Result<Value>> {
    const requestId = `${purpose}-${isoSeconds(this.service.clock())}`;
    const call: Call = { slug, actor, via: 'system', requestId, precondition: null };
    return this.service.run(operation, call, { ...noInput, ...input });
  }

  /** Pages purged from the brand since the proposals were last tidied. */
  async #purgedFor(slug: string, proposals: Repository<Proposals>) {
    const main = await this.service.brands.get(slug);
    const { catalog } = await proposals.read();
    const { commit } = await main.read();
    const { purgedUntil } = catalog;
    if (commit === null) return { pages: [], until: purgedUntil, isHeld: false };
    const { pages, seen } = await purgedSince(main, commit, purgedUntil);
    const { versions } = proposals;
    const isHeld =
      (pages.size > 0 && (await versions.mayHaveHad('proposals', (path) => hasPurged(catalog, pages, path)))) ||
      (await versions.count({}).catch(() => 0)) > maxProposalCommits;
    return { pages: [...pages], until: pages.size > 0 || seen > maxUnread ? commit : purgedUntil, isHeld };
  }

  /** Publishes the proposals of every brand whose time has come, in order. A proposal that cannot be published is blocked, with the reason. */
  async publishDue(signal?: AbortSignal): Promise<void> {
    const { brands, clock } = this.service;
    const { registry } = this.options;
    const waiting: string[] = [];
    for (const slug of (await registry.read()).catalog.brands.keys())
      if (await this.#mayBeDue(slug)) waiting.push(slug);
    const publish = async (slug: string): Promise<void> => {
      const brand = registry.latest.catalog.brands.get(slug);
      if (brand === undefined || isArchived(brand)) return;
      const proposals = await (await brands.proposals(slug))?.read();
      if (proposals === undefined) return;
      for (const due of dueProposals(proposals.catalog, clock())) {
        if (signal?.aborted) return;
        await this.#publish(slug, due);
      }
      const { commit, catalog } = proposals;
      this.#nextDue.set(slug, { commit, ms: nextDueMs(catalog) });
    };
    await this.#eachBrand('publishing scheduled proposals failed', signal, publish, waiting);
  }

  /** Whether the proposals of a brand on this machine must be read: they have changed, or the time of one has come. */
  async #mayBeDue(slug: string): Promise<boolean> {
    const { fs, brands, clock, isShared } = this.service;
    if (isShared) return true;
    try {
      const gitdir = proposalsIn(brands.gitdir(slug));
      if (!(await exists(fs, gitdir))) return false;
      const known = this.#nextDue.get(slug);
      return known === undefined || known.commit !== new Ref(fs, gitdir).current() || known.ms <= clock().getTime();
    } catch {
      // The turn itself says what is wrong.
      return true;
    }
  }

  /** Makes drafts of a brand's scheduled proposals whose time has passed. */
  async unschedule(slug: string): Promise<void> {
    const proposals = await (await this.service.brands.proposals(slug))?.read();
    if (proposals === undefined || dueProposals(proposals.catalog, this.service.clock()).length === 0) return;
    await this.#perform(slug, 'unschedule', unschedule, { body: {} });
  }

  /**
   * Publishes a proposal as the person who approved it, with the rights of that person now.
   *
   * @throws temporary errors
   */
  async #publish(slug: string, { number, by, reason: late }: Due): Promise<void> {
    const { log } = this.options;
    const params = { proposal: String(number) };
    let reason = late;
    if (reason === null) {
      try {
        const actor = await this.#approver(slug, by);
        const { value } = await this.#perform(slug, 'publish', mergeProposal, { params, body: {} }, actor);
        // Another process that has published it says so.
        if (value.found === null) log.info({ brand: slug, proposal: number }, 'published a scheduled proposal');
        return;
      } catch (error) {
        if (!(error instanceof PortalError) || !lasting.has(error.code)) throw error;
        reason = error.message;
      }
    }
    await this.#perform(slug, 'publish', blockProposal, { params, body: { reason } });
    log.warn({ brand: slug, proposal: number, reason }, 'a scheduled proposal was not published');
  }

  /** @throws `forbidden` when the person may not publish any more */
  async #approver(slug: string, { kind, id, name }: Author): Promise<Actor> {
    if (kind !== 'person') return { kind: 'operator', id, name, rights: ['read', 'write'] };
    const person = (await this.options.registry.read()).catalog.people.get(id);
    const role = person && person.disabled_at === null ? roleIn(person, slug) : null;
    if (!person || role === null || !includesRight(rightsIn(person, slug, role), 'write'))
      throw new PortalError('forbidden', say`${name}, who approved it, may not publish any more.`);
    return { ...personActor(person, role, slug), name };
  }

  /** Merges packs of the registry and of every open brand that have at least `minPacks`. */
  async maintain(minPacks: number): Promise<void> {
    const { brands } = this.service;
    await brands.maintain(minPacks);
    await brands.maintenance.run({ repository: 'registry' }, this.options.registry, minPacks);
  }

  /** Builds the missing search indexes of all brands on this machine, and brings those of open brands up to date. */
  async prepareSearch(signal?: AbortSignal): Promise<void> {
    const { registry, storage } = this.options;
    const { fs, brands, isShared } = this.service;
    for (const [slug, brand] of isShared ? [] : registry.latest.catalog.brands) {
      if (signal?.aborted) return;
      if (isArchived(brand)) continue;
      const indexStats = await fs.promises.stat(storage.paths(slug).search).catch(() => null);
      if (indexStats !== null) continue;
      const prepare = async (): Promise<void> => this.#prepareIndex(slug, await brands.get(slug), signal);
      // A brand that cannot be opened has been logged.
      await brands.unnoticed(slug, prepare).catch(() => {});
    }
    for (const [slug, repository] of brands.opened()) {
      if (signal?.aborted) return;
      await this.#prepareIndex(slug, repository, signal);
    }
  }

  async #prepareIndex(slug: string, repository: Repository<Catalog>, signal: AbortSignal | undefined): Promise<void> {
    const { clock, sanitizer, search } = this.service;
    try {
      const view = new BrandView(slug, await repository.read(), clock(), sanitizer);
      const prepared = search.prepare(slug, searchableOf(view).searchable);
      await (signal === undefined ? prepared : untilAborted(prepared, signal));
    } catch {
      // A later search answers with the reason, and the next turn tries again.
    }
  }

  /** Quarantines files that no commit names, in every brand on this machine; one that fails keeps all its files. */
  async sweepFiles(signal?: AbortSignal): Promise<void> {
    const { fs, brands, clock, isShared } = this.service;
    if (isShared) return this.#erasePurged();
    if ((await nativeGitVersion()) === null) return;
    const failure = 'sweeping files failed: nothing is deleted';
    await this.#eachBrand(failure, signal, async (slug) => {
      const swept = await sweepBrand({ fs, gitdir: brands.gitdir(slug), now: clock(), open: () => brands.get(slug) });
      this.#reportSwept({ brand: slug }, swept);
    });
    await this.#eachBrand(failure, signal, async (slug) => {
      const gitdir = proposalsIn(brands.gitdir(slug));
      if (!(await exists(fs, gitdir).catch(() => false))) return;
      this.#reportSwept({ brand: slug, repository: 'proposals' }, await sweepProposals(fs, gitdir, clock()));
    });
  }

  #reportSwept(name: object, swept: Swept): void {
    const isQuiet = Object.values(swept).every((files) => files.length === 0);
    if (!isQuiet) this.options.log.info({ ...name, ...swept }, 'swept files that no commit names');
  }

  /** For a portal in a store, where nothing is swept: removes files that other nodes have purged, and remains of a crash. */
  async #erasePurged(): Promise<void> {
    const { brands } = this.service;
    const erase = async (slug: string): Promise<void> => {
      const { purged } = (await (await brands.get(slug)).read()).catalog;
      for (const { sha256 } of purged) await this.service.files(slug).erase(sha256);
    };
    const open = [...brands.opened()].map(([slug]) => slug);
    await this.#eachBrand('erasing purged files failed', undefined, erase, open);
  }

  /** Removes leftovers of interrupted work from the data directory, one repository after another. */
  async sweep(signal?: AbortSignal): Promise<void> {
    for await (const paths of allLeftovers(this.service.fs, this.options.data)) {
      if (signal?.aborted) return;
      const removed = await removeLeftovers(this.service.fs, paths);
      const shown = { paths: paths.slice(0, 10), removed };
      if (removed > 0) this.options.log.info(shown, 'removed what interrupted work left');
    }
  }
}
