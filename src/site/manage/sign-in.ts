import { secretPattern } from '../../registry/secrets.js';
import { requestOptions } from '../../registry/webauthn.js';
import { type Context, type Reply, workspacePath } from '../context.js';
import { noPasskeysReason } from '../parts/passkeys.js';
import { signedInReply, signInPage } from '../parts/sign-in-page.js';

/** The form; a person who is signed in by now is led on. Without `next`, the fragment may have the secret of a link. */
export async function signInForm(context: Context): Promise<Reply> {
  const { next, again } = context.query;
  const to = again === undefined ? workspacePath(next) : null;
  return to !== null && (await context.recognise()) !== null ? { to } : signInPage(context, next);
}

/**
 * Options to sign in with a passkey. The script fetches them when it needs them, because their challenge is
 * short-lived.
 */
export async function passkeyOptions({ service, origin }: Context): Promise<Reply> {
  return { json: { get: await requestOptions(service.challenges, origin) } };
}

export async function signInByPasskey(context: Context): Promise<Reply> {
  const { service, form, origin } = context;
  const { next, response = '' } = form;
  const signedIn = noPasskeysReason(context) === null ? await service.passkeys.signIn(response, origin) : null;
  if (signedIn !== null) return signedInReply(signedIn, next);
  await context.countFailure();
  const problem = 'This passkey did not let you in. It took too long, was removed, or ended with the link it came of.';
  return signInPage(context, next, `${problem} Try again, or ask for a link.`);
}

/** Signs in by a link. This is a POST, because previews in mail and chat programs open links with GET. */
export async function signInByLink(context: Context): Promise<Reply> {
  const { service, provider, form, countFailure } = context;
  const secret = secretIn(form.link ?? '');
  if (secret === null) {
    // This does not count as a guess of a secret.
    const problem = 'This is not a sign-in link. Copy the whole link, from https:// or http:// to its end.';
    return signInPage(context, form.next, problem);
  }
  const signedIn = await service.sessions.signIn(secret, provider?.settings.only);
  if (signedIn !== null) return signedInReply(signedIn, form.next);
  await countFailure();
  const problem = 'This link was used already, taken back, or its time is over. Ask for a new one.';
  return signInPage(context, form.next, problem);
}

const secretAtEnd = new RegExp(`(?:^|#)(${secretPattern})$`);

/** Secret in a typed text, which is the secret or the whole link; `null` if there is none. */
function secretIn(text: string): string | null {
  return secretAtEnd.exec(text.trim())?.[1] ?? null;
}
