import type { ComponentChild } from 'preact';
import { notFound, type PortalError } from '../../lib/errors.js';
import { type PersonRecord, personIn, roles, versionOfRecord } from '../../registry/records.js';
import { isWithin } from '../../registry/rights.js';
import { linkMinutes, type SignInLink } from '../../registry/sign-in-links.js';
import { signInLink } from '../../service/sign-in-url.js';
import {
  type BrandContext,
  type PageReply,
  type Reply,
  requiredField,
  type SignedInContext,
  unknownAction,
} from '../context.js';
import { Form, FormInputs } from '../parts/form.js';
import { Filters, paginate, TextFilter } from '../parts/list.js';
import { saidNotice } from '../parts/notices.js';
import { passkeyText } from '../parts/passkeys.js';
import { RecordForm } from '../parts/record-form.js';
import { refusalNotice, runForm } from '../parts/refusal.js';
import { secretPage } from '../parts/secret-page.js';
import { SessionRows } from '../parts/sessions.js';
import { LinkLine, Name, Time } from '../parts/text.js';
import { hostOf, roleNames } from '../words.js';

const perPage = 100;

const roleOptions = [
  ['viewer', 'Viewer: looks on'],
  ['editor', 'Editor: also writes'],
  ['admin', 'Admin: also keys, people'],
] as const;

/** Invites a person, makes a link to sign in, or gives a role. The link is only in this answer. */
export function changePeople(context: BrandContext): Promise<Reply> {
  const { service, form, acting, href } = context;
  const submit = async (): Promise<Reply> => {
    const { action, person = '', name = '', role = '' } = form;
    if (action === 'invite') return linkPage(context, await service.people.invite(name, role, acting('once')));
    if (action === 'link') return linkPage(context, await service.sessions.issueLink(person, acting()));
    if (action !== 'add') throw unknownAction();
    const { id } = await service.people.addRole(person.trim(), role, acting());
    return { to: href(`/people/${id}`, { said: 'role' }) };
  };
  return runForm(context, submit, (problem) => peoplePage(context, problem));
}

