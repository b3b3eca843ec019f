import { dirname, join, sep } from 'node:path';
import { type Clock, isoSeconds } from '../lib/clock.js';
import { inParallel } from '../lib/concurrency.js';
import { notFound, PortalError } from '../lib/errors.js';
import { isObject } from '../lib/json.js';
import { compare } from '../lib/order.js';
import { errorCode, unlessMissing } from '../lib/system-error.js';
import { slugPattern } from '../registry/records.js';
import { type Registry, registryProjection } from '../registry/registry.js';
import { dataPaths, proposalsIn } from '../service/data-directory.js';
import { noteBackup } from '../service/known-backups.js';
import { copyTexts, localTexts } from '../service/private-texts.js';
import {
  exists,
  type FileSystem,
  listDirectory,
  makeDirectory,
  replaceFiles,
  syncDirectory,
} from '../store/file-system.js';
import { leftoversIn, leftoversOf, removeLeftovers } from '../store/leftovers.js';
import { Ref } from '../store/local/ref.js';
import { mirror, requireNativeGit } from '../store/native/mirror.js';
import { Repository } from '../store/repository.js';
import { copyAllKept, keptIn } from './kept-in.js';
import { mirrorBrand, type StoredFiles } from './mirror-brand.js';
import { asideOf, type UpdatedCopy, updateCopy } from './update-copy.js';
import { copyState, isDue, parseVerified, sourceState, type VerifiedCopy } from './verified-copies.js';

export interface BackupOptions {
  readonly fs: FileSystem;
  readonly data: string;
  /** Directory of the backup. It has the layout of a data directory, and a file `backup.json`. */
  readonly directory: string;
  readonly brand?: string | undefined;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly storedFiles?: StoredFiles | undefined;
  /** Whether each copy is verified with all its files, also one that nothing has happened to. */
  readonly isFull?: boolean | undefined;
  /**
   * Begins the work on all brands.
   *
   * @returns callback for its progress
   */
  progress?(part: string, unit: string): (done: number, total: number) => void;
}

export interface BackedUp extends UpdatedCopy {
  /** A slug; `null` for the registry. */
  readonly brand: string | null;
  /** Whether brand and copy are as they were when the copy was verified, and it was not verified again. */
  readonly isSkipped: boolean;
}

export interface BackupResult {
  readonly repositories: readonly BackedUp[];
  readonly failures: readonly { readonly brand: string; readonly reason: string }[];
}

type MarkerOptions = Pick<BackupOptions, 'fs' | 'directory' | 'clock'>;

const markerPath = (directory: string): string => join(directory, 'backup.json');

/**
 * Mirrors the registry and one brand or all of them, with their proposals and files, into a directory, or updates an
 * earlier backup there. A server may run at the same time. If a brand or a file fails, all others are still backed up.
 *
 * @throws `invalid` when there is no data directory, or the target cannot be a backup; `not_found` when there is no
 *   such brand
 */
