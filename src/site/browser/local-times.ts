const clock = { hour: '2-digit', minute: '2-digit' } as const;
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const dayAndClock = { weekday: 'short', ...day, ...clock } as const;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Shows times in the reader's time zone; UTC stays as a tooltip. Values of `data-local`: `clock` shows only the time
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
  const full = date.toLocaleString('en-GB', dayAndClock);
  if (form === 'zone') return `${full} ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  if (form === 'recent') return recentTime(date);
  if (form === 'short') {
    const near = nearDay(isoDay(date));
    if (near === null) return date.toLocaleDateString('en-GB', day);
    return `${near}, ${date.toLocaleTimeString('en-GB', clock)}`;
  }
  // The heading above the time is its day in UTC.
  const isSameDay = form === 'clock' && isoDay(date) === isoDay(date, 'UTC');
  return isSameDay ? date.toLocaleString('en-GB', clock) : full;
}

/** A time of today without the day. */
export const recentTime = (date: Date): string =>
  date.toLocaleString('en-GB', isoDay(date) === isoDay(new Date()) ? clock : { ...day, ...clock });

/**
 * @param iso such as `2026-03-01`
 * @returns `null` for any other day than the last two
 */
function nearDay(iso: string): 'Today' | 'Yesterday' | null {
  if (iso === isoDay(new Date())) return 'Today';
  return iso === isoDay(new Date(Date.now() - dayMs)) ? 'Yesterday' : null;
}

/** Swedish dates are those of ISO 8601. */
const isoDay = (date: Date, timeZone?: 'UTC'): string => date.toLocaleDateString('sv', { timeZone });
