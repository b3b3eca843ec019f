import type { ComponentChild } from 'preact';
import type { PasskeyRecord } from '../../registry/records.js';
import { noPasskeysAt } from '../../registry/webauthn.js';
import { mePath } from '../../service/workspace-addresses.js';
import type { Context, SignedInContext } from '../context.js';
import { Note } from './note.js';
import { Name, Time } from './text.js';

export const passkeysPath = `${mePath}/passkeys`;

/** Reason why passkeys cannot be used here; `null` if they can. */
export function noPasskeysReason({ provider, origin }: Context): string | null {
  return provider?.settings.only ? `People sign in here only with ${provider.name}.` : noPasskeysAt(origin);
}

/** Name of a passkey, where it is, and when it was added, used or refused. */
export function passkeyText({ name, created_at, used_at, backed_up, refused_at }: PasskeyRecord): ComponentChild {
  return (
    <>
      <Name text={name} />{' '}
      <small>
        {backed_up ? 'synced between devices' : 'on one device'}, added <Time at={created_at} day />
        {used_at !== null && (
          <>
            , used <Time at={used_at} day />
          </>
        )}
        {refused_at !== null && (
          <strong>
            {' '}
            – refused since <Time at={refused_at} />: it may have been copied. Remove it, and add it again
          </strong>
        )}
      </small>
    </>
  );
}

/** Offer of a passkey to a person without one who has just signed in; `null` for others. */
export async function passkeyOffer(context: SignedInContext): Promise<ComponentChild> {
  const { service, principal, origin } = context;
  if (!(await service.passkeys.isOffered(principal, origin))) return null;
  return (
    <Note>
      Next time without a link: <a href={passkeysPath}>add a passkey</a>.
    </Note>
  );
}
