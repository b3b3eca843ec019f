import type { ComponentChild } from 'preact';
import type { PasskeyRecord } from '../../../registry/records.js';
import { noPasskeysAt } from '../../../registry/webauthn.js';
import { mePath } from '../../../service/workspace-addresses.js';
import { told } from '../../../words/errors.js';
import { Filled } from '../../../words/filled.js';
import { fill, words } from '../../../words/words.js';
import type { Context, SignedInContext } from '../../context.js';
import { Note } from '../../parts/note.js';
import { Time } from '../../parts/time.js';
import { Name } from './text.js';

export const passkeysPath = `${mePath}/passkeys`;

/** Reason why passkeys cannot be used here; `null` if they can. */
export function noPasskeysReason({ provider, origin }: Context): string | null {
  if (provider?.settings.only) return fill(words().signIn.onlyWith, { provider: provider.name });
  const reason = noPasskeysAt(origin);
  return reason && told(reason);
}

/** Name of a passkey, where it is, and when it was added, used or refused. */
export function passkeyText({ name, created_at, used_at, backed_up, refused_at }: PasskeyRecord): ComponentChild {
  const texts = words().passkeys;
  return (
    <>
      <Name text={name} />{' '}
      <small>
        {backed_up ? texts.synced : texts.onOneDevice},{' '}
        <Filled text={texts.added} values={{ day: <Time at={created_at} form="day" /> }} />
        {used_at !== null && (
          <>
            , <Filled text={texts.used} values={{ day: <Time at={used_at} form="day" /> }} />
          </>
        )}
        {refused_at !== null && (
          <strong>
            {' '}
            – <Filled text={texts.refused} values={{ time: <Time at={refused_at} /> }} />
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
  const texts = words().passkeys;
  return (
    <Note>
      <Filled text={texts.offer} values={{ add: <a href={passkeysPath}>{texts.offerLink}</a> }} />
    </Note>
  );
}
