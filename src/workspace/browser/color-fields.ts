/** Puts a picker next to each field for a hex colour, and fills RGB from the hex, unless RGB says something of its own. */
export function startColorFields(root: ParentNode): void {
  for (const field of root.querySelectorAll<HTMLInputElement>('input[data-color]')) startColorField(field);
}

function startColorField(field: HTMLInputElement): void {
  const picker = document.createElement('input');
  picker.type = 'color';
  picker.ariaLabel = `Pick: ${field.labels?.[0]?.textContent ?? ''}`;
  const row = Object.assign(document.createElement('span'), { className: 'picked' });
  field.before(row);
  row.append(picker, field);
  const rgb = field.form?.querySelector<HTMLInputElement>('input[name=rgb]');
  let derived = rgbOf(field.value);
  const take = (): void => {
    const next = rgbOf(field.value);
    if (next === null) return;
    picker.value = field.value.replace(/^#?/, '#');
    if (rgb && field.name === 'hex' && (rgb.value === '' || rgb.value === derived)) rgb.value = next;
    derived = next;
  };
  // Also for when the form is reset.
  picker.defaultValue = derived === null ? '#000000' : field.value.replace(/^#?/, '#');
  field.addEventListener('input', take);
  picker.addEventListener('input', () => {
    field.value = picker.value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** `#1fc79a` as `31, 199, 154`; `null` for any other text. */
function rgbOf(hex: string): string | null {
  const [, ...parts] = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex) ?? [];
  return parts.length === 0 ? null : parts.map((part) => Number.parseInt(part, 16)).join(', ');
}
