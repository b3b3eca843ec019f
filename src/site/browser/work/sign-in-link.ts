/** Moves the secret of a sign-in link from the fragment of the address into the form's field. */
export function startSignInLink(): void {
  moveSecret();
  // A link pasted into the address bar of this page changes only the fragment.
  addEventListener('hashchange', moveSecret);
}

function moveSecret(): void {
  const field = document.querySelector<HTMLInputElement>('form[data-sign-in] input[name=link]');
  if (field === null || !location.hash.startsWith('#bp_')) return;
  field.value = location.hash.slice(1);
  history.replaceState(null, '', location.pathname + location.search);
  // The form of the link comes before the other ways to sign in.
  field.form?.parentElement?.querySelector('form, .lg')?.before(field.form);
  for (const first of document.querySelectorAll('main .btn.go')) first.classList.remove('go');
  const button = field.form?.querySelector('button');
  button?.classList.add('go');
  button?.focus();
  document.getElementById('filled')?.removeAttribute('hidden');
  for (const element of document.querySelectorAll('#unfilled, .or')) element.setAttribute('hidden', '');
}
