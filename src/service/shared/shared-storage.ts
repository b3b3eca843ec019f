import { randomBytes } from 'node:crypto';
import type { Catalog } from '../../content/catalog/catalog.js';
import { FileCache } from '../../files/file-cache.js';
import { LocalFiles } from '../../files/local-files.js';
import { SharedFiles, type SharedFilesOptions } from '../../files/shared-files.js';
import type { Clock } from '../../lib/clock.js';
import { PortalError } from '../../lib/errors.js';
import type { Projection } from '../../lib/projection.js';
import type { Log } from '../../log.js';
import { KeptObjects } from '../../notes/kept-objects.js';
import { brandExists, type ReregisteredBrand, reregisterBrand } from '../../registry/brands.js';
import type { SharedText } from '../../registry/last-used.js';
import type { PrivateTexts } from '../../registry/private-texts.js';
import { logOf, slugPattern } from '../../registry/records.js';
import { allLogs, logsOfCallers, type Registry, registryProjection, requireBrand } from '../../registry/registry.js';
import type { Verbs } from '../../registry/verbs.js';
import { directorySize, type FileSystem, replaceFiles } from '../../store/file-system.js';
import { EntryError } from '../../store/log/entry.js';
import { readJson, retry } from '../../store/log/retry.js';
import type { CachedLog, SharedPortal } from '../../store/log/shared-portal.js';
import { unreachable } from '../../store/log/store-conformance.js';
import type { Repository, RepositoryOptions, Work } from '../../store/repository.js';
import { type BrandStorage, type CopyFiles, type ErasedFiles, keyBytes } from '../brand-storage.js';
import { brandPaths, dataPaths, holdsRepositories, type KeyName, removeDerived } from '../data-directory.js';

const lastUsedKey = 'last-used.json';
const writtenByKey = 'written-by.json';
const seenKey = 'seen.json';

/** A portal in an object store. The repositories in the data directory are caches of its logs. */
export class SharedStorage implements BrandStorage {
  readonly isShared = true;
  /** Object of the last uses, one for all nodes, because caches are discarded. Nothing is deleted from the store. */
  readonly lastUsed: SharedText;
  readonly writtenBy: SharedText;
  readonly seen: SharedText;
  readonly texts: PrivateTexts;
  /** Size of the caches on this disk, as measured last. */
  cacheBytes = 0;
  readonly #files: FilePlace;
  #registry: Repository<Registry> | undefined;

  constructor(
    readonly portal: SharedPortal,
    private readonly fs: FileSystem,
    private readonly data: string,
    fileCacheBytes: number,
  ) {
    const { store } = portal.options;
    this.#files = filePlace(fs, dataPaths.files(data), fileCacheBytes);
    const hint = (key: string): SharedText => ({
      read: async () => [JSON.stringify(await this.#readHint(key))],
      write: (text) => store.put(key, Buffer.from(text)),
    });
    this.lastUsed = hint(lastUsedKey);
    this.writtenBy = hint(writtenByKey);
    this.seen = hint(seenKey);
    this.texts = storedTexts(portal);
  }

  /** A damaged object counts as missing. One that is damaged only in transit must not be overwritten. */
  #readHint(key: string): Promise<unknown> {
    const { store, timeoutMs } = this.portal.options;
    return readJson(store, key, AbortSignal.timeout(timeoutMs)).catch((error) => {
      if (error instanceof EntryError && !error.differs) return null;
      throw error;
    });
  }

  get clockSkewSeconds(): number {
    return this.portal.options.store.clockSkewSeconds;
  }

  /** One for all nodes, because one node may issue a challenge and another get the answer. */
  async key(name: KeyName): Promise<Buffer> {
    const object = `${name}.key`;
    const { store, timeoutMs } = this.portal.options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const read = () => retry(() => store.get(object), timeout);
    try {
      const found = await read();
      if (found !== null) return found;
      await retry(() => store.create(object, randomBytes(keyBytes)), timeout);
      return (await read()) as Buffer;
    } catch (error) {
      throw unreachable(store, error);
    }
  }

  reportTo(log: Log): void {
    this.portal.onProblem = (problem, details) => log.error(details, problem);
  }

  async openRegistry(_clock?: Clock, options: RepositoryOptions<Registry> = {}): Promise<Repository<Registry>> {
    await this.#claim();
    const registry = await this.portal.open(
      this.#registryLog,
      registryProjection,
      options,
      async ({ n, parent, tip }) => {
        const { latest, prepared } = registry;
        const isKnown = latest.commit === parent && prepared?.commit === tip;
        const logs = isKnown ? logsOfCallers(latest.catalog, prepared.catalog) : allLogs(latest.catalog);
        await Promise.all(logs.map((log) => this.portal.notify(logKey(log), n)));
      },
    );
    this.#registry = registry;
    await registry.read();
    return registry;
  }

  /** A directory that holds anything but caches of this portal is not touched. */
  async #claim(): Promise<void> {
    const mark = dataPaths.sharedMark(this.data);
    const text = await this.fs.promises.readFile(mark, 'utf8').catch(() => null);
    if (text === null) {
      if (await holdsRepositories(this.fs, this.data)) {
        const advice = 'publish it with "brand-portal shared init", and give nodes a directory of their own';
        throw new PortalError('invalid', `${this.data} holds a portal of its own: ${advice}.`);
      }
      const mine = `${JSON.stringify({ format: 1, portal: this.portal.id })}\n`;
      await replaceFiles(this.fs, [{ path: mark, bytes: Buffer.from(mine) }]);
      return;
    }
    if (!text.includes(JSON.stringify(this.portal.id))) {
      throw new PortalError('invalid', `${this.data} holds caches of another portal than that at ${this.portal.name}.`);
    }
  }

