import { words } from '../../../words/words.js';

/** Reason by the name of an error of the browser. */
function reasonOf(error: unknown): string {
  const { passkeyExists, passkeyStopped, passkeyFails } = words().workScripts;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return passkeyExists;
  return name === 'NotAllowedError' ? passkeyStopped : passkeyFails;
}

/** Shows the forms that create or use a passkey, in browsers that support passkeys. */
export function startPasskeyForms(): void {
  if (!('PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential)) return;
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) startPasskeyForm(form);
}

function startPasskeyForm(form: HTMLFormElement): void {
  const responseField = form.querySelector<HTMLInputElement>('input[name=response]');
  const button = form.querySelector('button');
  const status = form.querySelector('[role=status]');
  if (responseField === null || button === null || status === null) return;
  form.hidden = false;
  document.querySelector('[data-no-passkeys]')?.remove();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      const { get, create } = await (await fetch(form.dataset.passkey ?? '')).json();
      const credential = create
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(create) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(get) });
      responseField.value = JSON.stringify(credential);
      form.submit();
    } catch (error) {
      button.disabled = false;
      status.textContent = reasonOf(error);
    }
  });
}
