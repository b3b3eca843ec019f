import { dirname, join, relative, sep } from 'node:path';
import { allProposals, proposalsProjection } from '../content/proposals/catalog.js';
import type { Clock } from '../lib/clock.js';
import { inParallel } from '../lib/concurrency.js';
import { notFound, PortalError } from '../lib/errors.js';
import { NewerFormat } from '../lib/format.js';
import { putRecord } from '../operations/engine/proposal-record.js';
import { blocked, isScheduled } from '../operations/proposals/publish-due.js';
import { restoreBrand, unregisterBrand } from '../registry/brands.js';
import { startRegistry } from '../registry/commit.js';
import { type BrandRecord, type KeyRecord, slugPattern, type WebhookRecord } from '../registry/records.js';
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
import { reasonOf } from '../store/verify-repository.js';
import { type BackupOptions, copyAround, forgottenIn, isBackup, readRegistry } from './backup.js';
import { copyAllKept, type Kept, keptIn } from './kept-in.js';
import { mirrorBrand } from './mirror-brand.js';
import { type Access, accessIn, lostAccess } from './restored-access.js';
import { damageOf } from './update-copy.js';

export interface RestoreOptions extends BackupOptions {
  /** Brands of the backup that are left out. */
  readonly without?: readonly string[] | undefined;
}

export interface RestoreResult {
  readonly brands: readonly string[];
  /** Brands that were left out. The whole registry has them still, without their repositories. */
  readonly leftOut: readonly string[];
  readonly keys: readonly KeyRecord[];
  /** Restored webhooks without a signing secret. A backup holds no secrets. */
  readonly webhooks: readonly WebhookRecord[];
  /**
   * True: the whole registry was restored, with its history. False: records were added to an existing or new registry.
   */
  readonly isRegistryRestored: boolean;
  /** Access that came back with the whole registry; `null` if records were added. */
  readonly access: Access | null;
  /** Access to the brands that did not come back with them. */
  readonly lost: Access;
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
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { fs, data, brand, clock, without = [] } = options;
  const { backup, forgotten, slugs } = await readBackup(options);
  const hasRegistry = await exists(fs, dataPaths.registry(data));
  const targets = slugs.map((slug) => dataPaths.brand(data, slug));
  const isExisting = await Promise.all(targets.map((path) => exists(fs, path)));
  rejectExisting(targets.filter((_, index) => isExisting[index]));

  const known = new Set([...slugs, ...forgotten, ...without]);
  const isWhole = !hasRegistry && brand === undefined && [...backup.brands.keys()].every((slug) => known.has(slug));
  const registry = dataPaths.registry(data);
  const missing = await missingFolders(fs, dataPaths.brands(data));
  try {
    await makePrivateDirectory(fs, data);
    if (isWhole) return await restoreWhole(options, backup, slugs, forgotten);
    return await restoreBrands(options, backup, slugs, {
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
      keptOf: ({ slug }) => keptIn(fs, data, slug),
    });
  } catch (error) {
    // Only empty folders go.
    for (const folder of missing) await fs.promises.rmdir(folder).catch(() => {});
    throw error;
  }
}

/** The folders of a path that are not there, the innermost first. */
async function missingFolders(fs: FileSystem, path: string): Promise<string[]> {
  if (await exists(fs, path)) return [];
  return [path, ...(await missingFolders(fs, dirname(path)))];
}

/**
 * Restores all brands, then the registry with its history. This order ensures that a registered brand has its
 * repository.
 */
