import type { ComponentChild } from 'preact';
import { isZone, wallTime } from '../../lib/zone-time.js';
import { chosenZone } from '../../words/of-request.js';
import { dateText } from '../../words/words.js';

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const weekday = { weekday: 'short', ...day } as const;
const longDay = { ...day, month: 'long' } as const;

/** `2026-03-03T09:30:00Z` as `3 Mar 2026`. */
export const dayText = (at: string): string => dateText(at.slice(0, 10), day);

/** `18 March 2025`, for a time in ISO 8601: its day in UTC, or in another zone. Any other text is returned unchanged. */
export const longDayText = (time: string, zone = 'UTC'): string => dateText(dayIn(time, zone), longDay);

/** `2025-03-18`, for a time in ISO 8601. A node may lack a zone that another one knows. */
export const dayIn = (time: string, zone: string): string =>
  (zone === 'UTC' || Number.isNaN(Date.parse(time)) || !isZone(zone) ? time : wallTime(new Date(time), zone)).slice(
    0,
    10,
  );

/** `2026-03-03T09:30:00Z` as `Tue, 3 Mar 2026, 09:30 UTC`, or on the clock of another zone. */
export function timeText(at: string, zone = chosenZone() ?? 'UTC'): string {
  const wall = zone !== 'UTC' && isZone(zone) ? wallTime(new Date(at), zone) : null;
  const shown = wall ?? at;
  const date = dateText(shown.slice(0, 10), weekday);
  return `${date}, ${shown.slice(11, 16)} ${wall === null ? 'UTC' : zone}`;
}

interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** Without the time of day, or a form of the script (`local-times.ts`). Default: day and time. */
  readonly form?: 'day' | 'clock' | 'short' | 'recent';
  /** Zone that is shown and named, until the script shows the reader's. */
  readonly zone?: string;
}

/** Time in UTC, which the script rewrites in the reader's time zone. */
export function Time({ at, form, zone }: TimeProps): ComponentChild {
  if (form === 'day') return <time dateTime={at.slice(0, 10)}>{dayText(at)}</time>;
  if (form === 'clock') {
    return (
      <time class="dim num" dateTime={at} data-local="clock" title={timeText(at)}>
        {at.slice(11, 16)}
      </time>
    );
  }
  return (
    <time dateTime={at} data-local={form ?? (zone === undefined ? true : 'zone')} title={zone && timeText(at)}>
      {timeText(at, zone)}
    </time>
  );
}
