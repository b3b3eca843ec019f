/** Shows the buttons that copy a field. Browsers allow copying only on https and localhost. */
export function startCopyButtons(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.hidden = !isSecureContext;
    button.addEventListener('click', () => copyField(button));
  }
}

async function copyField(button: HTMLButtonElement): Promise<void> {
  const field = document.getElementById(button.dataset.copy ?? '');
  if (!(field instanceof HTMLInputElement)) return;
  const isCopied = await navigator.clipboard.writeText(field.value).then(
    () => true,
    () => false,
  );
  field.select();
  const status = button.parentElement?.nextElementSibling;
  if (status) status.textContent = isCopied ? 'Copied.' : 'Copying failed. The text is selected: copy it by hand.';
}
