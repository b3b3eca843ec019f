import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../lib/clock.js';
import { inParallel } from '../lib/concurrency.js';
import { notFound, PortalError } from '../lib/errors.js';
import { sortedBy } from '../lib/order.js';
import { createLog } from '../log.js';
import { type BrandRecord, logOf } from '../registry/records.js';
import type { Registry } from '../registry/registry.js';
import { dataPaths, proposalsIn } from '../service/data-directory.js';
import { copyTexts, localTexts } from '../service/private-texts.js';
import { connect, type SharedOptions } from '../service/shared/connect.js';
import { filePlace, filesOver, keptOver, proposalsKey, type SharedStorage } from '../service/shared/shared-storage.js';
import { localWrittenBy, WrittenBy } from '../service/written-by.js';
import {
  exists,
  type FileSystem,
  listDirectory,
  makePrivateDirectory,
  replaceFiles,
  syncDirectory,
  temporaryName,
} from '../store/file-system.js';
import type { CachedLog } from '../store/log/shared-portal.js';
import { mirror, requireNativeGit } from '../store/native/mirror.js';
import type { Repository } from '../store/repository.js';
import { backedUpKeys, readRegistry } from './backup.js';
import { FileCopy } from './copy-files.js';
import { copyAllKept, keptIn } from './kept-in.js';
import { proposalCopy, type StoredFiles } from './mirror-brand.js';
import { type RestoreOptions, type RestoreResult, readBackup, rejectExisting, restoreBrands } from './restore.js';

/** Access of a command on this machine to a shared portal. */
export interface PortalAccess {
  readonly fs: FileSystem;
  readonly data: string;
  readonly options: SharedOptions;
}

/** Upper bound, in bytes, on the files that a command caches on this machine while it processes all of them. */
export const scratchBytes = 1024 ** 3;

/** @throws `invalid` when files could not be copied, although everything else was */
export function requireFiles(done: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, 20).join(', ');
  throw new PortalError('invalid', `${done}, but not with all files of media (${problems.length} are not): ${shown}.`);
}

/** Runs `work` with the storage of a portal, its brands by slug, and its opened registry. */
async function usePortal<Answer>(
  { fs, data, options }: PortalAccess,
  work: (storage: SharedStorage, brands: readonly BrandRecord[], registry: Repository<Registry>) => Promise<Answer>,
): Promise<Answer> {
  const storage = await connect(options, fs, data, createLog('warn'));
  try {
    await makePrivateDirectory(fs, data);
    const registry = await storage.openRegistry();
    try {
      const brands = (await registry.read()).catalog.brands.values();
      const bySlug = sortedBy(brands, ({ slug }) => slug);
      return await work(storage, bySlug, registry);
    } finally {
      await registry.close();
    }
  } finally {
    storage.close();
  }
}

/**
 * Tests the store, and reads every log to its end.
 *
 * @throws `unavailable` when the store is not fit, or a log is damaged
 */
export function sharedStatus(access: PortalAccess) {
  return usePortal(access, async (storage, brands) => {
    const { portal } = storage;
    await portal.test();
    const logs = [];
    for (const { brand, ...cached } of await logsOf(storage, access.data, brands)) {
      const { log } = cached;
      const { n, tip } = await portal.withLog(cached, async ({ applied }) => applied);
      logs.push({ log, brand, slots: n, commit: tip, checkpoint: await portal.newestCheckpoint(log) });
    }
    return { store: portal.name, portal: portal.id, logs };
  });
}

/** All logs with their repositories and brands; the registry's brand is `null`. */
async function logsOf(storage: SharedStorage, data: string, brands: readonly BrandRecord[]) {
  const logs: (CachedLog & { readonly brand: string | null })[] = [];
  for (const record of brands) {
    const { slug: brand } = record;
    logs.push({ brand, ...storage.brandLog(logOf(record)) });
    const proposals = await storage.proposalsOf(brand);
    if (proposals !== null) logs.push({ brand, ...proposals });
  }
  return [...logs, { log: 'registry', brand: null, gitdir: dataPaths.registry(data) }];
}

/**
 * Copies a portal into a data directory that needs no store. The registry is copied first, so that every brand in the
 * copied registry has a log. It is put in place last, because a directory without a registry is not a portal.
 *
 * @param to created if it is missing
 * @throws `invalid` when the directory is not empty, or the copy is damaged; also when files of media are missing, but
 *   then everything else has been exported
 * @throws `unavailable` when the store cannot be read
 */
