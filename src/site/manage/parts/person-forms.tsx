import type { ComponentChild } from 'preact';
import { hostOf, roleNames, roleTexts } from '../../portal/labels.js';
import { Icon } from '../../portal/parts/icon.js';
import { type PersonRecord, roles } from '../../registry/records.js';
import { personIn, versionOfRecord } from '../../registry/registry.js';
import { isWithin } from '../../registry/rights.js';
import { invitationEnd } from '../../registry/sign-in-links.js';
import type { BrandContext } from '../context.js';
import { Submit } from './button.js';
import { Name, Time } from './text.js';

/** Text of the button that makes a link for a person. */
export const linkText = ({ invitation }: PersonRecord): string =>
  invitation === undefined ? 'Make sign-in link' : 'Make a new link';

/** Rights of each role, in a sentence. */
export const roleHint = Object.values(roleTexts).join(' ');

export const roleOptions = roles.map((role) => [role, roleNames[role]] as const);

interface LinkButtonProps {
  readonly person: PersonRecord;
  /** Whether the button takes the invitation back. */
  readonly isBack?: true;
}

/** Button of a row that makes a link for a person, or takes the invitation back. */
export function LinkButton({ person, isBack }: LinkButtonProps): ComponentChild {
  const text = isBack ? 'Take back' : linkText(person);
  const name = `${text} for ${person.name}`;
  const hasIcon = person.invitation === undefined;
  return (
    <form method="post">
      <PersonFields person={person} action={isBack ? 'back' : 'link'} />
      {hasIcon ? (
        <button type="submit" class="btn sm quiet ic" title={name}>
          <Icon name="link" />
        </button>
      ) : (
        <Submit text={text} look={isBack ? 'sm quiet bad' : 'sm'} label={name} />
      )}
    </form>
  );
}

interface RoleProps {
  readonly context: BrandContext;
  readonly person: PersonRecord;
}

/** Role of a row's person, to choose another. */
export function RoleForm({ context: { slug, principal, href }, person }: RoleProps): ComponentChild {
  const { id, name, roles } = person;
  return (
    <form method="post" action={href(`/people/${id}`)} data-save>
      <input type="hidden" name="action" value="role" />
      <input type="hidden" name="as" value={principal.person.id} />
      <select class="in sm" name="role" aria-label={`Role of ${name}`}>
        {roleOptions.map(([role, text]) => (
          <option value={role} selected={role === roles[slug]}>
            {text}
          </option>
        ))}
      </select>
      <input type="hidden" name="version" value={versionOfRecord(personIn(slug, person))} />
      <Submit text="Save" look="sm" label={`Save the role of ${name}`} />
    </form>
  );
}

/** Hidden fields that name an action, and the person whom it is about. */
export function PersonFields({ person, action }: { readonly person: PersonRecord; readonly action: 'link' | 'back' }) {
  return (
    <>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="person" value={person.id} />
    </>
  );
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

/** Time and author of an invitation, and its end. */
export function invitationText({ invitation }: PersonRecord, all: readonly PersonRecord[], now: Date): ComponentChild {
  if (invitation === undefined) return null;
  const by = all.find(({ id }) => id === invitation.by)?.name;
  const end = invitationEnd(invitation.at);
  return (
    <>
      Invited {by && ['by ', <Name key="by" text={by} />, ', ']}
      <Time at={invitation.at} />. {Date.parse(end) > now.getTime() ? 'Open until ' : 'Over since '}
      <Time at={end} />.
    </>
  );
}

/** Whether admins set the role of a person; else the command line or an identity provider does. */
export const hasRoleFromHere = ({ operator, identity }: PersonRecord): boolean => !operator && identity === undefined;

/** Whether this admin sees and may end a person's sessions and passkeys. The service checks it again. */
export function canEndSessions({ principal }: BrandContext, person: PersonRecord): boolean {
  return person.disabled_at === null && isWithin(principal.person, person);
}

export function canMakeLink(context: BrandContext, person: PersonRecord): boolean {
  return !context.provider?.settings.only && canEndSessions(context, person);
}
