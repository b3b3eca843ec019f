import { words } from '../../words/words.js';

const clock = { hour: '2-digit', minute: '2-digit' } as const;
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const dayAndClock = { weekday: 'short', ...day, ...clock } as const;

const dayMs = 24 * 60 * 60 * 1000;

/** Time zone that the reader has chosen, or that of the browser. */
export const readerZone = (): string =>
  document.documentElement.dataset.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

const timeText = (date: Date, parts: Intl.DateTimeFormatOptions): string =>
  date.toLocaleString(words().locale, { ...parts, timeZone: readerZone() });

/**
 * Shows times in the reader's time zone; what the server wrote stays as a tooltip. Values of `data-local`: `clock` shows only the time
 * below a heading with its day, `short` the last two days in words and older days without a time, `recent` a time of
 * today without the day, `zone` adds the name of the time zone.
 */
export function startLocalTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    time.title ||= time.textContent ?? '';
    time.textContent = localTime(date, time.dataset.local);
  }
  for (const time of root.querySelectorAll<HTMLTimeElement>('.day time')) {
    time.textContent = nearDay(time.dateTime) ?? time.textContent;
  }
}

function localTime(date: Date, form: string | undefined): string {
  const full = timeText(date, dayAndClock);
  if (form === 'zone') return `${full} ${readerZone()}`;
  if (form === 'recent') return recentTime(date);
  if (form === 'short') {
    const near = nearDay(isoDay(date));
    if (near === null) return timeText(date, day);
    return `${near}, ${timeText(date, clock)}`;
  }
  // The heading above the time is its day in UTC.
  const isSameDay = form === 'clock' && isoDay(date) === isoDay(date, 'UTC');
  return isSameDay ? timeText(date, clock) : full;
}

/** A time of today without the day. */
export const recentTime = (date: Date): string =>
  timeText(date, isoDay(date) === isoDay(new Date()) ? clock : { ...day, ...clock });

/**
 * @param iso such as `2026-03-01`
 * @returns `null` for any other day than the last two
 */
function nearDay(iso: string): string | null {
  const { today, yesterday } = words().scripts;
  if (iso === isoDay(new Date())) return today;
  return iso === isoDay(new Date(Date.now() - dayMs)) ? yesterday : null;
}

/** Swedish dates are those of ISO 8601. */
const isoDay = (date: Date, timeZone = readerZone()): string => date.toLocaleDateString('sv', { timeZone });
