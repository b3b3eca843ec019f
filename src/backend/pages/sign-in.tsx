import type { SignedIn } from '../../registry/sessions.js';
import { linkMinutes } from '../../registry/sign-in-links.js';
import { signInPath } from '../../service/sign-in-url.js';
import type { Context, Reply } from '../context.js';
import { noPasskeysReason, requestOptions, signInWithPasskey } from '../webauthn.js';

export function signInForm(context: Context): Reply {
  return form(context, context.query.next, null);
}

/** Options for the script: fetched when it needs them, for their challenge does not last. */
export async function passkeyOptions(context: Context): Promise<Reply> {
  return { json: { get: await requestOptions(context) } };
}

export async function usePasskey(context: Context): Promise<Reply> {
  const { next } = context.form;
  const signedIn = await signInWithPasskey(context);
  if (signedIn !== null) return begin(signedIn, next);
  await context.countFailure();
  const problem = 'This passkey did not let you in. It took too long, was removed, or ended with the link it came of.';
  return form(context, next, `${problem} Try again, or ask for a link.`);
}

function begin({ token, session }: SignedIn, next: string | undefined): Reply {
  return { to: ownPath(next) ?? '/backend', session: { token, expires_at: session.expires_at } };
}

/** Signing in is a POST: link previews of mail and chat programs do not use links up. */
export async function useLink(context: Context): Promise<Reply> {
  const { service, form: sent, countFailure } = context;
  const secret = secretIn(sent.link ?? '');
  if (secret === null) {
    const problem = 'This is no link to sign in. Copy the whole link, from https:// or http:// to its end.';
    return form(context, sent.next, problem);
  }
  const signedIn = await service.sessions.signIn(secret);
  if (signedIn !== null) return begin(signedIn, sent.next);
  await countFailure();
  const problem = `This link was used already, or its ${linkMinutes} minutes are over. Ask for a new one.`;
  return form(context, sent.next, problem);
}

/** The secret, alone or at the end of its link. */
function secretIn(text: string): string | null {
  return /(?:^|#)(bp_[0-9A-Za-z]{38})$/.exec(text.trim())?.[1] ?? null;
}

/** Protection against open redirects: a path of the backend, or `null`. */
function ownPath(text: string | undefined): string | null {
  return text !== undefined && /^\/backend(?:\/[\w./~-]*)?(?:\?[\w=&%.+~-]*)?$/.test(text) ? text : null;
}

function form(context: Context, next: string | undefined, problem: string | null): Reply {
  const after = ownPath(next) !== null && <input type="hidden" name="next" value={next} />;
  const body = (
    <div class="narrow">
      <h1>Sign in</h1>
      {problem !== null && (
        <p class="notice bad" id="problem" role="alert" tabIndex={-1}>
          {problem}
        </p>
      )}
      <form method="post" action={signInPath} data-sign-in>
        {after}
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
          If your link is filled in, press “Sign in”. Otherwise paste it whole. It works once, for {linkMinutes}{' '}
          minutes.
        </p>
        <button type="submit">Sign in</button>
      </form>
      {noPasskeysReason(context) === null && (
        <form method="post" action={`${signInPath}/passkey`} data-passkey={`${signInPath}/passkey`} hidden>
          {after}
          <input type="hidden" name="response" />
          <p>Have you added a passkey?</p>
          <button type="submit">Sign in with a passkey</button>
          <p role="status" class="hint" />
        </form>
      )}
      <p class="hint">
        No link? Ask {context.contact ?? 'an admin of your brand, or the person who runs this portal'}. An operator
        makes one with
        <code>brand-portal sign-in</code> and your name.
      </p>
    </div>
  );
  const failed = { status: 422, title: 'Sign in: this did not work', body };
  return problem === null ? { title: 'Sign in', body } : failed;
}
