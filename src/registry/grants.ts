import { isoSeconds } from '../lib/clock.js';
import { notFound } from '../lib/errors.js';
import { isObject } from '../lib/json.js';
import { sortedBy } from '../lib/order.js';
import { type Static, Type } from '../validation/schema.js';
import { agentName, isTaken } from './agent-name.js';
import { useUpChallenge } from './challenges.js';
import { isCurrent, maxPerPerson, removeSelected } from './credentials.js';
import type { LastUsed } from './last-used.js';
import {
  type BrandRecord,
  GrantRecord,
  type GrantScope,
  grantScopes,
  isAtLeast,
  type PersonRecord,
  type Right,
  type Role,
  UsedChallenge,
} from './records.js';
import { RefreshTokens } from './refresh-tokens.js';
import { type Registry, requirePerson } from './registry.js';
import { type Acting, requireAdmin, rightsIn } from './rights.js';
import { isSealed, type Seals } from './seals.js';
import { translatesIn } from './translators.js';
import type { Change, Verbs } from './verbs.js';

/** Scopes that people may give to an agent: whether consent proposes it, and the age of a sign-in that may give it. */
export const scopes: Readonly<Record<GrantScope, { readonly isProposed: boolean; readonly withinHours?: number }>> = {
  read: { isProposed: true },
  propose: { isProposed: true },
  write: { isProposed: false, withinHours: 12 },
  translate: { isProposed: true },
};

/** Scopes as OAuth spells them: separated by spaces. */
export const scopeText = (list: readonly GrantScope[]): string => list.join(' ');

export const scopesIn = (text: string): GrantScope[] => grantScopes.filter((scope) => text.split(' ').includes(scope));

/** Scopes of a grant, in their order. */
export const scopesOf = ({ scopes, translates }: Pick<GrantRecord, 'scopes' | 'translates'>): GrantScope[] => [
  ...scopes,
  ...(translates === undefined ? [] : (['translate'] as const)),
];

export const accessSeconds = 3600;
const { created_at: _, generation: __, refreshed_at: ___, ...consented } = GrantRecord.properties;

/** Grant that a person has consented to, in a code, with the use of the consent's challenge: it is not in the registry yet. */
export const Consent = Type.Object({ ...consented, used: UsedChallenge });
export type Consent = Static<typeof Consent>;

/** A grant with its person and brand, as the registry is now. */
interface ActiveGrant {
  readonly grant: GrantRecord;
  readonly person: PersonRecord;
  readonly brand: BrandRecord;
  readonly role: Role;
  /** Rights of the person that a grant may hold. */
  readonly rights: readonly Right[];
  /** Languages of the grant's texts that the person may write now. */
  readonly translates: readonly string[];
}

export interface ListedGrant extends GrantRecord {
  /** The agent for people, as `agentName`. */
  readonly agent: string;
  readonly person_name: string;
  /** Last use, as a hint, as of keys. */
  readonly last_used_at: string | null;
}

/** Role of a person's agents: at most editor. `null` if this person lets no agent into the brand. */
export function agentRole({ operator, roles }: PersonRecord, { slug, portal }: BrandRecord): Role | null {
  const ownRole = Object.hasOwn(roles, slug) ? (roles[slug] ?? null) : null;
  const role = operator ? 'editor' : ownRole;
  if (role === null || isAtLeast(role, 'editor')) return role && 'editor';
  return portal === 'off' ? null : role;
}

/** Agents that act as people: their grants, and the access tokens that prove them. */
export class Grants {
  readonly refreshTokens: RefreshTokens<ActiveGrant>;

  constructor(
    private readonly verbs: Verbs,
    readonly seals: () => Promise<Seals>,
    private readonly lastUsed: LastUsed,
  ) {
    this.refreshTokens = new RefreshTokens(verbs, seals, (id) => this.find(id));
  }