/** List of the people with a role in a brand, with the forms that add one. */
export async function peoplePage(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const { service, slug, form, provider } = context;
  const people = (await service.people.list()).filter(({ roles }) => Object.hasOwn(roles, slug));
  const { shown, pager } = paginate(context, people, { path: context.href('/people'), perPage, more: 'More people' });
  const frame = { context, problem, commit: null };
  const invite = new FormInputs(context, problem, 'invite');
  const add = new FormInputs(context, problem, 'add');
  const body = (
    <>
      {refusalNotice(context, problem)}
      {saidNotice(context, { gone: 'The role is taken away.' })}
      <h1>People of {await context.brandName()}</h1>
      <p class="hint">
        {provider?.settings.only
          ? `People come from ${provider.name}: groups there give them their roles, and nobody is invited here.`
          : `A link signs its person in, once and within ${linkMinutes} minutes. Whoever has it comes in as this person.`}{' '}
        Operators may do everything here, and change and disable people of several brands.
      </p>
      {people.length === 0 && <p>No person has a role in this brand.</p>}
      <ul class="rows">
        {shown.map((person) => (
          <li key={person.id}>
            <span class="what">
              <a href={context.href(`/people/${person.id}`)}>
                <Name text={person.name} />
              </a>{' '}
              <RoleBadge context={context} person={person} />
            </span>
            {canMakeLink(context, person) && (
              <form method="post" class="end">
                <LinkFields person={person} />
                <button type="submit" class="quiet" aria-label={`Make a sign-in link for ${person.name}`}>
                  Make a sign-in link
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {pager}
      {!provider?.settings.only && (
        <Form {...{ frame, action: 'invite', title: 'Invite a person', id: 'new', button: 'Invite' }}>
          {invite.input({
            name: 'name',
            label: 'Name',
            hint: 'Shown with the changes of this person.',
            isRequired: true,
            maxLength: 100,
            autocomplete: 'off',
          })}
          {invite.select({ name: 'role', label: 'Role', options: roleOptions, value: 'editor' })}
          <p class="hint">You get a link to pass on, shown once.</p>
        </Form>
      )}
      <details open={problem !== null && form.action === 'add'}>
        <summary>Someone who signs in here already</summary>
        <form method="post" class="card">
          <input type="hidden" name="action" value="add" />
          {add.input({
            name: 'person',
            label: 'The id of this person',
            hint: 'People find it under their name, at the top right.',
            maxLength: 40,
            autocomplete: 'off',
          })}
          {add.select({ name: 'role', label: 'Role', options: roleOptions, value: 'editor' })}
          <button type="submit">Give the role</button>
        </form>
      </details>
    </>
  );
  return { title: 'People', body };
}

/** List of all people of the portal with their roles, for operators. */
export async function everyonePage(context: SignedInContext): Promise<Reply> {
  const q = (context.query.q ?? '').trim();
  const isMatch = ({ id, name }: PersonRecord): boolean => id === q || name.toLowerCase().includes(q.toLowerCase());
  const matching = (await context.service.people.list()).filter(isMatch);
  const part = { path: '/backend/people', query: { q }, perPage, more: 'More people' };
  const { shown, pager } = paginate(context, matching, part);
  const body = (
    <>
      <h1>All people</h1>
      <p class="hint">Roles are given in a brand. At the command line people are disabled, and made operators.</p>
      <Filters>
        <TextFilter label="Name or id" text={q} />
      </Filters>
      <ul class="rows">
        {shown.map((person) => (
          <li key={person.id}>
            <span class="what">
              <Name text={person.name} /> {person.operator && <span class="badge">Operator</span>}
              <ProviderAndState person={person} />
              <br />
              <small>
                {Object.entries(person.roles).map(([slug, role]) => (
                  <>
                    <a href={`/backend/brands/${slug}/people/${person.id}`}>{slug}</a>
                    {` (${roleNames[role].toLowerCase()}) `}
                  </>
                ))}
              </small>
            </span>
            <small class="end">{person.id}</small>
          </li>
        ))}
      </ul>
      {pager}
    </>
  );
  return { title: 'All people', body };
}

/** Handler of all forms of the page. A refused form keeps the input. */
export async function changePerson(context: BrandContext): Promise<Reply> {
  const { service, form, params, acting, href, principal, slug } = context;
  const id = params.person ?? '';
  const submit = async (): Promise<Reply> => {
    if (form.action === 'end') {
      const session = requiredField(context, 'session');
      await service.sessions.signOut(await memberIn(context), session === 'all' ? null : session, acting());
      return { to: href(`/people/${id}`, { said: session === 'all' ? 'all' : 'ended' }) };
    }
    const by = acting('version');
    if (form.action !== 'role' && form.action !== 'take') throw unknownAction();
    const isRemoval = form.action === 'take';
    const { operator, roles } = await service.people.setRole(id, isRemoval ? null : (form.role ?? ''), by);
    if (id === principal.person.id && !operator && roles[slug] !== 'admin') return { to: '/backend' };
    return { to: isRemoval ? href('/people', { said: 'gone' }) : href(`/people/${id}`, { said: 'role' }) };
  };
  return runForm(context, submit, (problem) => personPage(context, problem));
}

/** Person of the address. @throws `not_found` without a role in the brand */
async function memberIn({ service, slug, params }: BrandContext): Promise<PersonRecord> {
  const person = (await service.people.list()).find(({ id }) => id === params.person);
  if (person === undefined || !Object.hasOwn(person.roles, slug)) throw notFound('Person');
  return person;
}

/** Page of a person of the brand, with the forms for role, link and sessions. */
export async function personPage(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const person = await memberIn(context);
  const { id, name, operator, identity } = person;
  const hasRoleFromHere = !operator && identity === undefined;
  const version = versionOfRecord(personIn(context.slug, person));
  const passkeys = await context.service.passkeys.list(id);
  const form = { frame: { context, problem, commit: null }, to: `/people/${id}`, version };
  const body = (
    <div class="narrow">
      {refusalNotice(context, problem)}
      {saidNotice(context, {
        role: 'The role is set. It holds from now on.',
        ended: `A session of ${name} is ended.`,
        all: `All sessions of ${name} are ended.`,
      })}
      <h1>
        <Name text={name} /> <RoleBadge context={context} person={person} />
      </h1>
      {operator && <p>This is an operator, who may do everything in every brand.</p>}
      {operator && identity === undefined && <p>That is changed at the command line.</p>}
      {identity !== undefined && <p>The role comes from {hostOf(identity.issuer)}, and is changed by groups there.</p>}
      {hasRoleFromHere && (
        <RecordForm
          {...{ ...form, action: 'role', title: 'Role', button: 'Set the role' }}
          record={{ role: person.roles[context.slug] }}
          fields={[{ name: 'role', label: 'Role in this brand', options: roleOptions }]}
        />
      )}
      {canMakeLink(context, person) && (
        <form method="post" action={context.href('/people')} class="card">
          <h2>Link to sign in</h2>
          <LinkFields person={person} />
          <p>It works once, within {linkMinutes} minutes.</p>
          <button type="submit">Make a sign-in link</button>
        </form>
      )}
      {canEndSessions(context, person) ? (
        <>
          {await sessionsForm(context, person, passkeys.length > 0)}
          {passkeys.length > 0 && <h2>Passkeys</h2>}
          {passkeys.map((passkey) => (
            <p key={passkey.sha256}>{passkeyText(passkey)}</p>
          ))}
        </>
      ) : (
        !operator && (
          <p class="hint">
            {person.disabled_at === null
              ? 'This person works in other brands, too: links to sign in and sessions are an operator’s.'
              : 'Disabled: this person cannot sign in.'}
          </p>
        )
      )}
      {hasRoleFromHere && (
        <Form {...{ ...form, action: 'take', title: 'Take the role away', button: 'Take it away' }}>
          <p>This person does not see the brand any more. What was changed keeps the name.</p>
        </Form>
      )}
      <LinkLine to={context.href('/people')} text="All people" />
    </div>
  );
  return { title: name, body };
}

async function sessionsForm(
  { service }: BrandContext,
  { id }: PersonRecord,
  hasPasskeys: boolean,
): Promise<ComponentChild> {
  const sessions = await service.sessions.list(id);
  if (sessions.length === 0 && !hasPasskeys) return <p>Not signed in anywhere.</p>;
  return (
    <form method="post" class="card">
      <h2>Signed in</h2>
      <input type="hidden" name="action" value="end" />
      <SessionRows sessions={sessions} />
      <button type="submit" name="session" value="all" class="danger">
        End all, with links and passkeys
      </button>
    </form>
  );
}

/** Role of a person in the brand, and what sets this person apart. */
function RoleBadge({ context, person }: { readonly context: BrandContext; readonly person: PersonRecord }) {
  return (
    <>
      <span class="badge">
        {roleNames[(Object.hasOwn(person.roles, context.slug) && person.roles[context.slug]) || roles[0]]}
      </span>
      <ProviderAndState person={person} />
    </>
  );
}

/** Provider that a person's roles come from, and since when the person is disabled. */
function ProviderAndState({ person }: { readonly person: PersonRecord }) {
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

function linkPage({ href, origin }: BrandContext, { secret, person, expires_at }: SignInLink): PageReply {
  const children = (
    <>
      Give it only to {person.name}: it works once, until <Time at={expires_at} />.
    </>
  );
  const back = [href('/people'), 'Back to the people'] as const;
  const title = `A link for ${person.name}`;
  return secretPage({ title, label: 'The link', secret: signInLink(origin, secret), back, children });
}

function LinkFields({ person }: { readonly person: PersonRecord }) {
  return (
    <>
      <input type="hidden" name="action" value="link" />
      <input type="hidden" name="person" value={person.id} />
    </>
  );
}

/** Whether this admin sees a person's sessions and passkeys, with buttons that end them; the service checks it again. */
function canEndSessions({ principal }: BrandContext, person: PersonRecord): boolean {
  return person.disabled_at === null && isWithin(principal.person, person);
}

function canMakeLink(context: BrandContext, person: PersonRecord): boolean {
  return !context.provider?.settings.only && canEndSessions(context, person);
}
