import { dirname, join, relative, sep } from 'node:path';
import { allProposals, proposalsProjection } from '../content/proposals/catalog.js';
import type { Clock } from '../lib/clock.js';
import { inParallel } from '../lib/concurrency.js';
import { notFound, PortalError } from '../lib/errors.js';
import { putRecord } from '../operations/engine/proposal-record.js';
import { blocked, isScheduled } from '../operations/proposals/publish-due.js';
import { restoreBrand, unregisterBrand } from '../registry/brands.js';
import { startRegistry } from '../registry/commit.js';
import type { BrandRecord, KeyRecord, WebhookRecord } from '../registry/records.js';
import { type Registry, registryProjection } from '../registry/registry.js';
import { Verbs } from '../registry/verbs.js';
import { WebhookFiles } from '../registry/webhook-files.js';
import { dataPaths, proposalsIn, slugsOnDisk } from '../service/data-directory.js';
import {
  exists,
  type FileSystem,
  makeDirectory,
  makePrivateDirectory,
  syncDirectory,
  temporaryName,
} from '../store/file-system.js';
import { requireNativeGit } from '../store/native/mirror.js';
import { Repository } from '../store/repository.js';
import type { Draft } from '../store/snapshot.js';
import { type BackupOptions, copyKey, forgottenIn, isBackup, readRegistry } from './backup.js';
import { mirrorBrand } from './mirror-brand.js';

export interface RestoreResult {
  readonly brands: readonly string[];
  readonly keys: readonly KeyRecord[];
  /** Restored webhooks without a signing secret. A backup holds no secrets. */
  readonly webhooks: readonly WebhookRecord[];
  /**
   * True: the whole registry was restored, with its history. False: records were added to an existing or new registry.
   */
  readonly isRegistryRestored: boolean;
  /** Number of people in the backup but not in the registry. They are restored only with the whole registry. */
  readonly missingPeople: number;
}

/**
 * Restores one brand of a backup, or all of them, into a data directory, and registers them with the keys of the
 * backup. A running server serves each restored brand at once. Everything is copied and checked before anything is put
 * in place.
 *
 * @throws `invalid` when there is no backup, a check finds it damaged, or a repository exists already; git's error when
 *   copying fails. Nothing is changed then.
 */
export async function restore(options: BackupOptions): Promise<RestoreResult> {
  const { fs, data, brand, clock } = options;
  const { backup, backedUp, forgotten, slugs } = await readBackup(options);
  const hasRegistry = await exists(fs, dataPaths.registry(data));
  const targets = slugs.map((slug) => dataPaths.brand(data, slug));
  const isExisting = await Promise.all(targets.map((path) => exists(fs, path)));
  rejectExisting(targets.filter((_, index) => isExisting[index]));

  await makePrivateDirectory(fs, data);
  if (!hasRegistry && brand === undefined && backedUp.length + forgotten.length === backup.brands.size) {
    return restoreWhole(options, backup, slugs, forgotten);
  }
  const registry = dataPaths.registry(data);
  return restoreBrands(options, backup, slugs, {
    copyPath: (slug) => temporaryName(dataPaths.brand(data, slug)),
    async openRegistry() {
      if (hasRegistry) return Repository.open(fs, registry, registryProjection);
      await makeDirectory(fs, dirname(registry));
      const start = (draft: Draft<Registry>) => startRegistry(draft, clock);
      return (await Repository.create(fs, registry, registryProjection, start)).repository;
    },
    async put(copy, record) {
      await moveTo(fs, copy, dataPaths.brand(data, record.slug));
      return record;
    },
  });
}

/**
 * Restores all brands, then the registry with its history. This order ensures that a registered brand has its
 * repository.
 */
