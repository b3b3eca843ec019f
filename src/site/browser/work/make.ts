/** New element with its classes and its text. */
export const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  textContent = '',
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), { className, textContent });