export async function backUp(options: BackupOptions): Promise<BackupResult> {
  const { fs, data, directory, brand, signal } = options;
  await requireNativeGit('a backup');
  if (!(await exists(fs, dataPaths.registry(data)))) {
    throw new PortalError('invalid', `There is no data directory at ${data}.`);
  }
  await claimDirectory(options);
  await removeLeftovers(fs, await leftoversIn(fs, directory));
  await removeLeftovers(fs, await leftoversIn(fs, dataPaths.brands(directory)));

  // The registry comes first. Every brand in it has a repository already, which the backup then includes.
  const from = dataPaths.registry(data);
  const registry = await updateCopy(options, from, dataPaths.registry(directory), async (place) => ({
    ...(await mirror(fs, from, place, signal)),
    files: noFiles,
  }));
  const brands = (await readRegistry(fs, directory)).brands;
  if (brand !== undefined && !brands.has(brand)) throw notFound(`Brand ${brand}`);

  const repositories: BackedUp[] = [{ brand: null, ...registry, isSkipped: false }];
  const failures: { brand: string; reason: string }[] = [];
  const slugs = brand === undefined ? [...brands.keys()].sort() : [brand];
  const verified = await readVerified(fs, directory);
  const onDone = options.progress?.('backup', 'brands');
  let done = 0;
  const outcomes = await inParallel(slugs, async (slug) => {
    const outcome = await backUpBrand(options, slug, verified).catch((error: unknown) => {
      signal?.throwIfAborted();
      verified.delete(slug);
      return { brand: slug, reason: error instanceof Error ? error.message : String(error) };
    });
    done += 1;
    onDone?.(done, slugs.length);
    return outcome;
  });
  for (const outcome of outcomes) {
    if ('reason' in outcome) failures.push(outcome);
    else repositories.push(outcome);
  }

  if (brand === undefined) {
    await copyAround(fs, data, directory);
    for (const slug of verified.keys()) if (!brands.has(slug)) verified.delete(slug);
  }
  await writeMarker(options, verified);
  // The data out of a shared store are a copy.
  if (options.storedFiles === undefined)
    await noteBackup(fs, data, directory, isoSeconds(options.clock())).catch(() => {});
  return { repositories, failures };
}

const noFiles = { copied: 0, bytes: 0, problems: [] };

export const backedUpKeys = ['oauth', 'mail'] as const;

/**
 * Copies what is outside of git: the keys of agents' tokens and of addresses in mails, so that they still work when a whole portal is
 * restored, and the private texts.
 */
export async function copyAround(fs: FileSystem, from: string, to: string): Promise<void> {
  for (const name of backedUpKeys) {
    const bytes = await fs.promises.readFile(dataPaths.key(from, name)).catch(unlessMissing(null));
    if (bytes !== null) await replaceFiles(fs, [{ path: dataPaths.key(to, name), bytes, mode: 0o600 }]);
  }
  await copyTexts(localTexts(fs, from), localTexts(fs, to));
}

/** @param verified records of all brands, of which the brand's is updated */
async function backUpBrand(
  options: BackupOptions,
  slug: string,
  verified: Map<string, VerifiedCopy>,
): Promise<BackedUp> {
  const { fs, data, directory, signal, storedFiles, clock, isFull } = options;
  const source = dataPaths.brand(data, slug);
  const target = dataPaths.brand(directory, slug);
  const now = clock();
  await copyAllKept(keptIn(fs, data, slug), keptIn(fs, directory, slug));
  // Changes of the source from here on are for the next backup.
  const state = await sourceState(fs, source, storedFiles === undefined);
  const known = verified.get(slug);
  const isIntact = known !== undefined && known.copy === (await copyState(fs, target));
  const isWhole = isFull === true || !isIntact || isDue(slug, known, now);
  if (!isWhole && known.source === state) {
    const commit = new Ref(fs, target).current() as string;
    const unchanged = { from: commit, to: commit, newCommits: 0, isRewritten: false, defects: [], files: noFiles };
    return { brand: slug, ...unchanged, isReplaced: false, isSkipped: true };
  }

  for (const gitdir of [target, proposalsIn(target)]) await removeLeftovers(fs, await leftoversOf(fs, gitdir));
  const stored = { files: storedFiles?.(slug), proposalFiles: storedFiles?.(slug, true) };
  const report = await updateCopy(options, source, target, (place, earlier) => {
    const readsCopies = isWhole || earlier !== undefined;
    return mirrorBrand(source, place, { fs, signal, now, readsCopies, earlier, ...stored });
  });
  if (report.defects.length + report.files.problems.length > 0) verified.delete(slug);
  else {
    const whole_at = isWhole ? isoSeconds(now) : known.whole_at;
    verified.set(slug, { whole_at, source: state, copy: await copyState(fs, target) });
  }
  return { brand: slug, ...report, isSkipped: false };
}

/**
 * Marks the directory as a backup.
 *
 * @throws `invalid` when it holds anything else, which would be overwritten
 */