  /**
   * An active grant.
   *
   * @param sinceMs as of `Branch`
   */
  async find(id: string, sinceMs?: number): Promise<ActiveGrant | null> {
    return activeIn((await this.verbs.registry.read(sinceMs)).catalog, id, this.verbs.clock());
  }

  /** Whether people could take an agent's name for a person, a brand or the product. */
  async isNameTaken(name: string): Promise<boolean> {
    return isTaken((await this.verbs.registry.read()).catalog, name);
  }

  async isRedeemed({ used }: Pick<Consent, 'used'>): Promise<boolean> {
    return (await this.verbs.registry.read()).catalog.usedChallenges.has(used.sha256);
  }

  /**
   * Creates the grant that a person consented to, once. It replaces the client's grants that have only some of its rights.
   *
   * @returns `false` when it was created before, or is not active
   */
  redeem({ used, ...consent }: Consent): Promise<boolean> {
    return this.verbs.write('grants.make', {
      apply(change) {
        const { registry, now, put, remove, commit } = change;
        const time = isoSeconds(now);
        const grant: GrantRecord = { ...consent, created_at: time, generation: 0, refreshed_at: time };
        const person = registry.people.get(grant.person);
        if (person === undefined || activeOf(registry, grant, now) === null || !useUpChallenge(change, used))
          return false;
        const own = [...registry.grants.values()].filter((grant) => grant.person === person.id);
        const [oldest] = sortedBy(own, ({ refreshed_at }) => refreshed_at);
        if (own.length >= maxPerPerson && oldest !== undefined) remove('grants', oldest.id);
        const given = scopesOf(grant);
        const isPart = ({ brand, resource, client_sha256, ...held }: GrantRecord): boolean =>
          brand === grant.brand &&
          resource === grant.resource &&
          client_sha256 === grant.client_sha256 &&
          scopesOf(held).length < given.length &&
          scopesOf(held).every((scope) => given.includes(scope));
        remove('grants', ...own.filter(isPart).map(({ id }) => id));
        put('grants', grant);
        // Each commit writes the whole folder.
        removeSelected(change, 'usedChallenges', (challenge) => !isCurrent(challenge, now));
        commit(
          `Let ${agentName(registry, grant)} act as person ${person.id} "${person.name}" in ${grant.brand}`,
          person,
        );
        return true;
      },
    });
  }

  /** Ends a grant whose tokens were used in a way that no honest client uses them, or that its client gives back. */
  end(id: string, reason: string): Promise<void> {
    return this.verbs.write('grants.end', {
      apply({ registry, remove, commit }) {
        const grant = registry.grants.get(id);
        if (grant === undefined) return;
        remove('grants', id);
        commit(`End grant ${id} of ${agentName(registry, grant)}: ${reason}`, requirePerson(registry, grant.person));
      },
    });
  }

  /**
   * Revokes a grant of the person, or of the brand of an admin.
   *
   * @throws `not_found`, `forbidden`
   */
  revoke(id: string, by: Acting): Promise<void> {
    return this.verbs.run('grants.revoke', {
      by,
      allow: () => {},
      apply({ registry, remove, commit }) {
        const grant = requireOwn(registry, id, by);
        remove('grants', id);
        commit(`Revoke grant ${id} of ${agentName(registry, grant)}`);
      },
    });
  }

  /**
   * Starts a grant that rests, since its brand was archived: the person, or an admin of the brand.
   *
   * @throws `not_found`, `forbidden`
   */
  start(id: string, by: Acting): Promise<void> {
    return this.verbs.run('grants.start', {
      by,
      allow: () => {},
      apply({ registry, put, commit }) {
        const { rests, ...grant } = requireOwn(registry, id, by);
        if (rests === undefined) return;
        put('grants', grant);
        commit(`Start grant ${id} of ${agentName(registry, grant)}`);
      },
    });
  }

