import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Catalog } from '../content/catalog/catalog.js';
import { type CountFiles, CountFolder } from '../counts/count-files.js';
import type { BrandFiles } from '../files/brand-files.js';
import { LocalFiles } from '../files/local-files.js';
import { type Clock, isoSeconds } from '../lib/clock.js';
import { notFound, PortalError } from '../lib/errors.js';
import type { Projection } from '../lib/projection.js';
import { errorCode, unlessMissing } from '../lib/system-error.js';
import { type KeptFiles, KeptFolder } from '../notes/kept-files.js';
import { brandExists, type ReregisteredBrand, reregisterBrand } from '../registry/brands.js';
import { startRegistry } from '../registry/commit.js';
import type { SharedText } from '../registry/last-used.js';
import type { PrivateTexts } from '../registry/private-texts.js';
import { slugPattern } from '../registry/records.js';
import { type Registry, registryProjection, requireBrand } from '../registry/registry.js';
import type { Verbs } from '../registry/verbs.js';
import {
  exists,
  type FileSystem,
  listDirectory,
  makeDirectory,
  makePrivateDirectory,
  replaceFiles,
  syncDirectory,
  temporaryName,
} from '../store/file-system.js';
import { Repository, type RepositoryOptions, type Work } from '../store/repository.js';
import {
  brandPaths,
  dataPaths,
  type KeyName,
  proposalsIn,
  removeDerived,
  requireNoCaches,
  slugsOnDisk,
} from './data-directory.js';
import { forgetChecks } from './last-checks.js';
import { localHint } from './local-hint.js';
import { localTexts } from './private-texts.js';
import { localWrittenBy } from './written-by.js';

export const keyBytes = 32;

const maxSeenBytes = 50_000_000;

/** Callback that stores the files of a new brand before its first commit. */
export type CopyFiles = (files: BrandFiles) => Promise<void>;

/** Files of media that were deleted, and repositories: that of the brand, and copies of removed brands with its slug. */
export interface ErasedFiles {
  readonly files: number;
  readonly repositories: number;
}

/** Storage of the repositories: a data directory, or the logs of an object store with caches on this machine. */
export interface BrandStorage {
  /** Whether the repositories on this machine are caches. */
  readonly isShared: boolean;
  /** Seconds by which this machine's clock differs at least from the one that its nodes share; 0 without one. */
  readonly clockSkewSeconds: number;
  readonly lastUsed: SharedText;
  /** Names the highest version that has written. */
  readonly writtenBy: SharedText;
  /** Events that people have seen. */
  readonly seen: SharedText;
  /** Texts of people, outside of git. */
  readonly texts: PrivateTexts;
  /** Secret key of the portal, made when there is none. */
  key(name: KeyName): Promise<Buffer>;
  /** Opens the registry; begins one when there is none and one may be begun here. */
  openRegistry(clock: Clock, options?: RepositoryOptions<Registry>): Promise<Repository<Registry>>;
  /** The brand's repository on this machine, for native git, and its derived files. */
  paths(slug: string): ReturnType<typeof brandPaths>;
  files(slug: string): BrandFiles;
  /** @throws when there is none, or it cannot be read */
  open(
    slug: string,
    projection: Projection<Catalog>,
    options: RepositoryOptions<Catalog>,
  ): Promise<Repository<Catalog>>;
  /**
   * Makes the repository of a brand, complete or not at all.
   *
   * @param copyFiles called before the first commit
   * @returns its part of the brand's record
   * @throws `invalid` when there is one
   */
  create(
    slug: string,
    projection: Projection<Catalog>,
    work: Work<Catalog, void>,
    copyFiles?: CopyFiles,
  ): Promise<{ readonly log?: string }>;
  /**
   * Opens the repository of a brand's proposals; `null` if there is none.
   *
   * @throws when it cannot be read
   */
  openProposals<C>(
    slug: string,
    projection: Projection<C>,
    options: RepositoryOptions<C>,
  ): Promise<Repository<C> | null>;
  /** Whether there are proposals with the repository of a brand that is not registered. */
  hasProposals(slug: string): Promise<boolean>;
  /** Makes that repository, complete or not at all, unless another process was faster. The brand's record names it already. */
  createProposals<C>(slug: string, projection: Projection<C>, work: Work<C, void>): Promise<void>;
  /** The bytes of the files that came with the brand's proposals. */
  proposalFiles(slug: string): BrandFiles;
  /** The files of the brand's notes. */
  notes(slug: string): KeptFiles;
  /** The files of the brand's counts. */
  counts(slug: string): CountFiles;
  /**
   * Whether there is a repository, registered or not.
   *
   * @throws `invalid` when there have been several of the slug
   */
  has(slug: string): Promise<boolean>;
  /** @throws `invalid` when a repository without a brand is in the way */
  requireNone(slug: string): Promise<void>;
  /**
   * Moves the repository of an unregistered brand out of service, without deleting it.
   *
   * @returns its new path; `null` if not moved
   */
  retire(slug: string, now: Date): Promise<string | null>;
  /**
   * Deletes what this machine has of a brand: repository, proposals, files, removed copies, derived files. Done in part, it can be
   * repeated.
   *
   * @param onFile called with the hash of each file before it is deleted
   */
  erase(slug: string, now: Date, onFile: (sha256: string) => Promise<void>): Promise<ErasedFiles>;
  /**
   * Gives a brand another slug.
   *
   * @param requireFree throws unless a brand may have it
   * @throws `not_found`, `invalid`
   */
  rename(
    verbs: Verbs,
    from: string,
    to: string,
    requireFree: (slug: string) => Promise<void>,
  ): Promise<ReregisteredBrand>;
  /** Whether the last check of this brand's log also proves the registry up to date for its callers. */
  coversRegistry(log: string): boolean;
  missing(slugs: readonly string[]): Promise<string[]>;
}

