import type { Module } from '../content/brand.js';
import { type Clock, isoSeconds } from '../lib/clock.js';
import { invalidField, notFound, PortalError } from '../lib/errors.js';
import { encodeJson } from '../lib/json.js';
import type { Repository } from '../store/repository.js';
import type { Draft } from '../store/snapshot.js';
import { describe } from './commit.js';
import { type FileSecrets, newFileSecrets } from './file-address.js';
import { isUsable, keysOf } from './keys.js';
import {
  type BrandRecord,
  type KeyRecord,
  logOf,
  type Registry,
  registryPaths,
  type WebhookRecord,
} from './records.js';
import type { Acting } from './rights.js';
import type { Verbs } from './verbs.js';
import { endWaysIn, type Makers, makersOf } from './ways-in.js';

/**
 * @param brand with its log on many machines, also where that is its slug
 * @throws `invalid` when the slug is registered already, or the log is another brand's
 */
export function registerBrand(
  verbs: Verbs,
  brand: Omit<BrandRecord, 'created_at' | 'modules'> & { readonly modules: readonly Module[] },
  by?: Acting,
): Promise<BrandRecord> {
  return verbs.write({
    ...{ operation: 'brands.create', by },
    apply({ registry: { brands }, now, put, commit }) {
      if (brands.has(brand.slug)) throw brandExists(brand.slug);
      const { slug, modules, api_enabled, log } = brand;
      if (log !== undefined) requireOwnLog(brands, log);
      const logField = log === undefined || log === slug ? {} : { log };
      const record: BrandRecord = { slug, modules, api_enabled, created_at: isoSeconds(now), ...logField };
      put(record);
      commit(`Register brand ${slug}`);
      return record;
    },
  });
}

function requireOwnLog(brands: Registry['brands'], log: string): void {
  for (const registered of brands.values()) {
    if (logOf(registered) === log)
      throw new PortalError('invalid', `The log ${log} is that of the brand ${registered.slug}.`);
  }
}

export interface BrandSettings {
  readonly modules?: readonly Module[];
  readonly api_enabled?: boolean;
}

/** Sets which modules a brand has, and whether its API is on. Takes effect with the next request. @throws `not_found` */
export function setBrandSettings(
  verbs: Verbs,
  slug: string,
  settings: BrandSettings,
  by?: Acting,
): Promise<BrandRecord> {
  return verbs.run({
    ...{ operation: 'brands.settings', by, find: (registry) => brandIn(registry, slug) },
    apply({ before, put, commit }) {
      const record: BrandRecord = { ...before, ...settings };
      put(record);
      commit(`Change the settings of brand ${slug}`);
      return record;
    },
  });
}

/**
 * Makes the secrets of the addresses of a brand's files.
 *
 * @param replaces whether they are made anew: all addresses end; else those that there are stay
 * @throws `not_found`
 */
export async function makeFileSecrets(
  registry: Repository<Registry>,
  slug: string,
  clock: Clock,
  replaces: boolean,
): Promise<FileSecrets> {
  const { answer } = await registry.write((draft) => {
    const before = brandIn(draft.snapshot.catalog, slug);
    if (before.files !== undefined && !replaces) return before.files;
    const files = newFileSecrets();
    draft.put(registryPaths.brand(slug), encodeJson({ ...before, files }));
    describe(draft, `${replaces ? 'Rotate' : 'Make'} the addresses of files of ${slug}`, 'brands.addresses', clock());
    return files;
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
    const { brands, keys: knownKeys } = draft.snapshot.catalog;
    if (brands.has(record.slug)) throw brandExists(record.slug);
    draft.put(registryPaths.brand(record.slug), encodeJson(record));
    const missing = keys.filter(({ id }) => !knownKeys.has(id));
    for (const key of missing) draft.put(registryPaths.key(key.id), encodeJson(key));
    for (const hook of webhooks) draft.put(registryPaths.webhook(hook.id), encodeJson(hook));
    describe(draft, `Restore brand ${record.slug}`, 'brands.restore', clock());
    return missing;
  });
  return answer;
}

export function brandExists(slug: string): PortalError {
  return invalidField('slug', `The brand ${slug} exists already.`);
}

