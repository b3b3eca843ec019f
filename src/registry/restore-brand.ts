import type { Clock } from '../clock.js';
import { encodeJson } from '../json.js';
import type { Repository } from '../store/repository.js';
import { type BrandRecord, type KeyRecord, type Registry, registryPaths } from './records.js';
import { brandExists } from './writes.js';

/**
 * Registers a brand as it was registered before, with its keys. A key that the registry knows stays as it is: it may have
 * been revoked since.
 *
 * @returns the keys that came with it
 * @throws `invalid` when the slug is registered
 */
export async function restoreBrand(
  registry: Repository<Registry>,
  record: BrandRecord,
  keys: readonly KeyRecord[],
  clock: Clock,
): Promise<readonly KeyRecord[]> {
  const { answer } = await registry.write((draft) => {
    const { brands, keys: known } = draft.snapshot.catalog;
    if (brands.has(record.slug)) throw brandExists(record.slug);
    draft.put(registryPaths.brand(record.slug), encodeJson(record));
    const missing = keys.filter(({ id }) => !known.has(id));
    for (const key of missing) draft.put(registryPaths.key(key.id), encodeJson(key));
    draft.describe({
      author: { name: 'Operator', email: 'operator@brand-portal.invalid' },
      time: clock(),
      message: { subject: `Restore brand ${record.slug}`, trailers: [['Operation', 'brands.restore']] },
    });
    return missing;
  });
  return answer;
}
