/** Small button that does not send the form. */
export function buttonOf(text: string, run: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn sm';
  button.textContent = text;
  button.addEventListener('click', run);
  return button;
}