  /** Current grants, also those that rest, the newest first. */
  async list(of: { readonly brand: string } | { readonly person: string }): Promise<ListedGrant[]> {
    const { catalog } = await this.verbs.registry.read();
    const lastUsedAt = await this.lastUsed.times();
    const now = this.verbs.clock();
    const listed = [...catalog.grants.values()].flatMap((grant) => {
      const isWanted = 'brand' in of ? grant.brand === of.brand : grant.person === of.person;
      const { rests: _, ...started } = grant;
      const active = isWanted ? activeOf(catalog, started, now) : null;
      if (active === null) return [];
      return [
        {
          ...grant,
          agent: agentName(catalog, grant),
          person_name: active.person.name,
          last_used_at: lastUsedAt(grant.id),
        },
      ];
    });
    return sortedBy(listed, ({ created_at, id }) => `${created_at} ${id}`).reverse();
  }

  async accessToken(grant: string, resource: string, scope: string): Promise<string> {
    const end = this.verbs.clock().getTime() + accessSeconds * 1000;
    return (await this.seals()).seal('access', { grant, resource, scope, end });
  }

  /** The grant of an access token for a resource, whose use is noted, with the scopes that it gives now. */
  async recognise(
    token: string,
    resource: string,
    sinceMs?: number,
  ): Promise<(ActiveGrant & Pick<ListedGrant, 'agent'> & { readonly scopes: readonly GrantScope[] }) | null> {
    // The key of seals is read from the store when it is first needed: other tokens do not wait for it.
    const sealed = isSealed(token) ? (await this.seals()).unseal('access', token) : null;
    if (!isObject(sealed) || sealed.resource !== resource || Number(sealed.end) <= this.verbs.clock().getTime())
      return null;
    const active = await this.find(String(sealed.grant), sinceMs);
    if (active === null) return null;
    this.lastUsed.note(active.grant.id, this.verbs.clock());
    const given = scopesOf(active.grant);
    const scopes = scopesIn(String(sealed.scope)).filter((scope) => given.includes(scope));
    const agent = agentName(this.verbs.registry.latest.catalog, active.grant);
    return { ...active, agent, scopes };
  }
}

/** A grant that is of who acts, or of the brand of an admin. @throws `not_found`, `forbidden` */
function requireOwn(registry: Registry, id: string, by: Acting): GrantRecord {
  const grant = registry.grants.get(id);
  if (grant?.person !== by.id) requireAdmin(registry, by);
  if (grant === undefined || (grant.person !== by.id && grant.brand !== by.brand)) throw notFound('Grant');
  return grant;
}

function activeIn(registry: Registry, id: string, now: Date): ActiveGrant | null {
  const grant = registry.grants.get(id);
  return grant === undefined ? null : activeOf(registry, grant, now);
}

function activeOf({ people, brands }: Registry, grant: GrantRecord, now: Date): ActiveGrant | null {
  const person = people.get(grant.person);
  const brand = brands.get(grant.brand);
  if (person === undefined || brand === undefined || person.disabled_at !== null || !isCurrent(grant, now)) return null;
  if (grant.rests !== undefined) return null;
  // A later brand of the same slug is another.
  if (brand.created_at > grant.created_at) return null;
  const role = agentRole(person, brand);
  if (role === null) return null;
  const rights = rightsIn(person, brand.slug, role);
  const own = translatesIn(person, brand.slug);
  const translates = (grant.translates ?? []).filter((tag) => rights.includes('write') || own.includes(tag));
  return { grant, person, brand, role, rights, translates };
}

/** Removes the grants of a person that are no longer valid, so that a new role does not restore them. */
export function endLostGrants(change: Change, person: PersonRecord): void {
  const { registry, now } = change;
  const after = { people: registry.people.set(person.id, person), brands: registry.brands };
  removeSelected(
    change,
    'grants',
    // One that rests works only after it was started.
    (grant) =>
      grant.person === person.id &&
      grant.rests === undefined &&
      activeOf({ ...registry, ...after }, grant, now) === null,
  );
}
