import type { SignedIn } from '../../registry/sessions.js';
import { linkMinutes } from '../../registry/sign-in-links.js';
import { backendPath, type Context, type Reply } from '../context.js';
import { signInPage } from '../parts/sign-in-page.js';
import { requestOptions, signInWithPasskey } from '../webauthn.js';

export function signInForm(context: Context): Reply {
  return signInPage(context, context.query.next);
}

/** Options to sign in with a passkey, for the script, which fetches them when it needs them: their challenge is short-lived. */
export async function passkeyOptions(context: Context): Promise<Reply> {
  return { json: { get: await requestOptions(context) } };
}

export async function usePasskey(context: Context): Promise<Reply> {
  const { next } = context.form;
  const signedIn = await signInWithPasskey(context);
  if (signedIn !== null) return enter(signedIn, next);
  await context.countFailure();
  const problem = 'This passkey did not let you in. It took too long, was removed, or ended with the link it came of.';
  return signInPage(context, next, `${problem} Try again, or ask for a link.`);
}

/** Begins a session in this browser. @param next path to go to */
function enter({ token, session }: SignedIn, next: string | undefined): Reply {
  return { to: backendPath(next) ?? '/backend', session: { token, expires_at: session.expires_at } };
}

/** Signs in by a link. It is a POST, so that the link previews of mail and chat programs do not use links up. */
export async function useLink(context: Context): Promise<Reply> {
  const { service, provider, form, countFailure } = context;
  const secret = secretIn(form.link ?? '');
  if (secret === null) {
    const problem = 'This is no link to sign in. Copy the whole link, from https:// or http:// to its end.';
    return signInPage(context, form.next, problem);
  }
  const signedIn = await service.sessions.signIn(secret, provider?.settings.only);
  if (signedIn !== null) return enter(signedIn, form.next);
  await countFailure();
  const problem = `This link was used already, or its ${linkMinutes} minutes are over. Ask for a new one.`;
  return signInPage(context, form.next, problem);
}

/** Secret of a link, typed alone or as the whole link; `null`: the text has none. */
function secretIn(text: string): string | null {
  return /(?:^|#)(bp_[0-9A-Za-z]{38})$/.exec(text.trim())?.[1] ?? null;
}
