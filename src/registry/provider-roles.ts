import { hash } from 'node:crypto';
import type { BrandRecord, PersonRecord, Role } from './records.js';
import { boundedRoles, roles } from './records.js';

/** Time for signing in at the provider. */
export const providerMinutes = 10;

export interface OidcSettings {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret_file: string;
  readonly name_claim?: string;
  readonly groups_claim?: string;
  /** Roles by group, then by brand; `*` is every brand. */
  readonly roles: Readonly<Record<string, Readonly<Record<string, Role>>>>;
  readonly operators?: string;
  /** Whether people can sign in only with links from the command line. */
  readonly only?: boolean;
}

/** A person as an identity provider has vouched for it. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly groups: readonly string[];
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
  { groups }: ProviderIdentity,
  settings: OidcSettings,
  brands: Iterable<BrandRecord>,
): Pick<PersonRecord, 'operator' | 'roles'> {
  const grants = groups.flatMap((group) => (Object.hasOwn(settings.roles, group) ? [settings.roles[group] ?? {}] : []));
  const inBrands = [...brands].flatMap(({ slug }): [string, Role][] => {
    const rolesInBrand = grants.flatMap((grant) => [grant['*'], Object.hasOwn(grant, slug) ? grant[slug] : undefined]);
    const highest = roles.findLast((role) => rolesInBrand.includes(role));
    return highest === undefined ? [] : [[slug, highest]];
  });
  const operator = settings.operators !== undefined && groups.includes(settings.operators);
  return { operator, roles: boundedRoles(inBrands) };
}