export async function exportShared(access: PortalAccess, to: string, signal: AbortSignal) {
  const { fs, data } = access;
  if ((await listDirectory(fs, to)).length > 0) throw new PortalError('invalid', `${to} is not empty.`);
  await makePrivateDirectory(fs, to);
  return usePortal(access, (storage) =>
    withScratch('export', async (scratch) => {
      const { portal } = storage;
      const place = filePlace(fs, scratch, scratchBytes);
      const problems: string[] = [];
      await copyOutAround(fs, storage, to);
      const { brands, webhooks } = await copyOut(access, storage, to, signal, async (log, copy) => {
        const gitdir = dataPaths.brand(data, log);
        const files = new FileCopy(fs, gitdir, signal, filesOver(portal, log, place));
        const ofProposals = (proposals: CachedLog) => {
          const proposalFiles = filesOver(portal, proposals.log, place);
          return proposalCopy(fs, proposals.gitdir, { now: systemClock(), signal, proposalFiles });
        };
        problems.push(...(await copy(files, ofProposals)));
      });
      requireFiles(`Everything was exported to ${to}`, problems);
      return { to, brands: [...brands.keys()].sort(), webhooks: webhooks.size };
    }),
  );
}

/** Runs `work` with a copy of a portal's repositories. The files stay in the store. */
export function useCopy<Answer>(
  access: PortalAccess,
  signal: AbortSignal,
  work: (copy: string, storedFiles: StoredFiles) => Promise<Answer>,
): Promise<Answer> {
  const { fs } = access;
  return usePortal(access, (storage) =>
    withScratch('copy', async (scratch) => {
      const { portal } = storage;
      const to = join(scratch, 'data');
      await makePrivateDirectory(fs, to);
      await copyOutAround(fs, storage, to);
      await new WrittenBy(storage.writtenBy).copyTo(localWrittenBy(fs, to));
      const { brands } = await copyOut(access, storage, to, signal, async (_, copy) => void (await copy()));
      const place = filePlace(fs, join(scratch, 'files'), scratchBytes);
      const nameOf = (slug: string, ofProposals?: boolean): string => {
        const brand = brands.get(slug);
        return ofProposals ? proposalsKey(brand?.proposals ?? slug) : logOf(brand ?? { slug });
      };
      return work(to, (slug, ofProposals) => filesOver(portal, nameOf(slug, ofProposals), place));
    }),
  );
}

/** Copies keys and private texts out of a store. */
async function copyOutAround(fs: FileSystem, storage: SharedStorage, to: string): Promise<void> {
  for (const name of backedUpKeys) {
    await replaceFiles(fs, [{ path: dataPaths.key(to, name), bytes: await storage.key(name), mode: 0o600 }]);
  }
  await copyTexts(storage.texts, localTexts(fs, to));
}

/**
 * Copies a brand's repository, its proposals first.
 *
 * @param files copies of the files of both; default: none
 * @returns problems of files
 */
type CopyBrand = (files?: FileCopy, ofProposals?: (proposals: CachedLog) => FileCopy) => Promise<string[]>;

/** @param each called with each brand's log and a function that copies its repositories */
async function copyOut(
  { fs, data }: PortalAccess,
  storage: SharedStorage,
  to: string,
  signal: AbortSignal,
  each: (log: string, copy: CopyBrand) => Promise<void>,
): Promise<Registry> {
  const { portal } = storage;
  await requireNativeGit('a copy of a portal');
  type CopyTo = FileCopy['copyNewToFolder'];
  const copy = async (cached: CachedLog, target: string, copyFiles?: CopyTo): Promise<void> => {
    const { defects } = await portal.withLog(cached, () => mirror(fs, cached.gitdir, target, signal, copyFiles));
    const [defect] = defects;
    if (defect === undefined) return;
    throw new PortalError('invalid', `The copy of ${cached.log} is not sound: ${defect.problem}.`);
  };

  const incomplete = temporaryName(join(to, 'copy'));
  await copy({ log: 'registry', gitdir: dataPaths.registry(data) }, dataPaths.registry(incomplete));
  const registry = await readRegistry(fs, incomplete);

  await inParallel([...registry.brands.values()], async (brand) => {
    const log = logOf(brand);
    await each(log, async (files, ofProposals) => {
      const proposals = await storage.proposalsOf(brand.slug);
      const proposedCopy = proposals === null ? undefined : ofProposals?.(proposals);
      let areProposalsCopied = false;
      await copy(storage.brandLog(log), dataPaths.brand(to, brand.slug), async (directory) => {
        if (proposals !== null && !areProposalsCopied) {
          await copy(proposals, proposalsIn(directory), proposedCopy?.copyNewToFolder);
        }
        areProposalsCopied = true;
        await files?.copyNewToFolder(directory);
      });
      await copyAllKept(keptOver(storage.portal, log), keptIn(fs, to, brand.slug));
      return [files, proposedCopy].flatMap((copied) => [...(copied?.problems.values() ?? [])]);
    });
  });

  await fs.promises.rename(dataPaths.registry(incomplete), dataPaths.registry(to));
  await fs.promises.rmdir(incomplete);
  await syncDirectory(fs, to);
  return registry;
}

