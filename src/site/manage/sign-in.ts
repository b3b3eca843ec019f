import { secretPattern } from '../../registry/secrets.js';
import { requestOptions } from '../../registry/webauthn.js';
import { words } from '../../words/words.js';
import { workspacePath } from '../addresses.js';
import type { Context } from '../context.js';
import type { WorkReply } from '../replies.js';
import { noPasskeysReason } from './parts/passkeys.js';
import { type InvitedAt, signedInReply, signInPage } from './parts/sign-in-page.js';

/** The form; a person who is signed in by now is led on. Without `next`, the fragment may have the secret of a link. */
export async function signInForm(context: Context): Promise<WorkReply> {
  const { next, again } = context.query;
  const to = again === undefined ? workspacePath(next) : null;
  return to !== null && (await context.recognise()) !== null
    ? { to }
    : signInPage(context, next, null, await invitedAt(context));
}

/** Address at which the person was invited, and its sealed form; `null`: none, or the portal sends no mails. */
async function invitedAt({ service, query }: Context): Promise<InvitedAt | null> {
  const { invited = '' } = query;
  const { isOn, addresses } = service.mails;
  const found = isOn && invited !== '' ? await addresses.invited(invited) : null;
  return found && { address: found.address, sealed: invited };
}

/**
 * Options to sign in with a passkey. The script fetches them when it needs them, because their challenge is
 * short-lived.
 */
export async function passkeyOptions({ service, origin }: Context): Promise<WorkReply> {
  return { json: { get: await requestOptions(service.challenges, origin) } };
}

export async function signInByPasskey(context: Context): Promise<WorkReply> {
  const { service, form, origin } = context;
  const { next, response = '' } = form;
  const signedIn = noPasskeysReason(context) === null ? await service.passkeys.signIn(response, origin) : null;
  if (signedIn !== null) return signedInReply(signedIn, next);
  await context.countFailure();
  return signInPage(context, next, words().signIn.problems.passkey);
}

/** Signs in by a link. This is a POST, because previews in mail and chat programs open links with GET. */
export async function signInByLink(context: Context): Promise<WorkReply> {
  const { service, provider, form, countFailure } = context;
  const secret = secretIn(form.link ?? '');
  if (secret === null) {
    // This does not count as a guess of a secret.
    return signInPage(context, form.next, words().signIn.problems.noLink);
  }
  const signedIn = await service.sessions.signIn(secret, provider?.settings.only);
  if (signedIn !== null) {
    // A person who is signed in now can give the address again.
    if (form.mail) await service.mails.addresses.acceptInvited(signedIn.person.id, form.mail).catch(() => {});
    return signedInReply(signedIn, form.next);
  }
  await countFailure();
  return signInPage(context, form.next, words().signIn.problems.link);
}

const secretAtEnd = new RegExp(`(?:^|#)(${secretPattern})$`);

/** Secret in a typed text, which is the secret or the whole link; `null` if there is none. */
function secretIn(text: string): string | null {
  return secretAtEnd.exec(text.trim())?.[1] ?? null;
}
