import type { SignedIn } from '../../registry/sessions.js';
import { linkMinutes } from '../../registry/sign-in-links.js';
import { backendPath, type Context, type Reply } from '../context.js';
import { signInPage } from '../parts/sign-in-page.js';
import { requestOptions, signInWithPasskey } from '../webauthn.js';

export function signInForm(context: Context): Reply {
  return signInPage(context, context.query.next);
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
  return signInPage(context, next, `${problem} Try again, or ask for a link.`);
}

function begin({ token, session }: SignedIn, next: string | undefined): Reply {
  return { to: backendPath(next) ?? '/backend', session: { token, expires_at: session.expires_at } };
}

/** Signing in is a POST: link previews of mail and chat programs do not use links up. */
export async function useLink(context: Context): Promise<Reply> {
  const { service, provider, form: sent, countFailure } = context;
  const secret = secretIn(sent.link ?? '');
  if (secret === null) {
    const problem = 'This is no link to sign in. Copy the whole link, from https:// or http:// to its end.';
    return signInPage(context, sent.next, problem);
  }
  const signedIn = await service.sessions.signIn(secret, provider?.settings.only);
  if (signedIn !== null) return begin(signedIn, sent.next);
  await countFailure();
  const problem = `This link was used already, or its ${linkMinutes} minutes are over. Ask for a new one.`;
  return signInPage(context, sent.next, problem);
}

/** The secret, alone or at the end of its link. */
function secretIn(text: string): string | null {
  return /(?:^|#)(bp_[0-9A-Za-z]{38})$/.exec(text.trim())?.[1] ?? null;
}