  coversRegistry(log: string): boolean {
    return this.portal.coversRegistry(logKey(log));
  }

  get #registryLog(): CachedLog {
    return { log: 'registry', gitdir: dataPaths.registry(this.data) };
  }

  /** Log of a brand, by its name. */
  brandLog(name: string): CachedLog {
    return { log: logKey(name), gitdir: dataPaths.brand(this.data, name) };
  }

  /** Log of a brand's proposals, by the name that the brand's record has. */
  proposalsLog(name: string): CachedLog {
    return { log: proposalsKey(name), gitdir: dataPaths.proposalsCache(this.data, name) };
  }

  #logOf(slug: string): string {
    return logOf(this.#registry?.latest.catalog.brands.get(slug) ?? { slug });
  }

  paths(slug: string) {
    return brandPaths(this.data, this.#logOf(slug));
  }

  files(slug: string): SharedFiles {
    return filesOver(this.portal, this.#logOf(slug), this.#files);
  }

  proposalFiles(slug: string): SharedFiles {
    return filesOver(this.portal, proposalsKey(this.#proposalsOf(slug) ?? this.#logOf(slug)), this.#files);
  }

  notes(slug: string): KeptObjects {
    return keptOver(this.portal, this.#logOf(slug)).notes;
  }

  counts(slug: string): KeptObjects {
    return keptOver(this.portal, this.#logOf(slug)).counts;
  }

  open(slug: string, projection: Projection<Catalog>, options: RepositoryOptions<Catalog>) {
    return this.portal.open(this.brandLog(this.#logOf(slug)), projection, options);
  }

  async openProposals<C>(slug: string, projection: Projection<C>, options: RepositoryOptions<C>) {
    const log = await this.proposalsOf(slug);
    return log && this.portal.open(log, projection, options);
  }

  /** The log of a brand's proposals, and its cache on this machine; `null` if it has not begun. */
  async proposalsOf(slug: string): Promise<CachedLog | null> {
    const name = this.#proposalsOf(slug);
    if (name === undefined || !(await this.portal.hasLog(proposalsKey(name)))) return null;
    return this.proposalsLog(name);
  }

  hasProposals(slug: string): Promise<boolean> {
    return this.portal.hasLog(proposalsKey(slug));
  }

  async createProposals<C>(slug: string, projection: Projection<C>, work: Work<C, void>): Promise<void> {
    const log = this.#proposalsOf(slug);
    if (log === undefined) throw new Error(`The record of ${slug} names no proposals`);
    const begun = new Error('The log has begun');
    await this.portal.create(this.proposalsLog(log), projection, work, begun).catch((error) => {
      if (error !== begun) throw error;
    });
  }

  #proposalsOf(slug: string): string | undefined {
    return this.#registry?.latest.catalog.brands.get(slug)?.proposals;
  }

  async create(slug: string, projection: Projection<Catalog>, work: Work<Catalog, void>, copyFiles?: CopyFiles) {
    const log = await this.freeLog(slug);
    await copyFiles?.(filesOver(this.portal, log, this.#files));
    await this.portal.create(this.brandLog(log), projection, work, brandExists(slug));
    return { log };
  }

  /** A log that has not begun, because an earlier brand of the same slug keeps its own. */
  async freeLog(slug: string): Promise<string> {
    for (let number = 1; ; number += 1) {
      const log = number === 1 ? slug : `${slug}.${number}`;
      if (!(await this.portal.hasLog(logKey(log)))) return log;
    }
  }

  async has(slug: string): Promise<boolean> {
    if (!slugPattern.test(slug) || !(await this.portal.hasLog(logKey(slug)))) return false;
    if ((await this.freeLog(slug)) === `${slug}.2`) return true;
    const problem = `There have been several brands ${slug}: which log is meant is not known`;
    throw new PortalError('invalid', `${problem}. Create it again, or restore it from a backup.`);
  }

  /** A log without a brand never conflicts, because a new brand gets a log of another name; see `freeLog`. */
  async requireNone(): Promise<void> {}

  /** A removed brand's log stays, because nothing is deleted from a store. */
  async retire(): Promise<null> {
    return null;
  }

  /** Objects stay in the store; on this machine, the derived files are deleted. A cache may be in use by another process. */
  async erase(slug: string): Promise<ErasedFiles> {
    await removeDerived(this.fs, this.data, this.#logOf(slug));
    return { files: 0, repositories: 0 };
  }

  async rename(
    verbs: Verbs,
    from: string,
    to: string,
    requireFree: (slug: string) => Promise<void>,
  ): Promise<ReregisteredBrand> {
    const brand = requireBrand((await verbs.registry.read()).catalog, from);
    await requireFree(to);
    return reregisterBrand(verbs, from, to, logOf(brand));
  }

  /** A log is in the store whether or not this machine has a cache of it. */
  async missing(): Promise<string[]> {
    return [];
  }

  /**
   * Uploads checkpoints of the open logs that have grown enough, one after another.
   *
   * @param slugs of the brands that are open
   */
  async checkpoint(slugs: readonly string[], signal: AbortSignal, log: Log): Promise<void> {
    const proposals = slugs.flatMap((slug) => this.#proposalsOf(slug) ?? []);
    const openLogs = [
      this.#registryLog,
      ...slugs.map((slug) => this.brandLog(this.#logOf(slug))),
      ...proposals.map((name) => this.proposalsLog(name)),
    ];
    for (const openLog of openLogs) {
      try {
        const slot = await this.portal.checkpoint(openLog, signal);
        if (slot !== null) log.info({ log: openLog.log, slot }, 'uploaded a checkpoint');
      } catch (error) {
        if (!signal.aborted) log.error({ log: openLog.log, err: error }, 'uploading a checkpoint failed');
      }
    }
  }

  async measure(): Promise<void> {
    this.cacheBytes = await directorySize(this.fs, this.data);
  }

  close(): void {
    this.portal.close();
  }
}

/** Private texts as objects. A removed one is emptied first, since the node may lack the right to delete. */
export function storedTexts({ options: { store, timeoutMs } }: SharedPortal): PrivateTexts {
  const attempt = <Answer>(request: () => Promise<Answer>) => retry(request, AbortSignal.timeout(timeoutMs));
  return {
    async read(key) {
      const bytes = await attempt(() => store.get(key));
      return bytes === null || bytes.length === 0 ? null : bytes.toString();
    },
    write: (key, text) => attempt(() => store.put(key, Buffer.from(text))),
    async remove(key) {
      if ((await attempt(() => store.size(key))) === null) return;
      await attempt(() => store.put(key, Buffer.alloc(0)));
      await store.remove(key).catch(() => {});
    },
    async list(folder) {
      const keys: string[] = [];
      for (let after = ''; ; after = keys.at(-1) ?? '') {
        const page = await attempt(() => store.list(`${folder}/`, after));
        if (page.length === 0) return keys;
        keys.push(...page.map(({ key }) => key));
      }
    },
  };
}

/** Prefix of a brand's log in the store, by the log's name. */
export const logKey = (log: string): string => `brands/${log}`;

/** Prefix of a log of proposals in the store, by the name that the brand's record has. */
export const proposalsKey = (log: string): string => `proposals/${log}`;

type FilePlace = Pick<SharedFilesOptions, 'incoming' | 'cache'>;

/** Folder on this machine through which files of a store come and go. */
export function filePlace(fs: FileSystem, folder: string, maxBytes: number): FilePlace {
  return { incoming: new LocalFiles(fs, folder), cache: new FileCache(fs, folder, maxBytes) };
}

export function filesOver({ options }: SharedPortal, log: string, place: FilePlace): SharedFiles {
  return new SharedFiles({ ...options, ...place, log });
}

/** Objects of a brand in a store outside of its log, by their names. */
export const keptOver = ({ options: { store, timeoutMs } }: SharedPortal, log: string) => ({
  notes: new KeptObjects(store, `notes/${log}/`, timeoutMs),
  counts: new KeptObjects(store, `counts/${log}/`, timeoutMs),
});
