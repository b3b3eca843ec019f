import type { SignedIn } from '../../../registry/sessions.js';
import { signInPath } from '../../../service/sign-in-url.js';
import { workspacePrefix } from '../../../service/workspace-addresses.js';
import { Filled } from '../../../words/filled.js';
import { fill, words } from '../../../words/words.js';
import { address, workspacePath } from '../../addresses.js';
import type { Context } from '../../context.js';
import { Icon } from '../../parts/icon.js';
import { Note } from '../../parts/note.js';
import type { PageReply } from '../../replies.js';
import { Submit } from './button.js';
import { labelled } from './form.js';
import { saidNotice } from './notices.js';
import { noPasskeysReason } from './passkeys.js';

export interface InvitedAt {
  readonly address: string;
  readonly sealed: string;
}

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
 * @param invited address that the person can give for mails
 */
export function signInPage(
  context: Context,
  next: string | undefined,
  problem: string | null = null,
  invited: InvitedAt | null = null,
): PageReply {
  const { provider } = context;
  const texts = words().signIn;
  const nextField = workspacePath(next) !== null && <input type="hidden" name="next" value={next} />;
  const hasPasskeys = noPasskeysReason(context) === null;
  const hint = (
    <>
      <span id="filled" hidden>
        {texts.filled}
      </span>
      <span id="unfilled">{texts.unfilled}</span>
    </>
  );
  const body = (
    <div>
      {saidNotice(context, { out: texts.signedOut, ended: texts.signedOutMeanwhile })}
      <div>
        <h1>{texts.title}</h1>
        <p class="sub">{texts.purpose}</p>
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
            {texts.byPasskey}
          </button>
          <p role="status" class="hint" />
        </form>
      )}
      {provider !== null && (
        <a class="btn lg" href={address(`${signInPath}/oidc`, { next: workspacePath(next) })}>
          <Icon name="building" />
          {fill(texts.byProvider, { provider: provider.name })}
        </a>
      )}
      {(hasPasskeys || provider !== null) && <p class="or">{texts.orLink}</p>}
      <form method="post" action={signInPath} data-sign-in>
        {nextField}
        {labelled({ id: 'link', label: texts.yourLink, hint, problem: undefined }, (attributes) => (
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
        {invited !== null && (
          <label class="check">
            <input type="checkbox" name="mail" value={invited.sealed} />
            {fill(words().notifications.invited, { address: invited.address })}
          </label>
        )}
        <Submit text={texts.title} look="lg" />
      </form>
      <p class="hint">
        {askText(context)} <Filled text={texts.operatorMakes} values={{ command: <code>brand-portal sign-in</code> }} />
      </p>
    </div>
  );
  if (problem === null) return { title: texts.title, body, isDoor: true };
  return { status: 422, title: texts.failed, body, isDoor: true };
}

/** Whom to ask for a link. */
function askText({ provider, contact }: Context): string {
  const texts = words().signIn;
  if (provider?.settings.only) {
    return fill(texts.onlyForEmergencies, { provider: provider.name, contact: contact ?? texts.whoRuns });
  }
  return fill(texts.noLink, { contact: contact ?? texts.adminOrWhoRuns });
}
