import type { ComponentChild } from 'preact';
import { PortalError } from '../../lib/errors.js';
import { creationOptions } from '../../registry/webauthn.js';
import { newSession, signInPath } from '../../service/sign-in-url.js';
import { mePath } from '../../service/workspace-addresses.js';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
import { address } from '../addresses.js';
import type { SignedInContext } from '../context.js';
import { requiredField, unknownAction } from '../form-fields.js';
import type { PageReply, WorkReply } from '../replies.js';
import { Submit } from './parts/button.js';
import { FormInputs } from './parts/form.js';
import { saidNotice } from './parts/notices.js';
import { noPasskeysReason, passkeysPath, passkeyText } from './parts/passkeys.js';
import { refusalNotice, runForm } from './parts/refusal.js';
import { LinkLine } from './parts/text.js';

/** Options to create a passkey. The script fetches them when it needs them, because their challenge is short-lived. */
export async function newPasskeyOptions({ service, principal, origin }: SignedInContext): Promise<WorkReply> {
  const { person } = principal;
  const existing = await service.passkeys.list(person.id);
  return { json: { create: await creationOptions(service.challenges, origin, person, existing) } };
}

/** Adds a passkey, or removes one. */
export function changePasskeys(context: SignedInContext): Promise<WorkReply> {
  const { service, principal, form } = context;
  const submit = async (): Promise<WorkReply> => {
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
  const texts = words().passkeys;
  const body = (
    <div class="narrow">
      {problem === null && saidNotice(context, texts.said)}
      {refusalNotice(context, problem)}
      <h1>{texts.title}</h1>
      <p class="hint">{texts.hint}</p>
      {passkeys.length === 0 && <p>{texts.none}</p>}
      <ul class="list">
        {passkeys.map((passkey) => (
          <li key={passkey.sha256}>
            <span class="what">{passkeyText(passkey)}</span>
            <form method="post" class="end">
              <input type="hidden" name="action" value="remove" />
              <input type="hidden" name="passkey" value={passkey.sha256} />
              <Submit text={words().common.remove} label={fill(texts.removeOf, { name: passkey.name })} />
            </form>
          </li>
        ))}
      </ul>
      <h2>{texts.add}</h2>
      {noPasskeysReason(context) ??
        (service.passkeys.mayAdd(principal) ? addForm(new FormInputs(context, problem)) : signInAgain())}
      <LinkLine to={mePath} text={texts.back} />
    </div>
  );
  return { title: texts.title, body };
}

function signInAgain(): ComponentChild {
  const texts = words().passkeys;
  const link = <a href={address(signInPath, { next: passkeysPath, ...newSession })}>{words().signIn.again}</a>;
  return (
    <p>
      {texts.tooOld} <Filled text={texts.againToAdd} values={{ again: link }} />
    </p>
  );
}

function addForm(inputs: FormInputs): ComponentChild {
  const texts = words().passkeys;
  return (
    <>
      <p data-no-passkeys>{texts.needScript}</p>
      <form method="post" class="form" data-passkey={`${passkeysPath}/options`} hidden>
        <input type="hidden" name="response" />
        {inputs.input({
          name: 'name',
          label: words().forms.name,
          hint: texts.nameHint,
          isRequired: true,
          maxLength: 100,
          autocomplete: 'off',
        })}
        <Submit text={texts.add} look="go" />
        <p role="status" class="hint" />
      </form>
    </>
  );
}
