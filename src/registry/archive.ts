import { isoSeconds } from '../lib/clock.js';
import { PortalError } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { withRole } from './brands.js';
import { endBeyondIssuers } from './credentials.js';
import { isUsable, keysOf } from './keys.js';
import { type BrandRecord, isArchived, isErasing, type PersonRecord } from './records.js';
import { type Registry, requireBrand } from './registry.js';
import type { Acting } from './rights.js';
import { shareLinksOf } from './share-links.js';
import type { Change, Verbs } from './verbs.js';

/** Time for which archiving can be undone. */
export const undoMs = 60 * 60_000;

/** Whether it can still be undone that a brand was archived. */
export const isUndoable = ({ archived }: BrandRecord, now: Date): boolean =>
  archived !== undefined && archived.erasing === undefined && now.getTime() - Date.parse(archived.at) <= undoMs;

/**
 * Archives a brand: from the next request on, nothing of it is served. It has no effect on one that is archived.
 *
 * @throws `not_found`, `forbidden` unless an operator does it
 */
export function archiveBrand(verbs: Verbs, slug: string, by?: Acting): Promise<BrandRecord> {
  return verbs.run('brands.archive', {
    by,
    isUnconditional: true,
    find: (registry) => requireBrand(registry, slug),
    apply({ registry, before, now, put, commit }) {
      if (isArchived(before)) return before;
      const at = isoSeconds(now);
      const { files, ...open } = before;
      const { api_enabled, portal } = open;
      const people = withRole(registry, slug, null);
      const roles = people.flatMap(({ id }) => Object.entries({ [id]: registry.people.get(id)?.roles[slug] }));
      const earlier = { api_enabled, portal, ...(files && { files }), roles: Object.fromEntries(roles) };
      const archived = { at, ...(by && { by: by.id }), ...earlier } as NonNullable<BrandRecord['archived']>;
      const record: BrandRecord = { ...open, api_enabled: false, portal: 'off', archived };
      put('brands', record);
      put('people', ...people);
      put('shareLinks', ...ofBrand(registry, slug).links.flatMap((link) => (link.rests ? [] : { ...link, rests: at })));
      put('grants', ...ofBrand(registry, slug).grants.flatMap((grant) => (grant.rests ? [] : { ...grant, rests: at })));
      commit(`Archive brand ${slug}`);
      return record;
    },
  });
}

/**
 * Brings an archived brand back.
 *
 * @param isUndo whether everything is as it was, within an hour. Otherwise its portal is off, and keys, share links and grants rest.
 * @throws `not_found`, `forbidden` unless an operator does it, `invalid` unless it is archived, after that hour, or when it is being erased
 */
export function unarchiveBrand(verbs: Verbs, slug: string, isUndo: boolean, by?: Acting): Promise<BrandRecord> {
  return verbs.run(isUndo ? 'brands.undo-archive' : 'brands.unarchive', {
    by,
    isUnconditional: true,
    find: (registry) => requireBrand(registry, slug),
    apply(change) {
      const { registry, before, now, put, commit } = change;
      const { archived, ...closed } = requireArchived(before);
      if (isUndo && !isUndoable(before, now)) {
        throw new PortalError('invalid', say`${slug} was archived more than an hour ago: take it out of the archive.`);
      }
      const { api_enabled, portal, files } = archived;
      const record: BrandRecord = { ...closed, api_enabled, portal: isUndo ? portal : 'off', ...(files && { files }) };
      put('brands', record);
      const people = Object.entries(archived.roles).flatMap(([id, role]): PersonRecord[] => {
        const person = registry.people.get(id);
        return person === undefined || Object.hasOwn(person.roles, slug)
          ? []
          : [{ ...person, roles: { ...person.roles, [slug]: role } }];
      });
      put('people', ...people);
      endBeyondIssuers(change, people);
      if (isUndo) startAll(change, slug, archived.at);
      else restKeys(change, slug);
      commit(isUndo ? `Undo archiving brand ${slug}` : `Take brand ${slug} out of the archive`);
      return record;
    },
  });
}

/**
 * Begins to erase an archived brand. From then on it cannot be brought back.
 *
 * @throws `not_found`, `forbidden` unless an operator does it, `invalid` unless it is archived
 */
export function beginErasing(verbs: Verbs, slug: string, by?: Acting): Promise<BrandRecord> {
  return verbs.run('brands.begin-erasing', {
    by,
    isUnconditional: true,
    find: (registry) => requireBrand(registry, slug),
    apply({ before, now, put, commit }) {
      if (isErasing(before)) return before;
      if (before.archived === undefined)
        throw new PortalError('invalid', say`${slug} is not archived. Only an archived brand can be erased.`);
      const record: BrandRecord = { ...before, archived: { ...before.archived, erasing: isoSeconds(now) } };
      put('brands', record);
      commit(`Begin to erase brand ${slug}`);
      return record;
    },
  });
}

function requireArchived(brand: BrandRecord): BrandRecord & Required<Pick<BrandRecord, 'archived'>> {
  const { slug, archived } = brand;
  if (archived === undefined) throw new PortalError('invalid', say`${slug} is not archived.`);
  if (isErasing(brand))
    throw new PortalError('invalid', say`The erasure of ${slug} has begun: nothing brings it back.`);
  return { ...brand, archived };
}

const ofBrand = (registry: Registry, slug: string) => ({
  links: shareLinksOf(registry, slug),
  grants: [...registry.grants.values()].filter(({ brand }) => brand === slug),
});

/** Starts the share links and grants that have rested since a time. */
function startAll({ registry, put }: Change, slug: string, since: string): void {
  const { links, grants } = ofBrand(registry, slug);
  put('shareLinks', ...links.flatMap(({ rests, ...link }) => (rests === since ? link : [])));
  put('grants', ...grants.flatMap(({ rests, ...grant }) => (rests === since ? grant : [])));
}

function restKeys({ registry, now, put }: Change, slug: string): void {
  const usable = keysOf(registry, slug).filter((key) => isUsable(key, now));
  put('keys', ...usable.map((key) => ({ ...key, rests: isoSeconds(now) })));
}
