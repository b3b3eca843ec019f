import { rgbText } from '../../../lib/rgb-text.js';
import { fill, words } from '../../../words/words.js';
import { make } from './make.js';

/**
 * Puts a picker next to each field for a hex colour, and fills RGB from the hex, unless RGB was typed.
 */
export function startColorFields(root: ParentNode): void {
  for (const field of root.querySelectorAll<HTMLInputElement>('input[data-color]')) startColorField(field);
}

function startColorField(field: HTMLInputElement): void {
  const picker = make('input');
  picker.type = 'color';
  picker.ariaLabel = fill(words().workScripts.pick, { label: field.labels?.[0]?.textContent ?? '' });
  const row = make('span', 'picked');
  field.before(row);
  row.append(picker, field);
  const rgb = field.form?.querySelector<HTMLInputElement>('input[name=rgb]');
  const typedHex = (): string => field.value.replace(/^#?/, '#');
  let derived = rgbText(typedHex());
  const take = (): void => {
    const next = rgbText(typedHex());
    picker.toggleAttribute('data-empty', field.value === '');
    if (next === null) return;
    picker.value = typedHex();
    if (rgb && field.name === 'hex' && (rgb.value === '' || rgb.value === derived)) rgb.value = next;
    derived = next;
  };
  // A reset of the form returns to this value.
  picker.defaultValue = derived === null ? '#000000' : typedHex();
  picker.toggleAttribute('data-empty', field.value === '');
  field.addEventListener('input', take);
  picker.addEventListener('input', () => {
    field.value = picker.value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
