import { hash } from 'node:crypto';
import { asSaid, type Said, say } from '../lib/say.js';
import type { BrandRecord, PersonRecord, Role } from './records.js';
import { boundedRoles, isArchived, isAtLeast, maxRoles, roles } from './records.js';

/** Time for signing in at the provider. */
export const providerMinutes = 10;

export interface OidcSettings {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret_file: string;
  /** Scopes to ask for, with blanks between them. Default: `openid profile`, and `groups` where the provider names it. */
  readonly scopes?: string;
  readonly name_claim?: string;
  readonly groups_claim?: string;
  /** Roles by group, then by brand; `*` is every brand. */
  readonly roles: Readonly<Record<string, Readonly<Record<string, Role>>>>;
  /** Highest role that `*` gives in a brand made since a person's last sign-in. Default: viewer. */
  readonly all_brands?: Role;
  readonly operators?: string;
  /** Whether people can sign in only with links from the command line. */
  readonly only?: boolean;
}

/** A person as an identity provider has vouched for it. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Empty: the provider states none. */
  readonly name: string;
  /** `null`: the provider states none. */
  readonly groups: readonly string[] | null;
}

/** Claims of the ID token that state the name and the groups. */
export const claimNames = ({ name_claim = 'name', groups_claim = 'groups' }: Partial<OidcSettings>) => ({
  name: name_claim,
  groups: groups_claim,
});

/** Message about an ID token without the name or the groups of a person. */
export function missingClaim(settings: OidcSettings, of: 'name' | 'groups'): Said {
  const { host } = new URL(settings.issuer);
  return say`${host} does not say your ${asSaid(of)}: its ID token has no claim "${claimNames(settings)[of]}". Your operator sets there that it has, or names another claim (oidc.${of}_claim) or more scopes (oidc.scopes).`;
}

/** A person's stored identity: which provider, and a hash of the subject there; neither name nor address. */
export function identityOf({ issuer, subject }: ProviderIdentity): NonNullable<PersonRecord['identity']> {
  return { issuer, sha256: hash('sha256', JSON.stringify([issuer, subject])) };
}

/**
 * Rights that groups give: of several roles in a brand, the highest.
 *
 * @throws `invalid` for too many
 */
export function grantedTo(
  identity: ProviderIdentity,
  settings: OidcSettings,
  brands: Iterable<BrandRecord>,
): Pick<PersonRecord, 'operator' | 'roles' | 'all_brands' | 'groups'> {
  const groups = identity.groups ?? [];
  const grants = groups.flatMap((group) => (Object.hasOwn(settings.roles, group) ? [settings.roles[group] ?? {}] : []));
  const inBrands = [...brands].flatMap((brand): [string, Role][] => {
    if (isArchived(brand)) return [];
    const { slug } = brand;
    const rolesInBrand = grants.flatMap((grant) => [grant['*'], Object.hasOwn(grant, slug) ? grant[slug] : undefined]);
    const highest = highestOf(rolesInBrand);
    return highest === undefined ? [] : [[slug, highest]];
  });
  const operator = settings.operators !== undefined && groups.includes(settings.operators);
  const everywhere = highestOf(grants.map((grant) => grant['*']));
  const later = everywhere && lowerOf(everywhere, settings.all_brands ?? 'viewer');
  const ruled = [...new Set(groups)].filter((group) => isRuled(settings, group));
  return { operator, roles: boundedRoles(inBrands), groups: ruled, ...(later && { all_brands: later }) };
}

const isRuled = ({ roles: rules, operators }: OidcSettings, group: string): boolean =>
  group === operators || Object.hasOwn(rules, group);

const highestOf = (some: readonly (Role | undefined)[]): Role | undefined =>
  roles.findLast((role) => some.includes(role));

const lowerOf = (one: Role, other: Role): Role => (isAtLeast(one, other) ? other : one);

/**
 * The people to whom a rule for all brands gives a role in a new one. Those who have a role in as many brands as can be
 * get none.
 */
export function peopleOfNewBrand(people: Iterable<PersonRecord>, slug: string): PersonRecord[] {
  return [...people].flatMap((person) => {
    const { all_brands, disabled_at, roles: held } = person;
    if (all_brands === undefined || disabled_at !== null || Object.keys(held).length >= maxRoles) return [];
    return [{ ...person, roles: { ...held, [slug]: all_brands } }];
  });
}