interface UnregisteredBrand {
  /** Number of keys that stop working. */
  readonly keys: number;
  /** The ids of its webhooks. */
  readonly webhooks: readonly string[];
}

/**
 * Takes a brand off the registry, and its webhooks with it. Its keys are revoked, and people have no role in it any more: a
 * brand that gets the slug later is not theirs. The ways in that its admins opened for its people end.
 *
 * @throws `not_found`
 */
export async function unregisterBrand(
  registry: Repository<Registry>,
  slug: string,
  clock: Clock,
): Promise<UnregisteredBrand> {
  const { answer } = await registry.write((draft) => {
    const now = clock();
    brandIn(draft.snapshot.catalog, slug);
    draft.remove(registryPaths.brand(slug));
    const keys = keysOf(draft.snapshot.catalog, slug).filter((key) => key.revoked_at === null);
    for (const key of keys) draft.put(registryPaths.key(key.id), encodeJson({ ...key, revoked_at: isoSeconds(now) }));
    const webhooks = webhooksOf(draft, slug).map(({ id }) => id);
    for (const id of webhooks) draft.remove(registryPaths.webhook(id));
    const { people } = draft.snapshot.catalog;
    const roleOf = (id: string): string | undefined => {
      const personRoles = people.get(id)?.roles ?? {};
      return Object.hasOwn(personRoles, slug) ? personRoles[slug] : undefined;
    };
    const isMadeByAdmin = (one: Makers): boolean => makersOf(one).some((maker) => roleOf(maker) === 'admin');
    endWaysIn(draft, (one) => roleOf(one.person) !== undefined && isMadeByAdmin(one));
    moveRoles(draft, slug, null);
    describe(draft, `Remove brand ${slug}`, 'brands.remove', now);
    return { keys: keys.filter((key) => isUsable(key, now)).length, webhooks };
  });
  return answer;
}

export interface ReregisteredBrand extends BrandRecord {
  /** Number of keys that go on working. */
  readonly keys: number;
}

/**
 * Gives a brand another slug, with all its keys, roles and webhooks, in one commit.
 *
 * @param log its log on many machines, which it keeps; left out on one machine, where it has none
 * @throws `not_found`, `invalid` when the new slug is registered
 */
export async function reregisterBrand(
  registry: Repository<Registry>,
  from: string,
  to: string,
  clock: Clock,
  log?: string,
): Promise<ReregisteredBrand> {
  const { answer } = await registry.write((draft) => {
    const now = clock();
    const { log: _, ...before } = brandIn(draft.snapshot.catalog, from);
    const record: BrandRecord = { ...before, slug: to, ...(log === undefined ? {} : { log }) };
    if (draft.snapshot.catalog.brands.has(to)) throw brandExists(to);
    draft.remove(registryPaths.brand(from));
    draft.put(registryPaths.brand(to), encodeJson(record));
    const keys = keysOf(draft.snapshot.catalog, from);
    for (const key of keys) draft.put(registryPaths.key(key.id), encodeJson({ ...key, brand: to }));
    moveRoles(draft, from, to);
    for (const hook of webhooksOf(draft, from)) {
      draft.put(registryPaths.webhook(hook.id), encodeJson({ ...hook, brand: to }));
    }
    describe(draft, `Rename brand ${from} to ${to}`, 'brands.rename', now);
    return { ...record, keys: keys.filter((key) => isUsable(key, now)).length };
  });
  return answer;
}

function brandIn({ brands }: Registry, slug: string): BrandRecord {
  const record = brands.get(slug);
  if (record === undefined) throw notFound(`Brand ${slug}`);
  return record;
}

function webhooksOf({ snapshot }: Draft<Registry>, slug: string): WebhookRecord[] {
  return [...snapshot.catalog.webhooks.values()].filter(({ brand }) => brand === slug);
}

/** @param to `null`: the roles end */
function moveRoles(draft: Draft<Registry>, from: string, to: string | null): void {
  for (const person of draft.snapshot.catalog.people.values()) {
    const { [from]: role, ...others } = person.roles;
    if (role === undefined || !Object.hasOwn(person.roles, from)) continue;
    const roles = to === null ? others : { ...others, [to]: role };
    draft.put(registryPaths.person(person.id), encodeJson({ ...person, roles }));
  }
}
