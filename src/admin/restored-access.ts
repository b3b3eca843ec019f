import { isUsable } from '../registry/keys.js';
import type { Registry } from '../registry/registry.js';

/** Numbers of people and of what lets them, their guests and agents in. */
export interface Access {
  readonly keys: number;
  readonly people: number;
  readonly sessions: number;
  readonly passkeys: number;
  /** Share links. */
  readonly links: number;
  readonly agents: number;
}

interface Lasting {
  readonly expires_at: string;
}

/** Access that works again with a whole registry. */
export function accessIn({ keys, people, sessions, passkeys, shareLinks, grants }: Registry, now: Date): Access {
  const lasts = ({ expires_at }: Lasting): boolean => now.getTime() < Date.parse(expires_at);
  return {
    keys: keys.count((key) => isUsable(key, now)),
    people: people.count(({ disabled_at }) => disabled_at === null),
    sessions: sessions.count(lasts),
    passkeys: passkeys.size,
    links: shareLinks.count(lasts),
    agents: grants.size,
  };
}

/** Access to brands of a backup that is not in the registry into which they are restored. */
export function lostAccess(backup: Registry, current: Registry, slugs: readonly string[], now: Date): Access {
  const isOfBrands = ({ brand }: { readonly brand: string }): boolean => slugs.includes(brand);
  const hasLostRole = (id: string, slug: string): boolean =>
    Object.hasOwn(backup.people.get(id)?.roles ?? {}, slug) &&
    !Object.hasOwn(current.people.get(id)?.roles ?? {}, slug);
  const lost = {
    ...backup,
    // A key that the registry knows stays as it is there.
    keys: backup.keys.filter((key) => isOfBrands(key) && !isUsable(current.keys.get(key.id) ?? key, now)),
    people: backup.people.filter(({ id }) => slugs.some((slug) => hasLostRole(id, slug))),
    sessions: backup.sessions.clear(),
    passkeys: backup.passkeys.clear(),
    shareLinks: backup.shareLinks.filter((link, sha256) => isOfBrands(link) && !current.shareLinks.has(sha256)),
    grants: backup.grants.filter((grant, id) => isOfBrands(grant) && !current.grants.has(id)),
  };
  return accessIn(lost, now);
}
