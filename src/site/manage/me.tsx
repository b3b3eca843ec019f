import type { ComponentChild } from 'preact';
import { PortalError } from '../../lib/errors.js';
import { leaveBrand } from '../../registry/leave-brand.js';
import { signInPath } from '../../service/sign-in-url.js';
import { mePath } from '../../service/workspace-addresses.js';
import { fill, words } from '../../words/words.js';
import { address } from '../addresses.js';
import type { SignedInContext } from '../context.js';
import { actingIn } from '../form-fields.js';
import { hostOf } from '../labels.js';
import type { WorkReply } from '../replies.js';
import { ButtonForm, Submit } from './parts/button.js';
import { GrantRows } from './parts/grants.js';
import { passkeysPath, passkeyText } from './parts/passkeys.js';
import { ReadingForm } from './parts/reading-form.js';
import { SessionRows } from './parts/sessions.js';
import { DescriptionList, LinkLine, Name } from './parts/text.js';

/** A person's own page: their roles, passkeys and sessions. */
export const mePage = (context: SignedInContext): Promise<WorkReply> => ownPage(context);

/** @param leaving slug of the brand that the person asks to leave */
async function ownPage(context: SignedInContext, leaving?: string): Promise<WorkReply> {
  const { service, principal } = context;
  const { person, session } = principal;
  const sessions = await service.sessions.list(person.id);
  const passkeys = await service.passkeys.list(person.id);
  const grants = await service.grants.list({ person: person.id });
  const roles = Object.entries(person.roles);
  const texts = words().me;
  const rolesList = (
    <>
      {person.operator && <div>{texts.operator}</div>}
      {roles.map(([slug, role]) => (
        <div key={slug}>
          {slug}: {words().common.roles[role]}{' '}
          {person.identity === undefined && (
            <ButtonForm
              fields={{ leave: slug, ...(leaving === slug && { sure: 'yes' }) }}
              text={leaving === slug ? fill(texts.leaveForGood, { brand: slug }) : texts.leave}
              look={leaving === slug ? 'bad sm' : 'sm'}
              label={fill(texts.leaveForGood, { brand: slug })}
            />
          )}
        </div>
      ))}
      {!person.operator && roles.length === 0 && texts.noRole}
      {providerRow(context)}
    </>
  );
  const body = (
    <div class="narrow">
      <h1>
        <Name text={person.name} />
      </h1>
      <DescriptionList
        rows={[
          [texts.id, <code>{person.id}</code>],
          [texts.roles, rolesList],
        ]}
      />
      <h2>{words().readingForm.title}</h2>
      <ReadingForm person={person} />
      <h2>{words().passkeys.title}</h2>
      <ul class="list">
        {passkeys.map((passkey) => (
          <li key={passkey.sha256}>
            <span>{passkeyText(passkey)}</span>
          </li>
        ))}
      </ul>
      <LinkLine to={passkeysPath} text={passkeys.length === 0 ? words().passkeys.add : texts.addOrRemovePasskey} />
      {grants.length > 0 && (
        <>
          <h2>{texts.agents}</h2>
          <form method="post">
            <GrantRows
              grants={grants}
              isOwn
              end={({ id, agent, rests }) => (
                <>
                  {rests !== undefined && (
                    <Submit
                      text={words().readers.start}
                      look="sm"
                      name="start"
                      value={id}
                      label={fill(words().agents.startOf, { name: agent })}
                    />
                  )}
                  <Submit
                    text={words().readers.revoke}
                    look="bad sm"
                    name="grant"
                    value={id}
                    label={fill(words().agents.revokeOf, { name: agent })}
                  />
                </>
              )}
            />
          </form>
        </>
      )}
      <h2>{texts.signedIn}</h2>
      <form method="post">
        <SessionRows sessions={sessions} current={session.sha256} />
      </form>
      <div class="actions">
        <ButtonForm fields={{ session: session.sha256 }} text={words().common.signOut} />
        <ButtonForm fields={{ session: 'all' }} text={texts.signOutEverywhere} />
      </div>
      <h2>{texts.data}</h2>
      <div class="actions">
        <a class="btn" href={`${mePath}/data.json`} download>
          {texts.downloadData}
        </a>
        <a href="/docs/privacy">{words().privacy.title}</a>
      </div>
    </div>
  );
  return { title: person.name, body };
}

/** Provider that the person's roles come from, or a button to connect with it. */
function providerRow({ principal, provider }: SignedInContext): ComponentChild {
  const { identity } = principal.person;
  if (identity !== undefined) return <div>{fill(words().people.fromProvider, { host: hostOf(identity.issuer) })}</div>;
  if (provider === null) return null;
  return <ButtonForm to={`${mePath}/oidc`} text={fill(words().signIn.connectWith, { provider: provider.name })} />;
}

/** Takes the forms of the page. */
export async function changeMe(context: SignedInContext): Promise<WorkReply> {
  const { grant, start, language, time_zone, leave, sure } = context.form;
  if (language !== undefined && time_zone !== undefined) {
    await context.service.people.setReading({ language, time_zone }, actingIn(context, ''));
    return { to: mePath };
  }
  if (leave !== undefined) {
    if (sure !== 'yes') return ownPage(context, leave);
    await leaveBrand(context.service.people.verbs, actingIn(context, leave));
    return { to: mePath };
  }
  if (grant === undefined && start === undefined) return endSession(context);
  const by = actingIn(context, '');
  const { grants } = context.service;
  if (start !== undefined) await grants.start(start, by);
  else if (grant !== undefined) await grants.revoke(grant, by);
  return { to: mePath };
}

/**
 * Ends the session of this person that the field `session` names, or all sessions for `all`. Default: this session.
 *
 * @throws `bad_request` if the field is blank
 */
async function endSession({ service, principal, form }: SignedInContext): Promise<WorkReply> {
  const { person, session } = principal;
  const ended = form.session ?? session.sha256;
  if (ended.trim() === '') throw new PortalError('bad_request', 'The form does not say which session is to end.');
  if (ended === 'all') await service.sessions.signOut(person);
  else await service.sessions.endSession(person, ended);
  const isThisOne = ended === 'all' || ended === session.sha256;
  return isThisOne ? { to: address(signInPath, { said: 'out' }), session: null } : { to: mePath };
}
