import type { ComponentChild } from 'preact';
import { PortalError } from '../../lib/errors.js';
import { creationOptions } from '../../registry/webauthn.js';
import { newSession, signInPath } from '../../service/sign-in-url.js';
import { mePath } from '../../service/workspace-addresses.js';
import { address, type PageReply, type Reply, requiredField, type SignedInContext, unknownAction } from '../context.js';
import { Submit } from '../parts/button.js';
import { FormInputs } from '../parts/form.js';
import { saidNotice } from '../parts/notices.js';
import { noPasskeysReason, passkeysPath, passkeyText } from '../parts/passkeys.js';
import { refusalNotice, runForm } from '../parts/refusal.js';
import { LinkLine } from '../parts/text.js';

/** Notices by `said` of the address. */
const notices = {
  added: 'The passkey is added. Next time, press “Continue with a passkey”.',
  removed: 'The passkey is removed and no longer works.',
};

/** Options to create a passkey. The script fetches them when it needs them, because their challenge is short-lived. */
export async function newPasskeyOptions({ service, principal, origin }: SignedInContext): Promise<Reply> {
  const { person } = principal;
  const existing = await service.passkeys.list(person.id);
  return { json: { create: await creationOptions(service.challenges, origin, person, existing) } };
}

/** Adds a passkey, or removes one. */
export function changePasskeys(context: SignedInContext): Promise<Reply> {
  const { service, principal, form } = context;
  const submit = async (): Promise<Reply> => {
    if (form.action === 'remove') {
      await service.passkeys.remove(principal.person, requiredField(context, 'passkey'));
      return { to: address(passkeysPath, { said: 'removed' }) };
    }
    if (form.action !== undefined) throw unknownAction();
    const reason = noPasskeysReason(context);
    if (reason !== null) throw new PortalError('invalid', reason);
    await service.passkeys.add(principal, { name: '', response: '', ...form }, context.origin);
    return { to: address(passkeysPath, { said: 'added' }) };
  };
  return runForm(context, submit, (problem) => passkeysPage(context, problem));
}

/** Page of a person's passkeys, with the form that adds one. */
export async function passkeysPage(context: SignedInContext, problem: PortalError | null = null): Promise<PageReply> {
  const { service, principal } = context;
  const passkeys = await service.passkeys.list(principal.person.id);
  const body = (
    <div class="narrow">
      {problem === null && saidNotice(context, notices)}
      {refusalNotice(context, problem)}
      <h1>Your passkeys</h1>
      <p class="hint">
        A passkey is kept by your phone, your computer or a security key, which asks for your finger, face or PIN. With
        one you sign in without a link. If you lose it, sign in with a link, and remove it here.
      </p>
      {passkeys.length === 0 && <p>You have none yet.</p>}
      <ul class="list">
        {passkeys.map((passkey) => (
          <li key={passkey.sha256}>
            <span class="what">{passkeyText(passkey)}</span>
            <form method="post" class="end">
              <input type="hidden" name="action" value="remove" />
              <input type="hidden" name="passkey" value={passkey.sha256} />
              <Submit text="Remove" label={`Remove ${passkey.name}`} />
            </form>
          </li>
        ))}
      </ul>
      <h2>Add a passkey</h2>
      {noPasskeysReason(context) ??
        (service.passkeys.mayAdd(principal) ? addForm(new FormInputs(context, problem)) : signInAgain())}
      <LinkLine to={mePath} text="Back to your sessions" />
    </div>
  );
  return { title: 'Your passkeys', body };
}

const signInAgain = (): ComponentChild => (
  <p>
    You signed in more than a day ago.{' '}
    <a href={address(signInPath, { next: passkeysPath, ...newSession })}>Sign in again</a> to add one.
  </p>
);

function addForm(inputs: FormInputs): ComponentChild {
  const hint = 'To recognise it later, such as: phone, office computer.';
  return (
    <>
      <p data-no-passkeys>Passkeys need JavaScript, and a browser that supports them.</p>
      <form method="post" class="form" data-passkey={`${passkeysPath}/options`} hidden>
        <input type="hidden" name="response" />
        {inputs.input({ name: 'name', label: 'Name', hint, isRequired: true, maxLength: 100, autocomplete: 'off' })}
        <Submit text="Add a passkey" look="go" />
        <p role="status" class="hint" />
      </form>
    </>
  );
}
