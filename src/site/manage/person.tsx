import type { ComponentChild } from 'preact';
import { notFound } from '../../lib/errors.js';
import { setEditing } from '../../registry/editing.js';
import type { PersonRecord } from '../../registry/records.js';
import { personIn, versionOfRecord } from '../../registry/registry.js';
import { isOnlyOf, removePerson } from '../../registry/remove-person.js';
import { type Acting, editingIn } from '../../registry/rights.js';
import { linkMinutes } from '../../registry/sign-in-links.js';
import { setTranslates } from '../../registry/translators.js';
import { workspacePrefix } from '../../service/workspace-addresses.js';
import { fill, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { requiredField, sentField } from '../form-fields.js';
import { hostOf } from '../labels.js';
import { languagesIn } from '../languages.js';
import type { WorkReply } from '../replies.js';
import { Submit } from './parts/button.js';
import { formsPage } from './parts/forms-page.js';
import { passkeyText } from './parts/passkeys.js';
import {
  canEndSessions,
  canMakeLink,
  editingOptions,
  hasRoleFromHere,
  invitationText,
  linkText,
  PersonFields,
  RoleBadge,
} from './parts/person-forms.js';
import { languageBoxes, roleInputs, sentLanguages, sentRole } from './parts/role-inputs.js';
import { SessionRows } from './parts/sessions.js';
import { Name } from './parts/text.js';

/**
 * Person of the address.
 *
 * @throws `not_found` without a role in the brand
 */
async function memberIn({ service, slug, params }: WorkContext): Promise<PersonRecord> {
  const person = (await service.people.list()).find(({ id }) => id === params.person);
  if (person === undefined || !Object.hasOwn(person.roles, slug)) throw notFound('Person');
  return person;
}

/** Page of a person of the brand, with the forms for role, link and sessions. */
export const personPage = formsPage(async (context) => {
  const { service, slug, principal, href } = context;
  const person = await memberIn(context);
  const { id, name, operator, identity } = person;
  const path = `/people/${id}`;
  const texts = words().people;
  const canBeFormer = isOnlyOf(person, slug) && canEndSessions(context, person);
  const hasLanguages = languagesIn(context.catalog).length > 0;
  const setRole = async (
    role: string | null,
    by: Acting,
    said: string,
    languages: readonly string[] = [],
  ): Promise<WorkReply> => {
    const { operator, roles } = await service.people.setRole(id, role, by, languages);
    const isLockedOut = id === principal.person.id && !operator && roles[slug] !== 'admin';
    return { to: isLockedOut ? workspacePrefix : href('/people', { said }) };
  };
  return {
    title: name,
    heading: [<Name key="name" text={name} />, ' ', <RoleBadge key="role" context={context} person={person} />],
    up: ['/people', words().places.people],
    path,
    version: versionOfRecord(personIn(slug, person)),
    isNarrow: true,
    said: {
      ended: fill(texts.sessionEnded, { name }),
      all: fill(texts.sessionsEnded, { name }),
    },
    actions: [
      {
        name: 'role',
        title: texts.role,
        inputs: (inputs) => roleInputs(context, inputs, { label: texts.roleHere, hint: texts.roleHint, person }),
        run({ by }) {
          const [role, languages] = sentRole(context);
          return setRole(role, by, 'role', languages);
        },
      },
      {
        name: 'translates',
        title: texts.translates,
        inputs: (inputs) => languageBoxes(context, inputs, person),
        text: <p class="hint">{texts.translatesHint}</p>,
        async run({ by }) {
          await setTranslates(service.people.verbs, { id, brand: slug, tags: sentLanguages(context) }, by);
          return { to: href('/people', { said: 'role' }) };
        },
      },
      {
        name: 'editing',
        title: texts.editing,
        inputs: (inputs) =>
          inputs.select({
            name: 'editing',
            label: texts.editingHere,
            options: editingOptions(),
            value: editingIn(person, slug) ?? '',
            hint: texts.editingHint,
          }),
        async run({ by }) {
          await setEditing(service.people.verbs, { id, brand: slug, editing: sentField(context.form, 'editing') }, by);
          return { to: href('/people', { said: 'role' }) };
        },
      },
      {
        name: 'take',
        title: texts.removeFromBrand,
        button: texts.removeRole,
        look: 'bad',
        text: <p>{texts.removeHint}</p>,
        inputs: (inputs) =>
          canBeFormer &&
          inputs.checkbox({ name: 'former', label: texts.former, hint: texts.formerHint, isChecked: false }),
        async run({ by }) {
          const former = canBeFormer ? sentField(context.form, 'former') : context.form.former;
          if (former !== 'yes') return setRole(null, by, 'removed');
          await removePerson(service.people.verbs, id, true, by);
          await service.mails.addresses.erase(id);
          return { to: id === principal.person.id ? workspacePrefix : href('/people', { said: 'removed' }) };
        },
      },
      {
        name: 'end',
        button: words().sessions.end,
        guards: [],
        async run({ by }) {
          const session = requiredField(context, 'session');
          const { sessions } = service;
          if (session === 'all') await sessions.signOut(person, by);
          else await sessions.endSession(person, session, by);
          return { to: href(path, { said: session === 'all' ? 'all' : 'ended' }) };
        },
      },
    ],
    sections: async (form) => (
      <>
        {operator && <p>{texts.isOperator}</p>}
        {operator && identity === undefined && <p>{texts.byCommandLine}</p>}
        {identity !== undefined && <p>{fill(texts.roleFrom, { host: hostOf(identity.issuer) })}</p>}
        {hasRoleFromHere(person) && form('role')}
        {person.roles[slug] === 'editor' && !operator && form('editing')}
        {!hasRoleFromHere(person) && person.roles[slug] === 'viewer' && hasLanguages && form('translates')}
        {canMakeLink(context, person) && (
          <form method="post" action={href('/people')} class="card pad">
            <h2>{person.invitation === undefined ? texts.links.signIn.label : texts.invitation}</h2>
            <PersonFields person={person} action="link" />
            {person.invitation === undefined ? (
              <p>{fill(texts.linkHint, { minutes: linkMinutes })}</p>
            ) : (
              <p>{invitationText(person, await service.people.list(), service.clock())}</p>
            )}
            <Submit text={linkText(person)} look={hasRoleFromHere(person) ? undefined : 'go'} />
          </form>
        )}
        {canEndSessions(context, person)
          ? await credentials(context, person)
          : !operator && <p class="hint">{person.disabled_at === null ? texts.hasOtherBrands : texts.disabled}</p>}
        {hasRoleFromHere(person) && form('take')}
      </>
    ),
  };
});

/** Sessions of a person, with buttons that end them, and passkeys. */
async function credentials({ service }: WorkContext, { id }: PersonRecord): Promise<ComponentChild> {
  const sessions = await service.sessions.list(id);
  const passkeys = await service.passkeys.list(id);
  const texts = words().people;
  if (sessions.length === 0 && passkeys.length === 0) return <p>{texts.notSignedIn}</p>;
  return (
    <>
      <form method="post" class="card pad">
        <h2>{texts.signedIn}</h2>
        <input type="hidden" name="action" value="end" />
        <SessionRows sessions={sessions} />
        <Submit text={texts.endAll} look="bad" name="session" value="all" />
      </form>
      {passkeys.length > 0 && <h2>{words().rail.passkeys}</h2>}
      {passkeys.map((passkey) => (
        <p key={passkey.sha256}>{passkeyText(passkey)}</p>
      ))}
    </>
  );
}