async function restoreWhole(
  options: BackupOptions,
  backup: Registry,
  slugs: readonly string[],
  forgotten: readonly string[],
): Promise<RestoreResult> {
  const { fs, data, directory, clock } = options;
  const copyOf = (pathIn: (root: string) => string) => {
    const target = pathIn(data);
    return { source: pathIn(directory), target, path: temporaryName(target) };
  };
  const copies = [...slugs.map((slug) => copyOf((root) => dataPaths.brand(root, slug))), copyOf(dataPaths.registry)];
  return withCopies(options, copies, async () => {
    await copyKey(fs, directory, data);
    await unregister(fs, copies.at(-1)?.path ?? '', forgotten, clock);
    for (const { path, target } of copies) await moveTo(fs, path, target);
    const isRestored = ({ brand }: { readonly brand: string }): boolean => slugs.includes(brand);
    const webhooks = await webhooksWithoutSecret(options, [...backup.webhooks.values()].filter(isRestored));
    const keys = [...backup.keys.values()].filter(isRestored);
    return { brands: slugs, keys, webhooks, isRegistryRestored: true, missingPeople: 0 };
  });
}

/** Takes the brands that were deleted from a backup off the copy of its registry. */
async function unregister(fs: FileSystem, gitdir: string, slugs: readonly string[], clock: Clock): Promise<void> {
  if (slugs.length === 0) return;
  const registry = await Repository.open(fs, gitdir, registryProjection);
  try {
    for (const slug of slugs) await unregisterBrand(new Verbs(registry, clock), slug);
  } finally {
    await registry.close();
  }
}

/** Storage of the portal into which brands are restored. */
interface Target {
  copyPath(slug: string): string;
  openRegistry(): Promise<Repository<Registry>>;
  /**
   * Puts a checked copy in place.
   *
   * @returns the record to register
   */
  put(copy: string, record: BrandRecord): Promise<BrandRecord>;
}

/** Adds brands of a backup to a portal. All brands are copied and checked before the first one is put in place. */
export async function restoreBrands(
  options: BackupOptions,
  backup: Registry,
  slugs: readonly string[],
  { copyPath, openRegistry, put }: Target,
): Promise<RestoreResult> {
  const { directory, clock } = options;
  const copies = slugs.map((slug) => ({ slug, source: dataPaths.brand(directory, slug), path: copyPath(slug) }));
  return withCopies(options, copies, async () => {
    const keys: KeyRecord[] = [];
    const webhooks: WebhookRecord[] = [];
    const registry = await openRegistry();
    const verbs = new Verbs(registry, clock);
    try {
      const { brands, people } = (await registry.read()).catalog;
      for (const { slug, path } of copies) {
        const records = findRecords(backup, slug);
        const record = await put(path, records.brand);
        // A brand that lost only its repository is still registered.
        if (brands.has(slug)) continue;
        keys.push(...(await restoreBrand(verbs, record, records)));
        webhooks.push(...records.webhooks);
      }
      const missingPeople = [...backup.people.keys()].filter((id) => !people.has(id)).length;
      const missingSecrets = await webhooksWithoutSecret(options, webhooks);
      return { brands: slugs, keys, webhooks: missingSecrets, isRegistryRestored: false, missingPeople };
    } finally {
      await registry.close();
    }
  });
}

/**
 * Runs `work` with copies of a backup's repositories, and removes them afterwards.
 *
 * @throws `invalid` when a copied repository is damaged
 */
async function withCopies<Answer>(
  { fs, signal, clock, progress }: BackupOptions,
  copies: readonly { readonly source: string; readonly path: string }[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const onDone = progress?.('restore', 'repositories');
    let done = 0;
    await inParallel(copies, async ({ source, path }) => {
      const { defects, files } = await mirrorBrand(source, path, { fs, signal, now: clock() });
      const problems = [...defects.map(({ problem }) => problem), ...files.problems];
      if (problems.length > 0) {
        throw new PortalError('invalid', `The backup at ${source} is damaged: ${problems.slice(0, 20).join(', ')}.`);
      }
      await holdSchedules(fs, proposalsIn(path), clock());
      done += 1;
      onDone?.(done, copies.length);
    });
    signal?.throwIfAborted();
    return await work();
  } finally {
    for (const { path } of copies) await fs.promises.rm(path, { recursive: true, force: true });
  }
}

