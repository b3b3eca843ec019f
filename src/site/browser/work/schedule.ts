import { dayMs } from '../../../lib/clock.js';
import { instantsAt, wallTime } from '../../../lib/zone-time.js';
import { counted, fill, words } from '../../../words/words.js';
import { readerZone } from '../local-times.js';

/** Shows fields of a time on the reader's own clock, with the time in words below. */
export function startSchedule(root: ParentNode): void {
  const texts = words().workScripts;
  for (const zone of root.querySelectorAll<HTMLInputElement>('input[data-zone]')) {
    const input = zone.form?.elements.namedItem('at');
    if (!(input instanceof HTMLInputElement)) continue;
    const own = readerZone();
    const [at] = instantsAt(input.value.trim().replace(' ', 'T'), zone.value);
    input.type = 'datetime-local';
    input.value = at === undefined ? '' : wallTime(at, own);
    zone.value = own;
    const [label] = input.labels ?? [];
    if (label !== undefined) label.textContent = fill(texts.dateAndTime, { zone: own });
    const hint = document.getElementById(`${input.id}-hint`);
    const say = (): void => {
      const [first, second] = instantsAt(input.value, own);
      const isMissing = input.value !== '' && first === undefined;
      input.setCustomValidity(isMissing ? texts.timeIsSkipped : '');
      if (hint === null) return;
      if (isMissing) hint.textContent = input.validationMessage;
      else hint.textContent = first === undefined ? texts.chooseTime : inWords(first, second !== undefined);
    };
    input.addEventListener('input', say);
    say();
  }
}

function inWords(at: Date, isTwice: boolean): string {
  const { workScripts: texts, locale } = words();
  const time = at.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'short' });
  const days = Math.round((at.getTime() - Date.now()) / dayMs);
  const text = days > 0 ? counted(texts.atTimeIn, days, { time }) : fill(texts.atTime, { time });
  return isTwice ? `${text} ${texts.timeIsTwice}` : text;
}
