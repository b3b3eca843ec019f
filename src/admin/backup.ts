import { join, sep } from 'node:path';
import { type Clock, isoSeconds } from '../lib/clock.js';
import { notFound, PortalError } from '../lib/errors.js';
import { errorCode, unlessMissing } from '../lib/system-error.js';
import { type Registry, registryProjection } from '../registry/registry.js';
import { dataPaths, proposalsIn } from '../service/data-directory.js';
import {
  exists,
  type FileSystem,
  listDirectory,
  makeDirectory,
  replaceFiles,
  syncDirectory,
} from '../store/file-system.js';
import { leftoversIn, leftoversOf, removeLeftovers } from '../store/leftovers.js';
import { mirror, requireNativeGit } from '../store/native/mirror.js';
import { Repository } from '../store/repository.js';
import { type MirroredBrand, mirrorBrand, type StoredFiles } from './mirror-brand.js';

export interface BackupOptions {
  readonly fs: FileSystem;
  readonly data: string;
  /** Directory of the backup. It has the layout of a data directory, and a file `backup.json`. */
  readonly directory: string;
  readonly brand?: string | undefined;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly storedFiles?: StoredFiles | undefined;
}

export interface BackedUp extends MirroredBrand {
  /** A slug; `null` for the registry. */
  readonly brand: string | null;
}

export interface BackupResult {
  readonly repositories: readonly BackedUp[];
  readonly failures: readonly { readonly brand: string; readonly reason: string }[];
}

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
  const registry = await mirror(fs, dataPaths.registry(data), dataPaths.registry(directory), signal);
  const brands = (await readRegistry(fs, directory)).brands;
  if (brand !== undefined && !brands.has(brand)) throw notFound(`Brand ${brand}`);

  const noFiles = { copied: 0, bytes: 0, problems: [] };
  const repositories: BackedUp[] = [{ brand: null, ...registry, files: noFiles }];
  const failures: { brand: string; reason: string }[] = [];
  for (const slug of brand === undefined ? [...brands.keys()].sort() : [brand]) {
    try {
      repositories.push(await backUpBrand(options, slug));
    } catch (error) {
      signal?.throwIfAborted();
      failures.push({ brand: slug, reason: error instanceof Error ? error.message : String(error) });
    }
  }

  if (brand === undefined) await copyKey(fs, data, directory);
  await writeMarker(options);
  return { repositories, failures };
}

/** Copies the key that seals agents' tokens, so that they still work when a whole portal is restored. */
export async function copyKey(fs: FileSystem, from: string, to: string): Promise<void> {
  const bytes = await fs.promises.readFile(dataPaths.key(from, 'oauth')).catch(unlessMissing(null));
  if (bytes !== null) await replaceFiles(fs, [{ path: dataPaths.key(to, 'oauth'), bytes, mode: 0o600 }]);
}

async function backUpBrand(
  { fs, data, directory, signal, storedFiles, clock }: BackupOptions,
  slug: string,
): Promise<BackedUp> {
  const source = dataPaths.brand(data, slug);
  const target = dataPaths.brand(directory, slug);
  for (const gitdir of [target, proposalsIn(target)]) await removeLeftovers(fs, await leftoversOf(fs, gitdir));
  const stored = { files: storedFiles?.(slug), proposalFiles: storedFiles?.(slug, true) };
  return { brand: slug, ...(await mirrorBrand(source, target, { fs, signal, now: clock(), ...stored })) };
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

async function writeMarker({ fs, directory, clock }: BackupOptions): Promise<void> {
  const text = `${JSON.stringify({ format: 1, written_at: isoSeconds(clock()) }, null, 2)}\n`;
  await replaceFiles(fs, [{ path: markerPath(directory), bytes: Buffer.from(text) }]);
  await syncDirectory(fs, directory);
}

export async function isBackup(fs: FileSystem, directory: string): Promise<boolean> {
  try {
    const path = markerPath(directory);
    return (
      (await fs.promises.stat(path)).isFile() && JSON.parse(await fs.promises.readFile(path, 'utf8'))?.format === 1
    );
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR' || error instanceof SyntaxError) return false;
    throw error;
  }
}

export async function readRegistry(fs: FileSystem, directory: string): Promise<Registry> {
  const repository = await Repository.open(fs, dataPaths.registry(directory), registryProjection);
  return (await repository.read()).catalog;
}
