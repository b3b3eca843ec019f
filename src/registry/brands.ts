import { type Clock, isoSeconds } from '../clock.js';
import type { Module } from '../content/brand.js';
import { notFound, PortalError } from '../errors.js';
import { encodeJson } from '../json.js';
import type { Repository } from '../store/repository.js';
import { type Author, describe } from './commit.js';
import {
  type BrandRecord,
  type KeyRecord,
  logOf,
  type Registry,
  registryPaths,
  type WebhookRecord,
} from './records.js';

/**
 * @param brand with its log on many machines, also where that is its slug
 * @throws `invalid` when the slug is registered already, or the log is another brand's
 */
export async function registerBrand(
  registry: Repository<Registry>,
  brand: Omit<BrandRecord, 'created_at' | 'modules'> & { readonly modules: readonly Module[] },
  clock: Clock,
  by?: Author,
): Promise<BrandRecord> {
  const { answer } = await registry.write((draft) => {
    if (draft.snapshot.catalog.brands.has(brand.slug)) throw brandExists(brand.slug);
    const now = clock();
    const { slug, modules, api_enabled, log } = brand;
    if (log !== undefined) requireOwnLog(draft.snapshot.catalog.brands, log);
    const named = log === undefined || log === slug ? {} : { log };
    const record: BrandRecord = { slug, modules, api_enabled, created_at: isoSeconds(now), ...named };
    draft.put(registryPaths.brand(slug), encodeJson(record));
    describe(draft, `Register brand ${slug}`, 'brands.create', now, by);
    return record;
  });
  return answer;
}

function requireOwnLog(brands: Registry['brands'], log: string): void {
  for (const other of brands.values()) {
    if (logOf(other) === log) throw new PortalError('invalid', `The log ${log} is that of the brand ${other.slug}.`);
  }
}

export interface BrandSettings {
  readonly modules?: readonly Module[];
  readonly api_enabled?: boolean;
}

/** Sets what a brand may use; it holds for the next request. @throws `not_found` */
export async function setBrandSettings(
  registry: Repository<Registry>,
  slug: string,
  settings: BrandSettings,
  clock: Clock,
  by?: Author,
): Promise<BrandRecord> {
  const { answer } = await registry.write((draft) => {
    const before = draft.snapshot.catalog.brands.get(slug);
    if (before === undefined) throw notFound(`Brand ${slug}`);
    const record: BrandRecord = { ...before, ...settings };
    draft.put(registryPaths.brand(slug), encodeJson(record));
    describe(draft, `Change the settings of brand ${slug}`, 'brands.settings', clock(), by);
    return record;
  });
  return answer;
}

/**
 * Registers a brand as it was registered before, with its keys and webhooks. A key that the registry knows stays as it is: it
 * may have been revoked since.
 *
 * @returns the keys that came with it
 * @throws `invalid` when the slug is registered
 */
export async function restoreBrand(
  registry: Repository<Registry>,
  record: BrandRecord,
  { keys, webhooks }: { readonly keys: readonly KeyRecord[]; readonly webhooks: readonly WebhookRecord[] },
  clock: Clock,
): Promise<readonly KeyRecord[]> {
  const { answer } = await registry.write((draft) => {
    const { brands, keys: known } = draft.snapshot.catalog;
    if (brands.has(record.slug)) throw brandExists(record.slug);
    draft.put(registryPaths.brand(record.slug), encodeJson(record));
    const missing = keys.filter(({ id }) => !known.has(id));
    for (const key of missing) draft.put(registryPaths.key(key.id), encodeJson(key));
    for (const hook of webhooks) draft.put(registryPaths.webhook(hook.id), encodeJson(hook));
    describe(draft, `Restore brand ${record.slug}`, 'brands.restore', clock());
    return missing;
  });
  return answer;
}

export function brandExists(slug: string): PortalError {
  return new PortalError('invalid', `The brand ${slug} exists already.`);
}
