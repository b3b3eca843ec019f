import type { ComponentChild } from 'preact';
import { notFound } from '../../lib/errors.js';
import { hostOf } from '../../portal/labels.js';
import type { PersonRecord } from '../../registry/records.js';
import { personIn, versionOfRecord } from '../../registry/registry.js';
import type { Acting } from '../../registry/rights.js';
import { linkMinutes } from '../../registry/sign-in-links.js';
import { workspacePrefix } from '../../service/workspace-addresses.js';
import { type BrandContext, type Reply, requiredField } from '../context.js';
import { Submit } from '../parts/button.js';
import { formsPage } from '../parts/forms-page.js';
import { passkeyText } from '../parts/passkeys.js';
import {
  canEndSessions,
  canMakeLink,
  hasRoleFromHere,
  invitationText,
  linkText,
  PersonFields,
  RoleBadge,
  roleHint,
  roleOptions,
} from '../parts/person-forms.js';
import { SessionRows } from '../parts/sessions.js';
import { Name } from '../parts/text.js';

/**
 * Person of the address.
 *
 * @throws `not_found` without a role in the brand
 */
async function memberIn({ service, slug, params }: BrandContext): Promise<PersonRecord> {
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
  const setRole = async (role: string | null, by: Acting, said: string): Promise<Reply> => {
    const { operator, roles } = await service.people.setRole(id, role, by);
    const isLockedOut = id === principal.person.id && !operator && roles[slug] !== 'admin';
    return { to: isLockedOut ? workspacePrefix : href('/people', { said }) };
  };
  return {
    title: name,
    heading: [<Name key="name" text={name} />, ' ', <RoleBadge key="role" context={context} person={person} />],
    up: ['/people', 'People'],
    path,
    version: versionOfRecord(personIn(slug, person)),
    isNarrow: true,
    said: {
      ended: `A session of ${name} ended.`,
      all: `All sessions of ${name} ended.`,
    },
    actions: [
      {
        name: 'role',
        title: 'Role',
        button: 'Save',
        inputs: (inputs) =>
          inputs.select({
            name: 'role',
            label: 'Role in this brand',
            options: roleOptions,
            value: person.roles[slug],
            hint: roleHint,
          }),
        run: ({ by }) => setRole(context.form.role ?? '', by, 'role'),
      },
      {
        name: 'take',
        title: 'Remove from the brand',
        button: 'Remove role',
        look: 'bad',
        text: <p>This person no longer sees the brand. Their past changes keep their name.</p>,
        run: ({ by }) => setRole(null, by, 'removed'),
      },
      {
        name: 'end',
        button: 'End session',
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
        {operator && <p>This person is an operator, who may do everything in every brand.</p>}
        {operator && identity === undefined && <p>Use the command line to change this.</p>}
        {identity !== undefined && <p>The role comes from {hostOf(identity.issuer)}. Groups there change it.</p>}
        {hasRoleFromHere(person) && form('role')}
        {canMakeLink(context, person) && (
          <form method="post" action={href('/people')} class="card pad">
            <h2>{person.invitation === undefined ? 'Sign-in link' : 'Invitation'}</h2>
            <PersonFields person={person} action="link" />
            {person.invitation === undefined ? (
              <p>A link works once, within {linkMinutes} minutes. Whoever has it signs in as this person.</p>
            ) : (
              <p>{invitationText(person, await service.people.list(), service.clock())}</p>
            )}
            <Submit text={linkText(person)} look={hasRoleFromHere(person) ? undefined : 'go'} />
          </form>
        )}
        {canEndSessions(context, person)
          ? await credentials(context, person)
          : !operator && (
              <p class="hint">
                {person.disabled_at === null
                  ? 'This person also has roles in other brands. Only an operator can manage their sign-in links and sessions.'
                  : 'Disabled: this person cannot sign in.'}
              </p>
            )}
        {hasRoleFromHere(person) && form('take')}
      </>
    ),
  };
});

/** Sessions of a person, with buttons that end them, and passkeys. */
async function credentials({ service }: BrandContext, { id }: PersonRecord): Promise<ComponentChild> {
  const sessions = await service.sessions.list(id);
  const passkeys = await service.passkeys.list(id);
  if (sessions.length === 0 && passkeys.length === 0) return <p>Not signed in anywhere.</p>;
  return (
    <>
      <form method="post" class="card pad">
        <h2>Signed in</h2>
        <input type="hidden" name="action" value="end" />
        <SessionRows sessions={sessions} />
        <Submit text="End all, with links and passkeys" look="bad" name="session" value="all" />
      </form>
      {passkeys.length > 0 && <h2>Passkeys</h2>}
      {passkeys.map((passkey) => (
        <p key={passkey.sha256}>{passkeyText(passkey)}</p>
      ))}
    </>
  );
}
