import { Icon } from '../../portal/parts/icon.js';
import type { SignedIn } from '../../registry/sessions.js';
import { signInPath } from '../../service/sign-in-url.js';
import { workspacePrefix } from '../../service/workspace-addresses.js';
import { address, type Context, type PageReply, workspacePath } from '../context.js';
import { Submit } from './button.js';
import { labelled } from './form.js';
import { Note } from './note.js';
import { saidNotice } from './notices.js';
import { noPasskeysReason } from './passkeys.js';

/**
 * Begins a session in this browser.
 *
 * @param next path to go to
 */
export function signedInReply({ token, session }: SignedIn, next: string | undefined) {
  return { to: workspacePath(next) ?? workspacePrefix, session: { token, expires_at: session.expires_at } };
}

/**
 * Page to sign in by a link, a provider or a passkey.
 *
 * @param next path to go to afterwards
 * @param problem reason why signing in failed. Then the status is 422.
 */
export function signInPage(context: Context, next: string | undefined, problem: string | null = null): PageReply {
  const { provider, contact } = context;
  const nextField = workspacePath(next) !== null && <input type="hidden" name="next" value={next} />;
  const hasPasskeys = noPasskeysReason(context) === null;
  const hint = (
    <>
      <span id="filled" hidden>
        Your link is filled in. Press “Sign in”.
      </span>
      <span id="unfilled">Paste the whole link. It works once.</span>
    </>
  );
  const body = (
    <div>
      {saidNotice(context, { out: 'You are signed out.', ended: 'You were signed out meanwhile. Nothing was done.' })}
      <div>
        <h1>Sign in</h1>
        <p class="sub">To write, and to read what is for people of the brand.</p>
      </div>
      {problem !== null && (
        <Note kind="bad" isAlert>
          {problem}
        </Note>
      )}
      {hasPasskeys && (
        <form method="post" action={`${signInPath}/passkey`} data-passkey={`${signInPath}/passkey`} hidden>
          {nextField}
          <input type="hidden" name="response" />
          <button type="submit" class="btn go lg">
            <Icon name="fingerprint" />
            Continue with a passkey
          </button>
          <p role="status" class="hint" />
        </form>
      )}
      {provider !== null && (
        <a class="btn lg" href={address(`${signInPath}/oidc`, { next: workspacePath(next) })}>
          <Icon name="building" />
          Continue with {provider.name}
        </a>
      )}
      {(hasPasskeys || provider !== null) && <p class="or">with a link</p>}
      <form method="post" action={signInPath} data-sign-in>
        {nextField}
        {labelled({ id: 'link', label: 'Your sign-in link', hint, problem: undefined }, (attributes) => (
          <input
            {...attributes}
            name="link"
            type="password"
            required
            maxLength={500}
            autocomplete="off"
            spellcheck={false}
          />
        ))}
        <Submit text="Sign in" look="lg" />
      </form>
      <p class="hint">
        {provider?.settings.only
          ? `People sign in here only with ${provider.name}. Links are for emergencies: ask ${contact ?? 'the person who runs this portal'}.`
          : `No link? Ask ${contact ?? 'an admin of your brand, or the person who runs this portal'}.`}{' '}
        An operator makes one with <code>brand-portal sign-in</code> and your name.
      </p>
    </div>
  );
  if (problem === null) return { title: 'Sign in', body, isDoor: true };
  return { status: 422, title: 'Sign in: this did not work', body, isDoor: true };
}
