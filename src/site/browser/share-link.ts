/** Hands in the secret of a share link, which is in the fragment of its address. */
export function startShareLink(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-share]');
  const field = form?.querySelector<HTMLInputElement>('input[name=link]');
  const secret = location.hash.slice(1);
  if (!form || !field || !/^bp_\w+$/.test(secret)) return;
  history.replaceState(null, '', location.pathname);
  field.value = secret;
  form.requestSubmit();
}
