import { dirname } from 'node:path';
import { notFound, PortalError } from '../errors.js';
import { restoreBrand } from '../registry/brands.js';
import { startRegistry } from '../registry/commit.js';
import { type KeyRecord, type Registry, registryProjection, type WebhookRecord } from '../registry/records.js';
import { WebhookFiles } from '../registry/webhook-files.js';
import { dataPaths } from '../service/data-directory.js';
import {
  type FileSystem,
  makeDirectory,
  makePrivateDirectory,
  syncDirectory,
  temporaryName,
} from '../store/file-system.js';
import { mirror, requireNativeGit } from '../store/native/mirror.js';
import { Repository } from '../store/repository.js';
import { type BackupOptions, brandsIn, exists, isBackup, readRegistry } from './backup.js';

export interface RestoreResult {
  /** The slugs. */
  readonly brands: readonly string[];
  /** The keys that came back, those that work no longer among them. */
  readonly keys: readonly KeyRecord[];
  /** The webhooks that came back and have nothing to sign with: it is in no backup. */
  readonly webhooks: readonly WebhookRecord[];
  /** Whether the registry is the backup's, with its history; else the brands and their keys were added to the one there. */
  readonly isRegistryRestored: boolean;
}

/** A repository of the backup, copied next to its place and found sound. */
interface Copy {
  /** `null`: the registry. */
  readonly slug: string | null;
  readonly path: string;
  readonly target: string;
}

/**
 * Puts one brand of a backup, or all, back into a data directory, and registers them with their keys as the backup has
 * them. A running server serves each from then on. All of it is copied and checked before any of it is put in place.
 *
 * @throws `invalid` when there is no backup, when it is damaged, or when a repository is there already: nothing is changed then
 */
export async function restore(options: BackupOptions): Promise<RestoreResult> {
  const { fs, data, brand, signal } = options;
  const { backup, all, slugs } = await readBackup(options);
  const hasRegistry = await exists(fs, dataPaths.registry(data));
  await requireFree(options, slugs);

  const isWhole = !hasRegistry && brand === undefined && all.length === backup.brands.size;
  const copies: Copy[] = [];
  await makePrivateDirectory(fs, data);
  try {
    // The registry comes last: a registered brand has its repository.
    for (const slug of isWhole ? [...slugs, null] : slugs) copies.push(await copy(options, slug));
    signal?.throwIfAborted();
    if (!isWhole)
      return { brands: slugs, ...(await register(options, copies, backup, hasRegistry)), isRegistryRestored: false };
    for (const made of copies) await putInPlace(fs, made);
    const [keys, webhooks] = [[...backup.keys.values()], await withoutSecret(options, [...backup.webhooks.values()])];
    return { brands: slugs, keys, webhooks, isRegistryRestored: true };
  } finally {
    for (const { path } of copies) await fs.promises.rm(path, { recursive: true, force: true });
  }
}

async function requireFree({ fs, data }: BackupOptions, slugs: readonly string[]): Promise<void> {
  const taken: string[] = [];
  for (const slug of slugs) {
    const gitdir = dataPaths.brand(data, slug);
    if (await exists(fs, gitdir)) taken.push(gitdir);
  }
  if (taken.length === 0) return;
  const exist = taken.length === 1 ? 'exists' : 'exist';
  throw new PortalError(
    'invalid',
    `${taken.join(', ')} ${exist} already: nothing is overwritten, and nothing was restored.`,
  );
}

/** The registry of a backup, all of its brands, and those to restore. @throws `invalid` without a backup, `not_found` */
export async function readBackup({ fs, directory, brand }: BackupOptions) {
  await requireNativeGit('restoring');
  if (!(await isBackup(fs, directory))) throw new PortalError('invalid', `There is no backup at ${directory}.`);
  const backup = await readRegistry(fs, directory);
  const all = await brandsIn(fs, directory, backup);
  if (brand !== undefined && !all.includes(brand)) throw notFound(`Brand ${brand} in the backup`);
  return { backup, all, slugs: brand === undefined ? all : [brand] };
}

async function copy({ fs, data, directory, signal }: BackupOptions, slug: string | null): Promise<Copy> {
  const placeIn = (root: string): string => (slug === null ? dataPaths.registry(root) : dataPaths.brand(root, slug));
  return { slug, ...(await copyOf(fs, placeIn(directory), placeIn(data), signal)) };
}

/** A repository copied next to where it is to be. @throws `invalid` unless it is sound */
export async function copyOf(fs: FileSystem, source: string, target: string, signal: AbortSignal | undefined) {
  const path = temporaryName(target);
  const { defects } = await mirror(fs, source, path, signal);
  const [defect] = defects;
  if (defect === undefined) return { path, target };
  await fs.promises.rm(path, { recursive: true, force: true });
  throw new PortalError('invalid', `The backup at ${source} is damaged: ${defect.problem}.`);
}

/** What the backup's registry has of a brand. */
export function recordsOf(backup: Registry, slug: string) {
  const record = backup.brands.get(slug);
  if (record === undefined) throw new Error(`${slug} was listed and is not registered`);
  return {
    record,
    keys: [...backup.keys.values()].filter(({ brand }) => brand === slug),
    webhooks: [...backup.webhooks.values()].filter(({ brand }) => brand === slug),
  };
}

async function putInPlace(fs: FileSystem, { path, target }: Copy): Promise<void> {
  await fs.promises.rename(path, target);
  await syncDirectory(fs, dirname(target));
}

/** Adds brands to those of a registry that is there. @returns what came with them */
async function register(
  options: BackupOptions,
  copies: readonly Copy[],
  backup: Registry,
  hasRegistry: boolean,
): Promise<{ keys: KeyRecord[]; webhooks: WebhookRecord[] }> {
  const { fs, data, clock } = options;
  const registry = await (hasRegistry
    ? Repository.open(fs, dataPaths.registry(data), registryProjection)
    : createRegistry(options));
  const registered = hasRegistry ? await readRegistry(fs, data) : undefined;
  const keys: KeyRecord[] = [];
  const webhooks: WebhookRecord[] = [];
  for (const made of copies) {
    const its = recordsOf(backup, made.slug ?? '');
    const { record } = its;
    await putInPlace(fs, made);
    // One that lost its repository alone is registered still.
    if (registered?.brands.has(record.slug)) continue;
    keys.push(...(await restoreBrand(registry, record, its, clock)));
    webhooks.push(...its.webhooks);
  }
  await registry.close();
  return { keys, webhooks: await withoutSecret(options, webhooks) };
}

export async function withoutSecret(
  { fs, data }: BackupOptions,
  webhooks: readonly WebhookRecord[],
): Promise<WebhookRecord[]> {
  const files = new WebhookFiles(fs, dataPaths.webhooks(data));
  const found: WebhookRecord[] = [];
  for (const hook of webhooks) if ((await files.readSecret(hook)) === null) found.push(hook);
  return found;
}

async function createRegistry({ fs, data, clock }: BackupOptions): Promise<Repository<Registry>> {
  const gitdir = dataPaths.registry(data);
  await makeDirectory(fs, dirname(gitdir));
  const created = await Repository.create(fs, gitdir, registryProjection, (draft) => startRegistry(draft, clock));
  return created.repository;
}
