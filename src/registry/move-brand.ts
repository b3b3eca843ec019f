import { type Clock, isoSeconds } from '../clock.js';
import { notFound } from '../errors.js';
import { encodeJson } from '../json.js';
import type { Repository } from '../store/repository.js';
import type { Draft } from '../store/snapshot.js';
import { brandExists } from './brands.js';
import { describe } from './commit.js';
import {
  type BrandRecord,
  isUsable,
  type KeyRecord,
  type Registry,
  registryPaths,
  type WebhookRecord,
} from './records.js';

export interface UnregisteredBrand {
  /** How many keys stop working. */
  readonly keys: number;
  /** The ids of its webhooks, which are gone. */
  readonly webhooks: readonly string[];
}

/**
 * Takes a brand off the registry, and its webhooks with it. Its keys are revoked, and people have no role in it any more: a
 * brand that gets the slug later is not theirs.
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
    recordOf(draft, slug);
    draft.remove(registryPaths.brand(slug));
    const keys = keysOf(draft, slug).filter((key) => key.revoked_at === null);
    for (const key of keys) draft.put(registryPaths.key(key.id), encodeJson({ ...key, revoked_at: isoSeconds(now) }));
    const webhooks = webhooksOf(draft, slug).map(({ id }) => id);
    for (const id of webhooks) draft.remove(registryPaths.webhook(id));
    moveRoles(draft, slug, null);
    describe(draft, `Remove brand ${slug}`, 'brands.remove', now);
    return { keys: keys.filter((key) => isUsable(key, now)).length, webhooks };
  });
  return answer;
}

/**
 * Gives a brand another slug, with all its keys, roles and webhooks, in one commit.
 *
 * @param log its log on many machines, which it keeps; left out on one machine, where it has none
 * @returns its record, and how many keys go on working
 * @throws `not_found`, `invalid` when the new slug is registered
 */
export async function reregisterBrand(
  registry: Repository<Registry>,
  from: string,
  to: string,
  clock: Clock,
  log?: string,
): Promise<{ readonly record: BrandRecord; readonly keys: number }> {
  const { answer } = await registry.write((draft) => {
    const now = clock();
    const { log: _, ...before } = recordOf(draft, from);
    const record: BrandRecord = { ...before, slug: to, ...(log === undefined ? {} : { log }) };
    if (draft.snapshot.catalog.brands.has(to)) throw brandExists(to);
    draft.remove(registryPaths.brand(from));
    draft.put(registryPaths.brand(to), encodeJson(record));
    const keys = keysOf(draft, from);
    for (const key of keys) draft.put(registryPaths.key(key.id), encodeJson({ ...key, brand: to }));
    moveRoles(draft, from, to);
    for (const hook of webhooksOf(draft, from)) {
      draft.put(registryPaths.webhook(hook.id), encodeJson({ ...hook, brand: to }));
    }
    describe(draft, `Rename brand ${from} to ${to}`, 'brands.rename', now);
    return { record, keys: keys.filter((key) => isUsable(key, now)).length };
  });
  return answer;
}

function recordOf({ snapshot }: Draft<Registry>, slug: string): BrandRecord {
  const record = snapshot.catalog.brands.get(slug);
  if (record === undefined) throw notFound(`Brand ${slug}`);
  return record;
}

function keysOf({ snapshot }: Draft<Registry>, slug: string): KeyRecord[] {
  return [...snapshot.catalog.keys.values()].filter(({ brand }) => brand === slug);
}

function webhooksOf({ snapshot }: Draft<Registry>, slug: string): WebhookRecord[] {
  return [...snapshot.catalog.webhooks.values()].filter(({ brand }) => brand === slug);
}

/** @param to `null`: the roles end */
function moveRoles(draft: Draft<Registry>, from: string, to: string | null): void {
  for (const person of draft.snapshot.catalog.people.values()) {
    const { [from]: role, ...others } = person.roles;
    if (role === undefined) continue;
    const roles = to === null ? others : { ...others, [to]: role };
    draft.put(registryPaths.person(person.id), encodeJson({ ...person, roles }));
  }
}
