import { hostOf, roleNames } from '../../portal/labels.js';
import { type PersonRecord, roles } from '../../registry/records.js';
import type { BrandContext } from '../context.js';
import { Time } from './text.js';

interface RoleProps {
  readonly context: BrandContext;
  readonly person: PersonRecord;
}

export function RoleTag({ context: { slug }, person: { roles: held } }: RoleProps) {
  return <span class="tag">{roleNames[(Object.hasOwn(held, slug) && held[slug]) || roles[0]]}</span>;
}

/** Role of a person in the brand, with the identity provider and the state. */
export function RoleBadge({ context, person }: RoleProps) {
  return (
    <>
      <RoleTag context={context} person={person} />
      <ProviderAndState person={person} />
    </>
  );
}

/** Identity provider that a person's roles come from, and the time since which the person is disabled. */
export function ProviderAndState({ person }: { readonly person: PersonRecord }) {
  return (
    <>
      {person.identity !== undefined && <small> from {hostOf(person.identity.issuer)}</small>}
      {person.disabled_at !== null && (
        <>
          {' '}
          <small>
            disabled since <Time at={person.disabled_at} />
          </small>
        </>
      )}
    </>
  );
}
