import type { ComponentChild } from 'preact';
import { editings, type PersonRecord } from '../../../registry/records.js';
import { personIn, versionOfRecord } from '../../../registry/registry.js';
import { editingIn, isWithin } from '../../../registry/rights.js';
import { invitationEnd } from '../../../registry/sign-in-links.js';
import { translatesIn } from '../../../registry/translators.js';
import { Filled } from '../../../words/filled.js';
import { fill, words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { ownLanguageName } from '../../frame/language.js';
import { hostOf } from '../../labels.js';
import { Icon } from '../../parts/icon.js';
import { Time } from '../../parts/time.js';
import { Submit } from './button.js';
import { chosenRole, heldLanguages, isTranslator, roleOptions, roleText } from './role-inputs.js';
import { Name } from './text.js';

/** Text of the button that makes a link for a person. */
export const linkText = ({ invitation }: PersonRecord): string =>
  invitation === undefined ? words().people.makeLink : words().people.makeNewLink;

/** The first is what the brand says of editors. */
export const editingOptions = () =>
  ['' as const, ...editings].map((editing) => [editing, words().people.editings[editing || 'brand']] as const);

/** Exception for an editor from what the brand says; `null` for none. */
export function EditingTag({ slug, person }: { readonly slug: string; readonly person: PersonRecord }) {
  const editing = editingIn(person, slug);
  return editing === undefined ? null : <span class="tag">{words().people.editingTags[editing]}</span>;
}

interface LinkButtonProps {
  readonly person: PersonRecord;
  /** Whether the button takes the invitation back. */
  readonly isBack?: true;
}

/** Button of a row that makes a link for a person, or takes the invitation back. */
export function LinkButton({ person, isBack }: LinkButtonProps): ComponentChild {
  const texts = words().people;
  const hasIcon = person.invitation === undefined;
  const text = isBack ? texts.takeBack : linkText(person);
  const whole = isBack ? texts.takeBackOf : hasIcon ? texts.makeLinkFor : texts.makeNewLinkFor;
  const name = fill(whole, { name: person.name });
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
  readonly context: WorkContext;
  readonly person: PersonRecord;
}

/** Role of a row's person, to choose another. */
export function RoleForm({ context, person }: RoleProps): ComponentChild {
  const { slug, principal, href } = context;
  const { id, name } = person;
  return (
    <form method="post" action={href(`/people/${id}`)} data-save>
      <input type="hidden" name="action" value="role" />
      <input type="hidden" name="as" value={principal.person.id} />
      <select class="in sm" name="role" aria-label={fill(words().people.roleOf, { name })}>
        {roleOptions(context).map(([role, text]) => (
          <option value={role} selected={role === chosenRole(person, slug)}>
            {text}
          </option>
        ))}
      </select>
      {heldLanguages(person, slug)}
      <input type="hidden" name="version" value={versionOfRecord(personIn(slug, person))} />
      <Submit text={words().common.save} look="sm" label={fill(words().people.saveRoleOf, { name })} />
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

export function RoleTag({ context: { slug }, person }: RoleProps) {
  return (
    <>
      <span class="tag">{roleText(person, slug)}</span>{' '}
      {isTranslator(person, slug) && <span class="tag">{languageNames(person, slug)}</span>}
      <EditingTag slug={slug} person={person} />
    </>
  );
}

const languageNames = (person: PersonRecord, slug: string): string =>
  translatesIn(person, slug).map(ownLanguageName).join(', ');

/** Link to the languages of a translator; `null` for others. */
export function LanguagesLink({ context: { slug, href }, person }: RoleProps) {
  if (!isTranslator(person, slug)) return null;
  const languages = languageNames(person, slug);
  return (
    <a
      class="btn sm langs-of"
      href={href(`/people/${person.id}`)}
      aria-label={fill(words().people.languagesOf, { name: person.name, languages })}
    >
      <Icon name="globe" />
      {languages}
    </a>
  );
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
      {person.identity !== undefined && (
        <small> {fill(words().people.fromProvider, { host: hostOf(person.identity.issuer) })}</small>
      )}
      {person.disabled_at !== null && (
        <>
          {' '}
          <small>
            <Filled text={words().people.disabledSince} values={{ time: <Time at={person.disabled_at} /> }} />
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
  const { invitedBy, invited, openUntil, overSince } = words().people;
  const isOver = Date.parse(end) <= now.getTime();
  return (
    <>
      <Filled
        text={by ? invitedBy : invited}
        values={{ time: <Time at={invitation.at} />, ...(by && { name: <Name text={by} /> }) }}
      />{' '}
      <Filled text={isOver ? overSince : openUntil} values={{ time: <Time at={end} /> }} />
    </>
  );
}

/** Whether admins set the role of a person; else the command line or an identity provider does. */
export const hasRoleFromHere = ({ operator, identity }: PersonRecord): boolean => !operator && identity === undefined;

/** Whether this admin sees and may end a person's sessions and passkeys. The service checks it again. */
export function canEndSessions({ principal }: WorkContext, person: PersonRecord): boolean {
  return person.disabled_at === null && isWithin(principal.person, person);
}

export function canMakeLink(context: WorkContext, person: PersonRecord): boolean {
  return !context.provider?.settings.only && canEndSessions(context, person);
}
