import type { Module } from '../content/brand.js';
import { isoSeconds } from '../lib/clock.js';
import { invalidField, PortalError } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { endBeyondIssuers, endCredentials, type Issuers, issuersOf, removeSelected } from './credentials.js';
import { type FileSecrets, newFileSecrets } from './file-address.js';
import { isUsable, keysOf } from './keys.js';
import { peopleOfNewBrand } from './provider-roles.js';
import {
  type BrandRecord,
  isArchived,
  type KeyRecord,
  logOf,
  type PersonRecord,
  type WebhookRecord,
} from './records.js';
import { type Registry, requireBrand, UnknownBrand, webhooksOf } from './registry.js';
import { type Acting, requireAdmin, requireOperator } from './rights.js';
import { shareLinksOf } from './share-links.js';
import { translatesIn, withTranslates } from './translators.js';
import type { Verbs } from './verbs.js';

/**
 * @param brand with its log on many machines, also where that is its slug
 * @throws `invalid` when the slug is registered already, or the log is another brand's
 */
export function registerBrand(
  verbs: Verbs,
  brand: Pick<BrandRecord, 'slug' | 'api_enabled' | 'log' | 'proposals'> & { readonly modules: readonly Module[] },
  by?: Acting,
): Promise<BrandRecord> {
  return verbs.write('brands.create', {
    by,
    apply(change) {
      const { registry, now, put, commit } = change;
      const { brands, people } = registry;
      const { slug } = brand;
      if (brands.has(slug)) throw brandExists(slug);
      const { modules, api_enabled, log, proposals } = brand;
      if (log !== undefined) requireOwnLog(brands, log);
      const record: BrandRecord = {
        slug,
        modules,
        api_enabled,
        ...newPortalAccess,
        ...newReview,
        created_at: isoSeconds(now),
        ...(log !== slug && log !== undefined && { log }),
        ...(proposals !== undefined && { proposals }),
      };
      put('brands', record);
      const known = peopleOfNewBrand(people.values(), slug);
      put('people', ...known);
      endBeyondIssuers(change, known);
      commit(`Register brand ${slug}`);
      return record;
    },
  });
}

/** A new brand is shown to its people. */
const newPortalAccess: Pick<BrandRecord, 'portal' | 'portal_listed' | 'portal_opens'> = {
  portal: 'people',
  portal_listed: false,
  portal_opens: { facts: 'people', language: 'people' },
};

const newReview = {
  review: 'off',
  translations_reviewed: true,
  approvers: 'editors',
  findings_allowed: true,
} as const;

function requireOwnLog(brands: Registry['brands'], log: string): void {
  for (const registered of brands.values()) {
    if (logOf(registered) === log)
      throw new PortalError('invalid', say`The log ${log} is that of the brand ${registered.slug}.`);
  }
}

export type BrandSettings = Partial<
  Omit<BrandRecord, 'slug' | 'created_at' | 'log' | 'proposals' | 'files' | 'archived'>
>;

/**
 * Changes settings of a brand, from the next request on: operators all, admins those of its portal and of reviews.
 *
 * @throws `not_found`, `forbidden`, `invalid` for an archived brand
 */
export function setBrandSettings(
  verbs: Verbs,
  slug: string,
  settings: BrandSettings,
  by?: Acting,
): Promise<BrandRecord> {
  const isOperators = settings.modules !== undefined || settings.api_enabled !== undefined;
  return verbs.run('brands.settings', {
    by,
    find: (registry) => requireBrand(registry, slug),
    allow(registry, person) {
      if (isOperators) requireOperator(registry, person);
      else requireAdmin(registry, { ...person, brand: slug });
    },
    apply({ before, put, commit }) {
      if (Object.keys(settings).length === 0) return before;
      if (isArchived(before))
        throw new PortalError('invalid', say`${slug} is archived. Take it out of the archive first.`);
      const record: BrandRecord = { ...before, ...settings };
      put('brands', record);
      commit(`Change the settings of brand ${slug}`);
      return record;
    },
  });
}

/**
 * Names the log of a brand's proposals, before the first one.
 *
 * @throws `not_found`
 */
export function nameProposals(verbs: Verbs, slug: string): Promise<void> {
  return verbs.write('brands.proposals', {
    find: (registry) => requireBrand(registry, slug),
    apply({ before, put, commit }) {
      if (before.proposals !== undefined) return;
      put('brands', { ...before, proposals: logOf(before) });
      commit(`Begin the proposals of brand ${slug}`);
    },
  });
}

/**
 * Makes the secrets of the addresses of a brand's files.
 *
 * @param replaces whether they are made again: all addresses end; else those that there are stay
 * @throws `not_found`
 */
export function makeFileSecrets(verbs: Verbs, slug: string, replaces: boolean): Promise<FileSecrets> {
  return verbs.write('brands.addresses', {
    find: (registry) => requireBrand(registry, slug),
    apply({ before, put, commit }) {
      if (before.files !== undefined && !replaces) return before.files;
      if (isArchived(before)) throw new UnknownBrand(slug);
      const files = newFileSecrets();
      put('brands', { ...before, files });
      commit(`${replaces ? 'Rotate' : 'Make'} the addresses of files of ${slug}`);
      return files;
    },
  });
}

/**
 * Registers a brand as it was registered before, with its keys and webhooks. A key that the registry knows stays as it is: it
 * may have been revoked since.
 *
 * @returns the keys that came with it
 * @throws `invalid` when the slug is registered
 */