/** Whether a rename failed because there is something in its place. */
const isOccupied = (error: unknown): boolean => ['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '');

/** A data directory, whose repositories are the source of truth. */
export class LocalStorage implements BrandStorage {
  readonly isShared = false;
  readonly clockSkewSeconds = 0;
  readonly coversRegistry = (): boolean => false;
  readonly lastUsed: SharedText = {
    read: async () => {
      const texts = (await this.#lastUses()).map((path) =>
        this.fs.promises.readFile(path, 'utf8').catch(unlessMissing('')),
      );
      return Promise.all(texts);
    },
    write: async (text) => {
      const path = dataPaths.lastUsed(this.data);
      await makeDirectory(this.fs, dirname(path));
      await replaceFiles(this.fs, [{ path, bytes: Buffer.from(text) }]);
      for (const other of await this.#lastUses()) if (other !== path) await this.fs.promises.rm(other, { force: true });
    },
  };

  readonly writtenBy: SharedText;
  readonly seen: SharedText;
  readonly texts: PrivateTexts;

  constructor(
    private readonly fs: FileSystem,
    private readonly data: string,
  ) {
    this.writtenBy = localWrittenBy(fs, data);
    this.seen = localHint(fs, dataPaths.seen(data), maxSeenBytes);
    this.texts = localTexts(fs, data);
  }

  async openRegistry(clock: Clock, options: RepositoryOptions<Registry> = {}): Promise<Repository<Registry>> {
    const fs = this.fs;
    const gitdir = dataPaths.registry(this.data);
    await requireNoCaches(fs, this.data);
    const open = () => Repository.open(fs, gitdir, registryProjection, options);
    const registry = await open().catch(unlessMissing(null));
    if (registry !== null) return registry;
    try {
      await Repository.create(fs, gitdir, registryProjection, (draft) => startRegistry(draft, clock));
    } catch (error) {
      // Another process was faster. Its registry is equivalent.
      if (!isOccupied(error)) throw error;
    }
    return open();
  }

  async key(name: KeyName): Promise<Buffer> {
    const path = dataPaths.key(this.data, name);
    const { fs } = this;
    const read = () => fs.promises.readFile(path).catch(unlessMissing(null));
    const stored = await read();
    if (stored?.length === keyBytes) return stored;
    if (stored !== null) await fs.promises.unlink(path).catch(unlessMissing(undefined));
    const created = temporaryName(path);
    await replaceFiles(fs, [{ path: created, bytes: randomBytes(keyBytes), mode: 0o600 }]);
    // Of several processes, the first decides.
    await fs.promises.link(created, path).catch((error) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    await fs.promises.unlink(created);
    await syncDirectory(fs, this.data);
    return (await read()) ?? this.key(name);
  }

  async #lastUses(): Promise<string[]> {
    const folder = dirname(dataPaths.lastUsed(this.data));
    const names = await listDirectory(this.fs, folder);
    return names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
  }

  paths(slug: string) {
    return brandPaths(this.data, slug);
  }

  files(slug: string): BrandFiles {
    return new LocalFiles(this.fs, this.paths(slug).gitdir);
  }

  proposalFiles(slug: string): BrandFiles {
    return new LocalFiles(this.fs, proposalsIn(this.paths(slug).gitdir));
  }

  notes(slug: string): KeptFiles {
    return new KeptFolder(this.fs, dataPaths.notes(this.data, slug));
  }

  counts(slug: string): CountFiles {
    return new CountFolder(this.fs, dataPaths.counts(this.data, slug));
  }

  open(slug: string, projection: Projection<Catalog>, options: RepositoryOptions<Catalog>) {
    return Repository.open(this.fs, this.paths(slug).gitdir, projection, options);
  }

  async create(slug: string, projection: Projection<Catalog>, work: Work<Catalog, void>, copyFiles?: CopyFiles) {
    try {
      await Repository.create(this.fs, this.paths(slug).gitdir, projection, work, async (gitdir) =>
        copyFiles?.(new LocalFiles(this.fs, gitdir)),
      );
    } catch (error) {
      throw isOccupied(error) ? brandExists(slug) : error;
    }
    return {};
  }

  async openProposals<C>(slug: string, projection: Projection<C>, options: RepositoryOptions<C>) {
    const gitdir = proposalsIn(this.paths(slug).gitdir);
    return (await this.hasProposals(slug)) ? Repository.open(this.fs, gitdir, projection, options) : null;
  }

  hasProposals(slug: string): Promise<boolean> {
    return exists(this.fs, proposalsIn(this.paths(slug).gitdir));
  }

  async createProposals<C>(slug: string, projection: Projection<C>, work: Work<C, void>): Promise<void> {
    try {
      await Repository.create(this.fs, proposalsIn(this.paths(slug).gitdir), projection, work);
    } catch (error) {
      if (!isOccupied(error)) throw error;
    }
  }

  async has(slug: string): Promise<boolean> {
    return slugPattern.test(slug) && exists(this.fs, this.paths(slug).gitdir);
  }

  async requireNone(slug: string): Promise<void> {
    if (!(await this.has(slug))) return;
    const advice = `serve it with "brand-portal brand register ${slug}", or move it away`;
    throw new PortalError('invalid', `The repository ${slug}.git exists but is not registered: ${advice}.`);
  }

  async retire(slug: string, now: Date): Promise<string | null> {
    const stamp = isoSeconds(now).replaceAll(/[-:]/g, '');
    const target = await this.#freePath(dataPaths.removed(this.data, `${slug}.${stamp}`));
    await makeDirectory(this.fs, dirname(target));
    const isMoved = await this.#move(this.paths(slug).gitdir, target);
    await removeDerived(this.fs, this.data, slug);
    return isMoved ? target : null;
  }

  async erase(slug: string, now: Date, onFile: (sha256: string) => Promise<void>): Promise<ErasedFiles> {
    await this.retire(slug, now);
    const folder = dirname(dataPaths.removed(this.data, slug));
    const isCopy = (name: string): boolean => name.startsWith(`${slug}.`) && name.endsWith('.git');
    const copies = (await listDirectory(this.fs, folder)).filter(isCopy).map((name) => join(folder, name));
    const hashes = new Set<string>();
    for (const copy of copies) {
      for (const gitdir of [copy, proposalsIn(copy)])
        for await (const { sha256 } of new LocalFiles(this.fs, gitdir).list()) hashes.add(sha256);
    }
    for (const sha256 of hashes) await onFile(sha256);
    for (const copy of copies) await this.fs.promises.rm(copy, { recursive: true, force: true, maxRetries: 3 });
    if (copies.length > 0) await syncDirectory(this.fs, folder);
    await forgetChecks(this.fs, this.data, slug);
    return { files: hashes.size, repositories: copies.length };
  }

  /** Renames the repository first, then the registry. After an interruption in between, the same call finishes the work. */
  async rename(
    verbs: Verbs,
    from: string,
    to: string,
    requireFree: (slug: string) => Promise<void>,
  ): Promise<ReregisteredBrand> {
    requireBrand((await verbs.registry.read()).catalog, from);
    const source = this.paths(from).gitdir;
    const target = this.paths(to).gitdir;
    const isHalfDone = !(await exists(this.fs, source)) && (await exists(this.fs, target));
    if (!isHalfDone) {
      await requireFree(to);
      if (!(await this.#move(source, target))) throw notFound(`Repository ${source}`);
    }
    const moveKept = async (before: string, after: string): Promise<void> => {
      for (const place of [dataPaths.notes, dataPaths.counts])
        await this.#move(place(this.data, before), place(this.data, after));
    };
    try {
      await moveKept(from, to);
      const renamed = await reregisterBrand(verbs, from, to);
      await removeDerived(this.fs, this.data, from);
      return renamed;
    } catch (error) {
      await moveKept(to, from);
      if (!isHalfDone) await this.#move(target, source);
      throw error;
    }
  }

  /** @returns `false` when there is nothing to move */
  async #move(source: string, target: string): Promise<boolean> {
    const isMoved = await this.fs.promises.rename(source, target).then(() => true, unlessMissing(false));
    if (!isMoved) return false;
    await syncDirectory(this.fs, dirname(target));
    await syncDirectory(this.fs, dirname(source));
    return true;
  }

  /** `<path>.git`, or with a number where that exists. */
  async #freePath(path: string): Promise<string> {
    for (let n = 1; ; n += 1) {
      const candidate = n === 1 ? `${path}.git` : `${path}.${n}.git`;
      if (!(await exists(this.fs, candidate))) return candidate;
    }
  }

  async missing(slugs: readonly string[]): Promise<string[]> {
    const onDisk = new Set(await slugsOnDisk(this.fs, this.data));
    return slugs.filter((slug) => !onDisk.has(slug));
  }
}

/** @throws `unavailable` when it cannot be one */
export async function createDataDirectory(fs: FileSystem, data: string): Promise<void> {
  try {
    await makePrivateDirectory(fs, data);
    await makeDirectory(fs, dataPaths.brands(data));
  } catch (cause) {
    const code = errorCode(cause) ?? '';
    const reason = ['ENOTDIR', 'EEXIST'].includes(code) ? 'it, or its parent, is not a directory' : code;
    throw new PortalError('unavailable', `The data directory ${data} cannot be used: ${reason}.`, { cause });
  }
}