async function claimDirectory(options: BackupOptions): Promise<void> {
  const { fs, data, directory } = options;
  const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(outer + sep);
  if (isWithin(directory, data) || isWithin(data, directory)) {
    throw new PortalError('invalid', 'A backup belongs outside the data directory, not into it or around it.');
  }
  await makeDirectory(fs, directory);
  if (await isBackup(fs, directory)) return;
  if ((await listDirectory(fs, directory)).length > 0) {
    throw new PortalError('invalid', `${directory} is neither empty nor a backup.`);
  }
  await writeMarker(options);
}

/**
 * @param verified is written after all that it says was verified
 * @param forgotten slug of a brand that was deleted from the backup
 */
async function writeMarker(
  { fs, directory, clock }: MarkerOptions,
  verified: ReadonlyMap<string, VerifiedCopy> = new Map(),
  ...forgotten: readonly string[]
): Promise<void> {
  const absent: string[] = [];
  for (const slug of new Set([...(await forgottenIn(fs, directory)), ...forgotten]))
    if (!(await exists(fs, dataPaths.brand(directory, slug)))) absent.push(slug);
  const marker = {
    format: 1,
    written_at: isoSeconds(clock()),
    ...(absent.length > 0 && { forgotten: absent.sort(compare) }),
    verified: Object.fromEntries([...verified].sort(([a], [b]) => compare(a, b))),
  };
  const bytes = Buffer.from(`${JSON.stringify(marker, null, 2)}\n`);
  await replaceFiles(fs, [{ path: markerPath(directory), bytes }]);
  await syncDirectory(fs, directory);
}

/** @returns `null` for a directory that is no backup */
async function readMarker(fs: FileSystem, directory: string): Promise<Record<string, unknown> | null> {
  try {
    const path = markerPath(directory);
    if (!(await fs.promises.stat(path)).isFile()) return null;
    const marker: unknown = JSON.parse(await fs.promises.readFile(path, 'utf8'));
    return isObject(marker) && marker.format === 1 ? marker : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR' || error instanceof SyntaxError) return null;
    throw error;
  }
}

const readVerified = async (fs: FileSystem, directory: string): Promise<Map<string, VerifiedCopy>> =>
  parseVerified((await readMarker(fs, directory))?.verified);

export async function isBackup(fs: FileSystem, directory: string): Promise<boolean> {
  return (await readMarker(fs, directory)) !== null;
}

/** Slugs of the brands that were deleted from a backup. */
export async function forgottenIn(fs: FileSystem, directory: string): Promise<string[]> {
  const { forgotten } = (await readMarker(fs, directory)) ?? {};
  return Array.isArray(forgotten) ? forgotten.filter((slug) => slugPattern.test(String(slug))) : [];
}

/**
 * Deletes a brand from a backup. The registry there keeps its record, which a restore leaves out.
 *
 * @throws `invalid` when there is no backup, `not_found` when it has no such brand
 */
export async function forgetBrand(options: MarkerOptions, slug: string): Promise<void> {
  const { fs, directory } = options;
  if (!(await isBackup(fs, directory))) throw new PortalError('invalid', `There is no backup at ${directory}.`);
  const gitdir = dataPaths.brand(directory, slug);
  const isKnown =
    slugPattern.test(slug) && ((await exists(fs, gitdir)) || (await forgottenIn(fs, directory)).includes(slug));
  if (!isKnown) throw notFound(`Brand ${slug} in the backup`);
  for (const path of [gitdir, asideOf(gitdir)]) await fs.promises.rm(path, { recursive: true, force: true });
  await syncDirectory(fs, dirname(gitdir));
  for (const files of Object.values(keptIn(fs, directory, slug))) await files.clear();
  const verified = await readVerified(fs, directory);
  verified.delete(slug);
  await writeMarker(options, verified, slug);
}

export async function readRegistry(fs: FileSystem, directory: string): Promise<Registry> {
  const repository = await Repository.open(fs, dataPaths.registry(directory), registryProjection);
  return (await repository.read()).catalog;
}
