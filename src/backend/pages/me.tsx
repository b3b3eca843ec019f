import type { ComponentChild } from 'preact';
import { PortalError } from '../../lib/errors.js';
import { Terms } from '../content/terms.js';
import type { Reply, SignedInContext } from '../context.js';
import { passkeysPath, passkeyText } from '../parts/passkeys.js';
import { Time } from '../parts/text.js';
import { hostOf, roleNames } from '../words.js';

export async function mePage(context: SignedInContext): Promise<Reply> {
  const { service, principal } = context;
  const { person, session } = principal;
  const sessions = await service.sessions.list(person.id);
  const passkeys = await service.passkeys.list(person.id);
  const roles = Object.entries(person.roles);
  const given = (
    <>
      {person.operator && <div>Operator: everything in every brand</div>}
      {roles.map(([slug, role]) => (
        <div key={slug}>
          {slug}: {roleNames[role]}
        </div>
      ))}
      {!person.operator && roles.length === 0 && 'none yet'}
      {connection(context)}
    </>
  );
  const body = (
    <div class="narrow">
      <h1>{person.name}</h1>
      <Terms
        rows={[
          ['Your id', <code>{person.id}</code>],
          ['Roles', given],
        ]}
      />
      <h2>Your passkeys</h2>
      <ul class="rows">
        {passkeys.map((one) => (
          <li key={one.sha256}>
            <span>{passkeyText(one)}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={passkeysPath}>{passkeys.length === 0 ? 'Add a passkey' : 'Add or remove a passkey'}</a>
      </p>
      <h2>Where you are signed in</h2>
      <ul class="rows">
        {sessions.map((one) => (
          <li key={one.sha256}>
            <span>
              since <Time at={one.created_at} />, until <Time at={one.expires_at} />
              {one.sha256 === session.sha256 && <strong> – this browser</strong>}
            </span>
            <form method="post">
              <input type="hidden" name="session" value={one.sha256} />
              <button type="submit" class="quiet" aria-label={`End the session of ${one.created_at}`}>
                End
              </button>
            </form>
          </li>
        ))}
      </ul>
      <div class="actions">
        <form method="post" data-sign-out>
          <input type="hidden" name="session" value={session.sha256} />
          <button type="submit">Sign out</button>
        </form>
        <form method="post" data-sign-out>
          <input type="hidden" name="session" value="all" />
          <button type="submit" class="quiet">
            Sign out everywhere
          </button>
        </form>
      </div>
    </div>
  );
  return { title: person.name, body };
}

/** Provider that the roles come from, or a button to connect. */
function connection({ principal, provider }: SignedInContext): ComponentChild {
  const { identity } = principal.person;
  if (identity !== undefined) return <div>from {hostOf(identity.issuer)}</div>;
  if (provider === null) return null;
  return (
    <form method="post" action="/backend/me/oidc">
      <button type="submit" class="quiet">
        Connect with {provider.name}
      </button>
    </form>
  );
}

export async function endSession({ service, principal, form }: SignedInContext): Promise<Reply> {
  const { person, session } = principal;
  const which = form.session ?? session.sha256;
  if (which.trim() === '') throw new PortalError('bad_request', 'The form does not say which session is to end.');
  await service.sessions.signOut(person, which === 'all' ? null : which);
  const isOwn = which === 'all' || which === session.sha256;
  return isOwn ? { to: '/backend/sign-in?said=out', session: null } : { to: '/backend/me' };
}
