import { dirname } from 'node:path';
import { type BackupOptions, brandsIn, exists, isBackup, readRegistry } from './backup.js';
import { dataPaths } from './data-directory.js';
import { notFound, PortalError } from './errors.js';
import { type Registry, registryProjection } from './keys/registry.js';
import { startRegistry } from './operations/registry.js';
import { restoreBrand } from './operations/restore-brand.js';
import { makeDirectory } from './store/file-system.js';
import { mirror, requireNativeGit } from './store/mirror.js';
import { Repository } from './store/repository.js';

export interface RestoreResult {
  /** The slugs. */
  readonly brands: readonly string[];
  /** How many keys came back, those that work no longer among them. */
  readonly keys: number;
  /** Whether the registry is the backup's, with its history; else the brands and their keys were added to the one there. */
  readonly isRegistryRestored: boolean;
}

/**
 * Puts one brand of a backup, or all, back into a data directory, and registers them with their keys as the backup has
 * them. A running server serves each from then on.
 *
 * @throws `invalid` when there is no backup, or when a repository is there already: nothing is changed then
 */
export async function restore(options: BackupOptions): Promise<RestoreResult> {
  const { fs, data, directory, brand, clock, signal } = options;
  await requireNativeGit('restoring');
  if (!(await isBackup(fs, directory))) throw new PortalError('invalid', `There is no backup at ${directory}.`);
  const backup = await readRegistry(fs, directory);
  const all = await brandsIn(fs, directory, backup);
  if (brand !== undefined && !all.includes(brand)) throw notFound(`Brand ${brand} in the backup`);
  const slugs = brand === undefined ? all : [brand];
  const hasRegistry = await exists(fs, dataPaths.registry(data));
  await requireFree(options, slugs);

  await makeDirectory(fs, dataPaths.brands(data));
  const isWhole = brand === undefined && all.length === backup.brands.size;
  if (!hasRegistry && isWhole) {
    for (const slug of slugs) await put(options, dataPaths.brand(directory, slug), dataPaths.brand(data, slug));
    // Last: a registered brand has its repository.
    await put(options, dataPaths.registry(directory), dataPaths.registry(data));
    return { brands: slugs, keys: backup.keys.size, isRegistryRestored: true };
  }
  const registry = await (hasRegistry
    ? Repository.open(fs, dataPaths.registry(data), registryProjection)
    : createRegistry(options));
  const registered = hasRegistry ? await readRegistry(fs, data) : undefined;
  let restored = 0;
  for (const slug of slugs) {
    signal?.throwIfAborted();
    const record = backup.brands.get(slug);
    if (record === undefined) throw new Error(`${slug} was listed and is not registered`);
    await put(options, dataPaths.brand(directory, slug), dataPaths.brand(data, slug));
    const keys = [...backup.keys.values()].filter((key) => key.brand === slug);
    // One that lost its repository alone is registered still.
    if (!registered?.brands.has(slug)) restored += await restoreBrand(registry, record, keys, clock);
  }
  await registry.close();
  return { brands: slugs, keys: restored, isRegistryRestored: false };
}

async function requireFree({ fs, data }: BackupOptions, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) {
    const gitdir = dataPaths.brand(data, slug);
    if (!(await exists(fs, gitdir))) continue;
    throw new PortalError('invalid', `${gitdir} exists already: nothing is overwritten, and nothing was restored.`);
  }
}

async function put({ fs, signal }: BackupOptions, source: string, target: string): Promise<void> {
  const { defects } = await mirror(fs, source, target, signal);
  const [defect] = defects;
  if (defect === undefined) return;
  await fs.promises.rm(target, { recursive: true, force: true });
  throw new PortalError('invalid', `The backup at ${source} is damaged: ${defect.problem}.`);
}

async function createRegistry({ fs, data, clock }: BackupOptions): Promise<Repository<Registry>> {
  const gitdir = dataPaths.registry(data);
  await makeDirectory(fs, dirname(gitdir));
  const created = await Repository.create(fs, gitdir, registryProjection, (draft) => startRegistry(draft, clock));
  return created.repository;
}
