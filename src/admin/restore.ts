import { dirname, join, relative, sep } from 'node:path';
import { notFound, PortalError } from '../lib/errors.js';
import { restoreBrand } from '../registry/brands.js';
import { startRegistry } from '../registry/commit.js';
import {
  type BrandRecord,
  type KeyRecord,
  type Registry,
  registryProjection,
  type WebhookRecord,
} from '../registry/records.js';
import { Verbs } from '../registry/verbs.js';
import { WebhookFiles } from '../registry/webhook-files.js';
import { dataPaths, slugsOnDisk } from '../service/data-directory.js';
import {
  exists,
  type FileSystem,
  makeDirectory,
  makePrivateDirectory,
  syncDirectory,
  temporaryName,
} from '../store/file-system.js';
import { mirror, requireNativeGit } from '../store/native/mirror.js';
import { Repository } from '../store/repository.js';
import type { Draft } from '../store/snapshot.js';
import { type BackupOptions, isBackup, readRegistry } from './backup.js';
import { FileCopy } from './copy-files.js';

export interface RestoreResult {
  readonly brands: readonly string[];
  /** The keys that came back, revoked and expired ones included. */
  readonly keys: readonly KeyRecord[];
  /** The webhooks that came back and have nothing to sign with: secrets are in no backup. */
  readonly webhooks: readonly WebhookRecord[];
  /** Whether the registry is the backup's, with its history; else brands, keys and webhooks were added to the one there, or to a new one. */
  readonly isRegistryRestored: boolean;
  /** People of the backup who are not in the registry. They come back only when everything is restored. */
  readonly missingPeople: number;
}

/**
 * Puts one brand of a backup, or all, back into a data directory, and registers them with their keys as the backup has
 * them. A running server serves each from then on. All of it is copied and checked before any of it is put in place.
 *
 * @throws `invalid` when there is no backup, when a check finds it damaged, or when a repository is there already; what git says when
 *   it cannot be copied: nothing is changed then
 */