async function restoreWhole(
  options: RestoreOptions,
  backup: Registry,
  slugs: readonly string[],
  forgotten: readonly string[],
): Promise<RestoreResult> {
  const { fs, data, directory, clock } = options;
  const copyOf = (slug: string | null, pathIn: (root: string) => string) => {
    const target = pathIn(data);
    return { slug, source: pathIn(directory), target, path: temporaryName(target) };
  };
  const brands = slugs.map((slug) => copyOf(slug, (root) => dataPaths.brand(root, slug)));
  const copies = [...brands, copyOf(null, dataPaths.registry)];
  return withCopies(options, copies, async () => {
    await copyAround(fs, directory, data);
    await unregister(fs, copies.at(-1)?.path ?? '', forgotten, clock);
    for (const { path, target } of copies) await moveTo(fs, path, target);
    for (const slug of slugs) await copyAllKept(keptIn(fs, directory, slug), keptIn(fs, data, slug));
    const isRestored = ({ brand }: { readonly brand: string }): boolean => !forgotten.includes(brand);
    const webhooks = await webhooksWithoutSecret(options, [...backup.webhooks.values()].filter(isRestored));
    const keys = [...backup.keys.values()].filter(isRestored);
    const { without: leftOut = [] } = options;
    const known = {
      access: accessIn(await readRegistry(fs, data), clock()),
      lost: lostAccess(backup, backup, [], clock()),
    };
    return { brands: slugs, leftOut, keys, webhooks, ...known, isRegistryRestored: true, missingPeople: 0 };
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
  /** Place of what a brand has outside of git. */
  keptOf(record: BrandRecord): Kept;
}

/** Adds brands of a backup to a portal. All brands are copied and checked before the first one is put in place. */
export async function restoreBrands(
  options: RestoreOptions,
  backup: Registry,
  slugs: readonly string[],
  { copyPath, openRegistry, put, keptOf }: Target,
): Promise<RestoreResult> {
  const { directory, clock } = options;
  const copies = slugs.map((slug) => ({ slug, source: dataPaths.brand(directory, slug), path: copyPath(slug) }));
  return withCopies(options, copies, async () => {
    const keys: KeyRecord[] = [];
    const webhooks: WebhookRecord[] = [];
    const registry = await openRegistry();
    const verbs = new Verbs(registry, clock);
    try {
      const before = (await registry.read()).catalog;
      const { brands, people } = before;
      const added = slugs.filter((slug) => !brands.has(slug));
      for (const { slug, path } of copies) {
        const records = findRecords(backup, slug);
        const record = await put(path, records.brand);
        await copyAllKept(keptIn(options.fs, directory, slug), keptOf(record));
        // A brand that lost only its repository is still registered.
        if (brands.has(slug)) continue;
        keys.push(...(await restoreBrand(verbs, record, records)));
        webhooks.push(...records.webhooks);
      }
      const missingPeople = [...backup.people.keys()].filter((id) => !people.has(id)).length;
      const missingSecrets = await webhooksWithoutSecret(options, webhooks);
      const { without: leftOut = [] } = options;
      const known = { access: null, lost: lostAccess(backup, before, added, clock()) };
      return {
        brands: slugs,
        leftOut,
        keys,
        webhooks: missingSecrets,
        ...known,
        isRegistryRestored: false,
        missingPeople,
      };
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
  options: BackupOptions,
  copies: readonly Copy[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { fs, signal, progress } = options;
  try {
    const onDone = progress?.('restore', 'repositories');
    let done = 0;
    const damages = await inParallel(copies, async (copy) => {
      const damage = await copyChecked(options, copy);
      done += 1;
      onDone?.(done, copies.length);
      return damage;
    });
    rejectDamaged(
      damages.flatMap((damage) => damage ?? []),
      options.brand === undefined,
    );
    signal?.throwIfAborted();
    return await work();
  } finally {
    for (const { path } of copies) await fs.promises.rm(path, { recursive: true, force: true });
  }
}

/** @returns a sentence about what is damaged, with its path; `null` for a sound copy */
async function copyChecked({ fs, signal, clock }: BackupOptions, { slug, source, path }: Copy): Promise<Damage | null> {
  let problem: string;
  try {
    const { defects, files } = await mirrorBrand(source, path, { fs, signal, now: clock() });
    const problems = [...defects.map((defect) => defect.problem), ...files.problems];
    if (problems.length === 0) {
      await holdSchedules(fs, proposalsIn(path), clock());
      return null;
    }
    problem = `${source} is damaged: ${problems.slice(0, maxShown).join(', ')}`;
  } catch (error) {
    signal?.throwIfAborted();
    const damage = await damageOf(fs, source, signal);
    if (damage === null) throw new PortalError('unavailable', `${source} could not be copied: ${reasonOf(error)}`);
    problem = damage;
  }
  return { slug, problem };
}

interface Copy {
  /** `null` for the registry. */
  readonly slug: string | null;
  readonly source: string;
  readonly path: string;
}

interface Damage extends Pick<Copy, 'slug'> {
  readonly problem: string;
}

const maxShown = 20;

/** @throws `invalid` for a damaged backup, with what to do */
function rejectDamaged(damages: readonly Damage[], isOfAll: boolean): void {
  if (damages.length === 0) return;
  const slugs = damages.flatMap(({ slug }) => slug ?? []);
  const others = isOfAll && slugs.length === damages.length;
  const options = slugs.map((slug) => `--without ${slug}`).join(' ');
  throw new PortalError(
    'invalid',
    [
      'Nothing was restored, because the backup is damaged:',
      ...damages.slice(0, maxShown).map(({ slug, problem }) => `${slug ?? 'registry'}: ${problem}.`),
      ...(damages.length > maxShown ? [`… and ${damages.length - maxShown} more`] : []),
      'Restore from another backup, or, where the portal still is, run the backup into this directory again.',
      ...(others ? [`To restore all other brands, add: ${options}`] : []),
    ].join('\n'),
  );
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
export async function readBackup({ fs, directory, brand, without = [], signal }: RestoreOptions) {
  await requireNativeGit('restoring');
  if (!(await isBackup(fs, directory))) throw new PortalError('invalid', `There is no backup at ${directory}.`);
  await rejectLinksAndSpecialFiles(fs, directory, (slug) => (brand ?? slug) === slug && !without.includes(slug));

  const backup = await readRegistry(fs, directory).catch(async (error: unknown) => {
    if (error instanceof NewerFormat) throw error;
    const problem =
      (await damageOf(fs, dataPaths.registry(directory), signal)) ??
      `${dataPaths.registry(directory)}: ${reasonOf(error)}`;
    rejectDamaged([{ slug: null, problem }], false);
    throw error;
  });
  const unknown = without.find((slug) => !backup.brands.has(slug));
  if (unknown !== undefined) throw notFound(`Brand ${unknown} in the backup`);
  const backedUp = (await slugsOnDisk(fs, directory)).filter((slug) => backup.brands.has(slug));
  if (brand !== undefined && !backedUp.includes(brand)) throw notFound(`Brand ${brand} in the backup`);
  const forgotten = (await forgottenIn(fs, directory)).filter((slug) => backup.brands.has(slug));
  const slugs = (brand === undefined ? backedUp : [brand]).filter((slug) => !without.includes(slug));
  return { backup, forgotten, slugs };
}

/**
 * @throws `invalid` for files that no backup has. A link or git's `alternates` would read other data, and a pipe never
 * ends.
 */
async function rejectLinksAndSpecialFiles(
  fs: FileSystem,
  directory: string,
  isRestored: (slug: string) => boolean,
): Promise<void> {
  for (const entry of await fs.promises.readdir(directory, { withFileTypes: true, recursive: true })) {
    const path = relative(directory, join(entry.parentPath, entry.name));
    const isPlain = entry.isDirectory() || (entry.isFile() && !path.endsWith(join('objects', 'info', 'alternates')));
    if (isPlain) continue;

    const [top, repository] = path.split(sep);
    const slug = top === 'brands' && repository !== undefined ? repository.replace(/\.git$/, '') : null;
    if (slug !== null && slugPattern.test(slug) && !isRestored(slug)) continue;
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
