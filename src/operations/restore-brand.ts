import type { Clock } from '../clock.js';
import { encodeJson } from '../content/files.js';
import { type BrandRecord, type KeyRecord, type Registry, registryPaths } from '../keys/registry.js';
import type { Repository } from '../store/repository.js';
import { brandExists } from './registry.js';

/**
 * Registers a brand as it was registered before, with its keys. A key that the registry knows stays as it is: it may have
 * been revoked since.
 *
 * @throws `invalid` when the slug is registered
 */
export async function restoreBrand(
  registry: Repository<Registry>,
  record: BrandRecord,
  keys: readonly KeyRecord[],
  clock: Clock,
): Promise<void> {
  await registry.write((draft) => {
    const { brands, keys: known } = draft.snapshot.catalog;
    if (brands.has(record.slug)) throw brandExists(record.slug);
    draft.put(registryPaths.brand(record.slug), encodeJson(record));
    for (const key of keys) if (!known.has(key.id)) draft.put(registryPaths.key(key.id), encodeJson(key));
    draft.describe({
      author: { name: 'Operator', email: 'operator@brand-portal.invalid' },
      time: clock(),
      message: { subject: `Restore brand ${record.slug}`, trailers: [['Operation', 'brands.restore']] },
    });
  });
}