/** Blocks scheduled proposals, because after a restore a person must confirm what is published. */
async function holdSchedules(fs: FileSystem, gitdir: string, time: Date): Promise<void> {
  if (!(await exists(fs, gitdir))) return;
  const proposals = await Repository.open(fs, gitdir, proposalsProjection);
  try {
    await proposals.write(async (draft) => {
      const scheduled = allProposals(draft.snapshot.catalog).filter(({ record }) => isScheduled(record));
      if (scheduled.length === 0) return;

      for (const { record } of scheduled) {
        const reason = `Restored from a backup: publish it, or set another time than ${record.publish_at?.at}.`;
        putRecord(draft, blocked(record, reason));
      }
      const author = { name: 'Brand Portal', email: 'system@restore.invalid' };
      const message = { subject: 'Hold scheduled proposals', trailers: [['Operation', 'proposals.hold'] as const] };
      draft.describe({ author, time, message });
    });
  } finally {
    await proposals.close();
  }
}

/** @throws `invalid` when a restore would overwrite something */
export function rejectExisting(existing: readonly string[]): void {
  if (existing.length === 0) return;
  const exist = existing.length === 1 ? 'exists' : 'exist';
  const text = `Nothing was restored, because ${existing.join(', ')} ${exist} already. A restore overwrites nothing.`;
  throw new PortalError('invalid', text);
}

/**
 * Reads the registry of a backup, the slugs of all brands in it, and the slugs to restore.
 *
 * @throws `invalid` when there is no backup, `not_found` when the backup does not have the brand
 */
export async function readBackup({ fs, directory, brand }: BackupOptions) {
  await requireNativeGit('restoring');
  if (!(await isBackup(fs, directory))) throw new PortalError('invalid', `There is no backup at ${directory}.`);
  await rejectLinksAndSpecialFiles(fs, directory, brand);

  const backup = await readRegistry(fs, directory);
  const backedUp = (await slugsOnDisk(fs, directory)).filter((slug) => backup.brands.has(slug));
  if (brand !== undefined && !backedUp.includes(brand)) throw notFound(`Brand ${brand} in the backup`);
  const forgotten = (await forgottenIn(fs, directory)).filter((slug) => backup.brands.has(slug));
  return { backup, backedUp, forgotten, slugs: brand === undefined ? backedUp : [brand] };
}

/**
 * @throws `invalid` for files that no backup has. A link or git's `alternates` would read other data, and a pipe never
 * ends.
 */
async function rejectLinksAndSpecialFiles(fs: FileSystem, directory: string, brand: string | undefined): Promise<void> {
  for (const entry of await fs.promises.readdir(directory, { withFileTypes: true, recursive: true })) {
    const path = relative(directory, join(entry.parentPath, entry.name));
    const isPlain = entry.isDirectory() || (entry.isFile() && !path.endsWith(join('objects', 'info', 'alternates')));
    if (isPlain) continue;

    const [top, repository] = path.split(sep);
    const isOfOtherBrand = top === 'brands' && repository !== undefined && repository !== `${brand}.git`;
    if (brand !== undefined && isOfOtherBrand) continue;
    throw new PortalError(
      'invalid',
      `The backup at ${directory} is damaged: ${path} is a link, a special file or a git alternates file.`,
    );
  }
}

async function moveTo(fs: FileSystem, path: string, target: string): Promise<void> {
  await fs.promises.rename(path, target);
  await syncDirectory(fs, dirname(target));
}

function findRecords(backup: Registry, slug: string) {
  const brand = backup.brands.get(slug);
  if (brand === undefined) throw new Error(`${slug} was listed and is not registered`);
  const isOfBrand = (record: { readonly brand: string }): boolean => record.brand === slug;
  return {
    brand,
    keys: [...backup.keys.values()].filter(isOfBrand),
    webhooks: [...backup.webhooks.values()].filter(isOfBrand),
  };
}

async function webhooksWithoutSecret({ fs, data }: BackupOptions, webhooks: readonly WebhookRecord[]) {
  const files = new WebhookFiles(fs, dataPaths.webhooks(data));
  const missing: WebhookRecord[] = [];
  for (const hook of webhooks) if ((await files.readSecret(hook)) === null) missing.push(hook);
  return missing;
}
