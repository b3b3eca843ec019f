import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PortalError } from '../errors.js';
import { restoreBrand } from '../registry/brands.js';
import type { BrandRecord, KeyRecord, Registry, WebhookRecord } from '../registry/records.js';
import { dataPaths } from '../service/data-directory.js';
import type { SharedOptions } from '../service/shared/connect.js';
import { logKey, type SharedStorage } from '../service/shared/shared-storage.js';
import type { Repository } from '../store/repository.js';
import type { BackupOptions } from './backup.js';
import { copyOf, type RestoreResult, readBackup, recordsOf, withoutSecret } from './restore.js';
import { usePortal } from './shared.js';

/**
 * Puts one brand of a backup, or all, into a portal on many machines: the history of each as the first slot of a new log, then its
 * record and keys. Nodes serve it from then on. All is copied and checked before any of it is published; a log that was published and
 * not registered is in no one's way.
 *
 * @throws `invalid` when there is no backup, when it is damaged, or when a brand of that slug is there: nothing is published then
 */
export function restoreShared(options: BackupOptions, shared: SharedOptions): Promise<RestoreResult> {
  const { fs, data } = options;
  return usePortal(fs, data, shared, (places, brands, registry) => restoreInto(places, registry, brands, options));
}

/** @param there the brands of the portal */
export async function restoreInto(
  places: SharedStorage,
  registry: Repository<Registry>,
  there: readonly BrandRecord[],
  options: BackupOptions,
): Promise<RestoreResult> {
  const { fs, data, directory, clock, signal } = options;
  const { backup, slugs } = await readBackup(options);
  requireFree(slugs, new Set(there.map(({ slug }) => slug)));
  const scratch = await mkdtemp(join(tmpdir(), 'brand-portal-restore-'));
  try {
    const copies = new Map<string, string>();
    for (const slug of slugs) {
      const { path } = await copyOf(fs, dataPaths.brand(directory, slug), dataPaths.brand(scratch, slug), signal);
      copies.set(slug, path);
    }
    const [keys, webhooks]: [KeyRecord[], WebhookRecord[]] = [[], []];
    for (const [slug, copy] of copies) {
      signal?.throwIfAborted();
      const its = recordsOf(backup, slug);
      const log = await places.freeLog(slug);
      await places.portal.publish(logKey(log), dataPaths.brand(data, log), copy, signal);
      const { log: _, ...record } = its.record;
      keys.push(...(await restoreBrand(registry, log === slug ? record : { ...record, log }, its, clock)));
      webhooks.push(...its.webhooks);
    }
    return { brands: slugs, keys, webhooks: await withoutSecret(options, webhooks), isRegistryRestored: false };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function requireFree(slugs: readonly string[], there: ReadonlySet<string>): void {
  const taken = slugs.filter((slug) => there.has(slug));
  if (taken.length === 0) return;
  const [first = ''] = taken;
  const which = taken.length === 1 ? `The brand ${first} exists` : `The brands ${taken.join(', ')} exist`;
  throw new PortalError('invalid', `${which} already: nothing is overwritten, and nothing was restored.`);
}
