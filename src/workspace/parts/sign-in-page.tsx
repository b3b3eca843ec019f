import type { SignedIn } from '../../registry/sessions.js';
import { signInPath } from '../../service/sign-in-url.js';
import { workspacePrefix } from '../../service/workspace-addresses.js';
import { address, type Context, type PageReply, workspacePath } from '../context.js';
import { Note } from './note.js';
import { saidNotice } from './notices.js';
import { noPasskeysReason } from './passkeys.js';

/** Begins a session in this browser. @param next path to go to */
export function signedInReply({ token, session }: SignedIn, next: string | undefined) {
  return { to: workspacePath(next) ?? workspacePrefix, session: { token, expires_at: session.expires_at } };
}

/** Page to sign in by a link, a provider or a passkey. @param next path to go to afterwards @param problem reason why signing in failed: then 422 */
export function signInPage(context: Context, next: string | undefined, problem: string | null = null): PageReply {
  const nextField = workspacePath(next) !== null && <input type="hidden" name="next" value={next} />;
  const body = (
    <div class="narrow">
      {saidNotice(context, { out: 'You are signed out.', ended: 'You were signed out meanwhile. Nothing was done.' })}
      <h1>Sign in</h1>
      {problem !== null && (
        <Note kind="bad" id="problem" isAlert>
          {problem}
        </Note>
      )}
      <form method="post" action={signInPath} data-sign-in>
        {nextField}
        <label for="link">Your sign-in link</label>
        <input
          id="link"
          name="link"
          type="password"
          required
          autocomplete="off"
          spellcheck={false}
          maxLength={500}
          aria-describedby={problem === null ? 'help' : 'problem help'}
        />
        <p class="hint" id="help">
          <span id="filled" hidden>
            Your link is filled in: press “Sign in”.{' '}
          </span>
          Paste the whole link. It works once.
        </p>
        <button type="submit" class="btn go">
          Sign in
        </button>
      </form>
      {context.provider !== null && (
        <p>
          <a class="btn go" href={address(`${signInPath}/oidc`, { next: workspacePath(next) })}>
            Sign in with {context.provider.name}
          </a>
        </p>
      )}
      {noPasskeysReason(context) === null && (
        <form method="post" action={`${signInPath}/passkey`} data-passkey={`${signInPath}/passkey`} hidden>
          {nextField}
          <input type="hidden" name="response" />
          <p>Have you added a passkey?</p>
          <button type="submit" class="btn">
            Sign in with a passkey
          </button>
          <p role="status" class="hint" />
        </form>
      )}
      <p class="hint">
        {context.provider?.settings.only
          ? `People sign in here only with ${context.provider.name}. Links are for emergencies: ask ${context.contact ?? 'the person who runs this portal'}.`
          : `No link? Ask ${context.contact ?? 'an admin of your brand, or the person who runs this portal'}.`}{' '}
        An operator makes one with <code>brand-portal sign-in</code> and your name.
      </p>
    </div>
  );
  if (problem === null) return { title: 'Sign in', body };
  return { status: 422, title: 'Sign in: this did not work', body };
}