export function restoreBrand(
  verbs: Verbs,
  record: BrandRecord,
  { keys, webhooks }: { readonly keys: readonly KeyRecord[]; readonly webhooks: readonly WebhookRecord[] },
): Promise<readonly KeyRecord[]> {
  return verbs.write('brands.restore', {
    apply({ registry, put, commit }) {
      if (registry.brands.has(record.slug)) throw brandExists(record.slug);
      const missing = keys.filter(({ id }) => !registry.keys.has(id));
      put('brands', record);
      put('keys', ...missing);
      put('webhooks', ...webhooks);
      commit(`Restore brand ${record.slug}`);
      return missing;
    },
  });
}

export function brandExists(slug: string): PortalError {
  return invalidField('slug', say`The brand ${slug} exists already.`);
}

interface UnregisteredBrand {
  readonly keys: number;
  readonly webhooks: readonly string[];
}

/**
 * Takes a brand off the registry, and its webhooks, share links and grants with it. Its keys are revoked, and people have no role in it any more: a
 * brand that gets the slug later is not theirs. The credentials that its admins issued for its people end.
 *
 * @throws `not_found`, `forbidden` unless an operator does it
 */
export function unregisterBrand(verbs: Verbs, slug: string, by?: Acting): Promise<UnregisteredBrand> {
  return verbs.write('brands.remove', {
    by,
    isUnconditional: true,
    find: (registry) => requireBrand(registry, slug),
    apply(change) {
      const { registry, before, now, put, remove, commit } = change;
      remove('brands', slug);
      const keys = keysOf(registry, slug).filter((key) => key.revoked_at === null);
      put('keys', ...keys.map((key) => ({ ...key, revoked_at: isoSeconds(now) })));
      const webhooks = webhooksOf(registry, slug).map(({ id }) => id);
      remove('webhooks', ...webhooks);
      remove('shareLinks', ...shareLinksOf(registry, slug).map(({ sha256 }) => sha256));
      removeSelected(change, 'grants', ({ brand }) => brand === slug);
      const roleOf = (id: string): string | undefined => {
        const personRoles: PersonRecord['roles'] = {
          ...registry.people.get(id)?.roles,
          ...(before.archived?.roles[id] && { [slug]: before.archived.roles[id] }),
        };
        return Object.hasOwn(personRoles, slug) ? personRoles[slug] : undefined;
      };
      const isMadeByAdmin = (credential: Issuers): boolean =>
        issuersOf(credential).some((issuer) => roleOf(issuer) === 'admin');
      endCredentials(change, (credential) => roleOf(credential.person) !== undefined && isMadeByAdmin(credential));
      // People of an archived brand have languages, and no role.
      const former = [...registry.people.values()].filter((person) => {
        return !Object.hasOwn(person.roles, slug) && translatesIn(person, slug).length > 0;
      });
      const left = [...withRole(registry, slug, null), ...former];
      put('people', ...left.map((person) => withTranslates(person, slug, [])));
      commit(`Remove brand ${slug}`);
      return { keys: keys.filter((key) => isUsable(key, now)).length, webhooks };
    },
  });
}

export interface ReregisteredBrand extends BrandRecord {
  /** Number of keys that stay valid. */
  readonly keys: number;
}

/**
 * Gives a brand another slug, with all its keys, roles, webhooks and share links, in one commit. Grants for its own endpoint, whose
 * address ends, end.
 *
 * @param log its log on many machines, which it keeps; left out on one machine, where it has none
 * @throws `not_found`, `invalid` when the new slug is registered
 */
export function reregisterBrand(verbs: Verbs, from: string, to: string, log?: string): Promise<ReregisteredBrand> {
  return verbs.write('brands.rename', {
    find: (registry) => requireBrand(registry, from),
    apply(change) {
      const { registry, now, put, remove, commit } = change;
      const { log: _, ...before } = change.before;
      const record: BrandRecord = { ...before, slug: to, ...(log !== undefined && { log }) };
      if (log === undefined && before.proposals !== undefined) Object.assign(record, { proposals: to });
      if (registry.brands.has(to)) throw brandExists(to);
      remove('brands', from);
      const keys = keysOf(registry, from);
      put('brands', record);
      put('keys', ...keys.map((key) => ({ ...key, brand: to })));
      put('webhooks', ...webhooksOf(registry, from).map((webhook) => ({ ...webhook, brand: to })));
      put('shareLinks', ...shareLinksOf(registry, from).map((link) => ({ ...link, brand: to })));
      put('people', ...withRole(registry, from, to));
      removeSelected(change, 'grants', ({ brand, resource }) => brand === from && resource.includes('/brands/'));
      const grants = [...registry.grants.values()].filter(
        ({ brand, resource }) => brand === from && !resource.includes('/brands/'),
      );
      put('grants', ...grants.map((grant) => ({ ...grant, brand: to })));
      commit(`Rename brand ${from} to ${to}`);
      return { ...record, keys: keys.filter((key) => isUsable(key, now)).length };
    },
  });
}

/**
 * The people with a role in a brand, with the role in another one.
 *
 * @param to `null` to end the roles
 */
export function withRole({ people }: Registry, from: string, to: string | null): PersonRecord[] {
  return [...people.values()].flatMap((person) => {
    const { [from]: role, ...others } = person.roles;
    if (role === undefined || !Object.hasOwn(person.roles, from)) return [];
    if (to === null) return [{ ...person, roles: others }];
    const moved = { ...person, roles: { ...others, [to]: role } };
    return [withTranslates(withTranslates(moved, to, translatesIn(person, from)), from, [])];
  });
}
