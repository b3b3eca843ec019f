import { dayMs } from '../../lib/clock.js';
import { plural } from '../../lib/plural.js';
import { instantsAt, wallTime } from '../../lib/zone-time.js';

/** Shows fields of a time on the reader's own clock, with the time in words below. */
export function startSchedule(root: ParentNode): void {
  for (const zone of root.querySelectorAll<HTMLInputElement>('input[data-zone]')) {
    const input = zone.form?.elements.namedItem('at');
    if (!(input instanceof HTMLInputElement)) continue;
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const [at] = instantsAt(input.value.trim().replace(' ', 'T'), zone.value);
    input.type = 'datetime-local';
    input.value = at === undefined ? '' : wallTime(at, own);
    zone.value = own;
    const [label] = input.labels ?? [];
    if (label !== undefined) label.textContent = `Date and time in ${own}`;
    const words = document.getElementById(`${input.id}-hint`);
    const say = (): void => {
      const [first, second] = instantsAt(input.value, own);
      const isMissing = input.value !== '' && first === undefined;
      input.setCustomValidity(isMissing ? 'The clocks go forward: this time is not on that day.' : '');
      if (words === null) return;
      if (isMissing) words.textContent = input.validationMessage;
      else words.textContent = first === undefined ? 'Choose day and time.' : inWords(first, second !== undefined);
    };
    input.addEventListener('input', say);
    say();
  }
}

function inWords(at: Date, isTwice: boolean): string {
  const text = at.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short' });
  const days = Math.round((at.getTime() - Date.now()) / dayMs);
  return `${text}${days > 0 ? `, in ${plural(days, 'day')}` : ''}.${isTwice ? ' The clocks go back: the first of two counts.' : ''}`;
}