export async function withScratch<Answer>(name: string, work: (scratch: string) => Promise<Answer>): Promise<Answer> {
  const scratch = await mkdtemp(join(tmpdir(), `brand-portal-${name}-`));
  try {
    return await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Switches the portal to notices. Earlier versions do not know notices, so they can no longer serve the portal.
 *
 * @returns `false` if the portal has notices already
 */
export function upgradeShared(access: PortalAccess): Promise<boolean> {
  return usePortal(access, async ({ portal }) => {
    if (portal.hasNotices) return false;
    await portal.notify('registry');
    return true;
  });
}

export interface Push {
  readonly brand: string;
  /** Path of a work tree or a bare repository, whose branch `main` is pushed. */
  readonly clone: string;
  readonly signal: AbortSignal;
}

/**
 * Publishes a history that was made with git. Its files are published first.
 *
 * @returns the slot of the history; `null` if there are no new commits
 * @throws `not_found`
 * @throws `invalid` when the history does not continue that of the brand, or a file is neither in the clone nor in the
 *   store
 */
export async function pushShared(access: PortalAccess, { brand, clone, signal }: Push) {
  const { fs } = access;
  await requireNativeGit('a push');
  const dotGit = join(clone, '.git');
  const gitdir = (await stat(dotGit).catch(() => null)) === null ? clone : dotGit;
  return usePortal(access, async (storage, brands) => {
    const record = brands.find(({ slug }) => slug === brand);
    if (record === undefined) throw notFound(`Brand ${brand}`);
    const beforePublish = async (from: string | null): Promise<void> => {
      const files = new FileCopy(fs, gitdir, signal);
      const stored = storage.files(brand);
      await files.copyNewTo(stored, from ?? undefined);
      for (const [sha256, problem] of files.problems) {
        if ((await stored.size(sha256)) !== null) continue;
        throw new PortalError('invalid', `Nothing was pushed: in ${clone}, ${problem}. Fetch it with "git lfs fetch".`);
      }
    };
    const log = storage.brandLog(logOf(record));
    const slot = await storage.portal.publish(log, { source: gitdir, signal, beforePublish });
    return { brand, slot };
  });
}

/**
 * Restores one brand of a backup, or all of them, into a shared portal. The history of a brand becomes the first slot
 * of a new log. Then its record and keys are registered, and the nodes serve it. A log that was published but not
 * registered is harmless.
 *
 * @throws `invalid`, before anything is published, when there is no backup, the backup is damaged, or a brand of that
 *   slug exists
 */
export function restoreShared(options: RestoreOptions, shared: SharedOptions): Promise<RestoreResult> {
  const access = { ...options, options: shared };
  return usePortal(access, (storage, _brands, registry) => restoreInto(storage, registry, options));
}

export async function restoreInto(
  storage: SharedStorage,
  registry: Repository<Registry>,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const { signal } = options;
  const { backup, slugs } = await readBackup(options);
  const { brands } = (await registry.read()).catalog;
  rejectExisting(slugs.filter((slug) => brands.has(slug)).map((slug) => `the brand ${slug}`));
  return withScratch('restore', async (scratch) => {
    const place = filePlace(options.fs, join(scratch, 'files'), scratchBytes);
    return restoreBrands(options, backup, slugs, {
      keptOf: (record) => keptOver(storage.portal, logOf(record)),
      copyPath: (slug) => dataPaths.brand(scratch, slug),
      openRegistry: async () => registry,
      async put(copy, { log: _, proposals: __, ...record }) {
        const log = await storage.freeLog(record.slug);
        const files = new FileCopy(options.fs, copy, signal);
        await storage.portal.publish(storage.brandLog(log), {
          source: copy,
          signal,
          beforePublish: async () => {
            await files.copyNewTo(filesOver(storage.portal, log, place));
            const [problem] = files.problems.values();
            if (problem !== undefined) throw new PortalError('invalid', `Of ${record.slug}, ${problem}.`);
          },
        });
        const restored = log === record.slug ? record : { ...record, log };

        const proposals = proposalsIn(copy);
        if (!(await exists(options.fs, proposals))) return restored;
        const proposalFiles = proposalCopy(options.fs, proposals, { now: options.clock(), signal });
        const proposalsLog = storage.proposalsLog(log);
        await storage.portal.publish(proposalsLog, {
          source: proposals,
          signal,
          beforePublish: () => proposalFiles.copyNewTo(filesOver(storage.portal, proposalsLog.log, place)),
        });
        return { ...restored, proposals: log };
      },
    });
  });
}
