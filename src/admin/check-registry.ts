import { join } from 'node:path';
import type { Registry } from '../registry/registry.js';
import { WebhookFiles } from '../registry/webhook-files.js';
import { dataPaths } from '../service/data-directory.js';
import type { FileSystem } from '../store/file-system.js';
import type { Repository } from '../store/repository.js';
import { type Defect, error, verifyRepository, warning } from '../store/verify-repository.js';
import { isBackup } from './backup.js';
import type { StoredFiles } from './mirror-brand.js';

interface RegistryCheckOptions {
  readonly fs: FileSystem;
  readonly data: string;
  readonly storedFiles?: StoredFiles | undefined;
  readonly signal?: AbortSignal;
}

/** @param registry `null` when it cannot be read */
export async function* checkRegistry(
  { fs, data, storedFiles, signal }: RegistryCheckOptions,
  registry: Repository<Registry> | null,
): AsyncGenerator<Defect> {
  const gitdir = dataPaths.registry(data);
  const stats = await fs.promises.stat(gitdir).catch(() => null);
  if (stats === null) {
    yield error('registry.git', 'it is missing', 'Put it back from a backup.');
    return;
  }

  const defects = await verifyRepository(fs, gitdir, signal);
  for (const defect of defects) yield within('registry.git', defect);
  if (registry === null) {
    const isKnown = defects.some(({ level }) => level === 'error');
    if (!isKnown) yield error('registry.git', 'it cannot be read', 'Put it back from a backup.');
    return;
  }

  const { catalog } = await registry.read();
  for (const [path, reason] of catalog.problems) {
    yield within('registry.git', error(path, reason, 'Correct or remove the file in a clone, and push it.'));
  }
  yield* unregisteredBrands(catalog);
  // Secrets are in no backup, and in no copy out of a shared store.
  if (storedFiles === undefined && !(await isBackup(fs, data))) yield* webhooksWithoutSecret(fs, data, catalog);
}

/** Warnings of keys and roles for brands that are not registered. */
function* unregisteredBrands({ brands, keys, people }: Registry): Generator<Defect> {
  for (const { id, brand, revoked_at } of keys.values()) {
    if (revoked_at !== null || brands.has(brand)) continue;
    const problem = `the key ${id} is for the brand ${brand}, which is not registered`;
    yield warning('registry.git', problem, `Run "brand-portal key revoke ${id}".`);
  }
  for (const { id, name, roles } of people.values()) {
    for (const brand of Object.keys(roles).filter((slug) => !brands.has(slug))) {
      const problem = `the person ${id} "${name}" has a role in the brand ${brand}, which is not registered`;
      yield warning('registry.git', problem, `Run "brand-portal person set ${id} --remove-role ${brand}".`);
    }
  }
}

async function* webhooksWithoutSecret(fs: FileSystem, data: string, { webhooks }: Registry): AsyncGenerator<Defect> {
  const files = new WebhookFiles(fs, dataPaths.webhooks(data));
  for (const record of webhooks.values()) {
    if ((await files.readSecret(record)) !== null) continue;
    const { id, brand } = record;
    const problem = `the webhook ${id} of ${brand} has no signing secret, and sends nothing`;
    const advice = `Run "brand-portal webhook rotate ${brand} ${id}", and tell its receiver.`;
    yield warning('webhooks', problem, advice);
  }
}

/** The defect, with its path below a repository. */
export function within(repository: string, defect: Defect): Defect {
  return { ...defect, path: defect.path === null ? repository : join(repository, defect.path) };
}
