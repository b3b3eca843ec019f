import { linkMinutes } from '../../registry/sign-in-links.js';
import { signInPath } from '../../service/sign-in-url.js';
import type { Context, Reply } from '../context.js';

export function signInForm({ query }: Context): Reply {
  return form({ next: query.next, problem: null });
}

/** Signing in is a POST: link previews of mail and chat programs do not use links up. */
export async function useLink({ service, form: sent, countFailure }: Context): Promise<Reply> {
  const secret = secretIn(sent.link ?? '');
  if (secret === null) {
    const problem = 'This is no link to sign in. Copy the whole link, from https:// or http:// to its end.';
    return form({ next: sent.next, problem });
  }
  const signedIn = await service.sessions.signIn(secret);
  if (signedIn !== null) {
    const { token, session } = signedIn;
    return { to: ownPath(sent.next) ?? '/backend', session: { token, expires_at: session.expires_at } };
  }
  await countFailure();
  const problem = `This link was used already, or its ${linkMinutes} minutes are over. Ask for a new one.`;
  return form({ next: sent.next, problem });
}

/** The secret, alone or at the end of its link. */
function secretIn(text: string): string | null {
  return /(?:^|#)(bp_[0-9A-Za-z]{38})$/.exec(text.trim())?.[1] ?? null;
}

/** Protection against open redirects: a path of the backend, or `null`. */
function ownPath(text: string | undefined): string | null {
  return text !== undefined && /^\/backend(?:\/[\w./~-]*)?(?:\?[\w=&%.+~-]*)?$/.test(text) ? text : null;
}

interface FormProps {
  readonly next: string | undefined;
  readonly problem: string | null;
}

function form({ next, problem }: FormProps): Reply {
  const body = (
    <div class="narrow">
      <h1>Sign in</h1>
      {problem !== null && (
        <p class="notice bad" id="problem" role="alert" tabIndex={-1}>
          {problem}
        </p>
      )}
      <form method="post" action={signInPath} data-sign-in>
        {ownPath(next) !== null && <input type="hidden" name="next" value={next} />}
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
      <p class="hint">
        No link? The operator of this portal makes one with <code>brand-portal sign-in</code> and your name.
      </p>
    </div>
  );
  const failed = { status: 422, title: 'Sign in: this did not work', body };
  return problem === null ? { title: 'Sign in', body } : failed;
}