export async function restore(options: BackupOptions): Promise<RestoreResult> {
  const { fs, data, brand, clock } = options;
  const { backup, all, slugs } = await readBackup(options);
  const hasRegistry = await exists(fs, dataPaths.registry(data));
  const targets = slugs.map((slug) => dataPaths.brand(data, slug));
  const isTaken = await Promise.all(targets.map((path) => exists(fs, path)));
  requireFree(targets.filter((_, at) => isTaken[at]));
  await makePrivateDirectory(fs, data);
  if (!hasRegistry && brand === undefined && all.length === backup.brands.size) {
    return restoreWhole(options, backup, slugs);
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

/** Restores all brands and the registry with its history, which comes last: a registered brand has its repository. */
async function restoreWhole(
  options: BackupOptions,
  backup: Registry,
  slugs: readonly string[],
): Promise<RestoreResult> {
  const { fs, data, directory } = options;
  const copyOf = (pathIn: (root: string) => string) => {
    const target = pathIn(data);
    return { source: pathIn(directory), target, path: temporaryName(target) };
  };
  const copies = [...slugs.map((slug) => copyOf((root) => dataPaths.brand(root, slug))), copyOf(dataPaths.registry)];
  return withCopies(options, copies, async () => {
    for (const { path, target } of copies) await moveTo(fs, path, target);
    const webhooks = await withoutSecret(options, [...backup.webhooks.values()]);
    return { brands: slugs, keys: [...backup.keys.values()], webhooks, isRegistryRestored: true, missingPeople: 0 };
  });
}

/** Storage of a portal that brands are restored into. */
interface Target {
  /** Path of a brand's copy, while it is checked. */
  copyPath(slug: string): string;
  openRegistry(): Promise<Repository<Registry>>;
  /** Puts a checked copy in place. @returns the record to register */
  put(copy: string, record: BrandRecord): Promise<BrandRecord>;
}

/** Adds brands of a backup to those of a portal: all are copied and checked before the first is put in place. */
export async function restoreBrands(
  options: BackupOptions,
  backup: Registry,
  slugs: readonly string[],
  { copyPath, openRegistry, put }: Target,
): Promise<RestoreResult> {
  const { directory, clock } = options;
  const copies = slugs.map((slug) => ({ slug, source: dataPaths.brand(directory, slug), path: copyPath(slug) }));
  return withCopies(options, copies, async () => {
    const [keys, webhooks]: [KeyRecord[], WebhookRecord[]] = [[], []];
    const registry = await openRegistry();
    const verbs = new Verbs(registry, clock);
    try {
      const { brands, people } = (await registry.read()).catalog;
      for (const { slug, path } of copies) {
        const records = recordsOf(backup, slug);
        const record = await put(path, records.record);
        // A brand that lost only its repository is still registered.
        if (brands.has(slug)) continue;
        keys.push(...(await restoreBrand(verbs, record, records)));
        webhooks.push(...records.webhooks);
      }
      const missingPeople = [...backup.people.keys()].filter((id) => !people.has(id)).length;
      const missingSecrets = await withoutSecret(options, webhooks);
      return { brands: slugs, keys, webhooks: missingSecrets, isRegistryRestored: false, missingPeople };
    } finally {
      await registry.close();
    }
  });
}

/** Works with copies of a backup's repositories, and removes them afterwards. @throws `invalid` unless all are sound */
async function withCopies<Answer>(
  { fs, signal }: BackupOptions,
  copies: readonly { readonly source: string; readonly path: string }[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    for (const { source, path } of copies) {
      const files = new FileCopy(fs, source, signal);
      const { defects } = await mirror(fs, source, path, signal, files.copyNewToFolder);
      const problems = [...defects.map(({ problem }) => problem), ...files.problems.values()];
      if (problems.length === 0) continue;
      throw new PortalError('invalid', `The backup at ${source} is damaged: ${problems.slice(0, 20).join(', ')}.`);
    }
    signal?.throwIfAborted();
    return await work();
  } finally {
    for (const { path } of copies) await fs.promises.rm(path, { recursive: true, force: true });
  }
}

/** @throws `invalid` when anything is in the way */
export function requireFree(taken: readonly string[]): void {
  if (taken.length === 0) return;
  const exist = taken.length === 1 ? 'exists' : 'exist';
  const text = `Nothing is overwritten, and nothing was restored: ${taken.join(', ')} ${exist} already.`;
  throw new PortalError('invalid', text);
}

/** The registry of a backup, all of its brands, and those to restore. @throws `invalid` without a backup, `not_found` */
export async function readBackup({ fs, directory, brand }: BackupOptions) {
  await requireNativeGit('restoring');
  if (!(await isBackup(fs, directory))) throw new PortalError('invalid', `There is no backup at ${directory}.`);
  await requirePlain(fs, directory, brand);
  const backup = await readRegistry(fs, directory);
  const all = (await slugsOnDisk(fs, directory)).filter((slug) => backup.brands.has(slug));
  if (brand !== undefined && !all.includes(brand)) throw notFound(`Brand ${brand} in the backup`);
  return { backup, all, slugs: brand === undefined ? all : [brand] };
}

/** @throws `invalid` for files that no backup holds: a link or git's `alternates` leads to other data, and a pipe never ends */
async function requirePlain(fs: FileSystem, directory: string, brand: string | undefined): Promise<void> {
  for (const entry of await fs.promises.readdir(directory, { withFileTypes: true, recursive: true })) {
    const path = relative(directory, join(entry.parentPath, entry.name));
    const isPlain = entry.isDirectory() || (entry.isFile() && !path.endsWith(join('objects', 'info', 'alternates')));
    const [top, inner] = path.split(sep);
    if (isPlain || (brand !== undefined && top === 'brands' && inner !== undefined && inner !== `${brand}.git`))
      continue;
    throw new PortalError('invalid', `The backup at ${directory} is damaged: ${path} leads out of it, or is no file.`);
  }
}

async function moveTo(fs: FileSystem, path: string, target: string): Promise<void> {
  await fs.promises.rename(path, target);
  await syncDirectory(fs, dirname(target));
}

function recordsOf(backup: Registry, slug: string) {
  const record = backup.brands.get(slug);
  if (record === undefined) throw new Error(`${slug} was listed and is not registered`);
  const isOwn = ({ brand }: { readonly brand: string }): boolean => brand === slug;
  return {
    record,
    keys: [...backup.keys.values()].filter(isOwn),
    webhooks: [...backup.webhooks.values()].filter(isOwn),
  };
}

async function withoutSecret({ fs, data }: BackupOptions, webhooks: readonly WebhookRecord[]) {
  const files = new WebhookFiles(fs, dataPaths.webhooks(data));
  const missing: WebhookRecord[] = [];
  for (const hook of webhooks) if ((await files.readSecret(hook)) === null) missing.push(hook);
  return missing;
}
