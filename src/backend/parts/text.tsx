import type { ComponentChild } from 'preact';
import { visible } from '../../lib/display-safety.js';

/** Name or text that someone else wrote, isolated: it cannot reverse the direction of the text around it. */
export function Name({ text }: { readonly text: string }): ComponentChild {
  return <bdi>{visible(text)}</bdi>;
}

/** Link on a line of its own. */
export function LinkLine({ to, text }: { readonly to: string; readonly text: string }): ComponentChild {
  return (
    <p>
      <a href={to}>{text}</a>
    </p>
  );
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-03-03T09:30:00Z` as `3 Mar 2026`. */
export function dayText(at: string): string {
  const [year = '', month = '', day = ''] = at.slice(0, 10).split('-');
  return `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}`;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Time in UTC, which the script rewrites in the reader's time zone. @param at ISO 8601 @param day whether the time of day is left out */
export function Time({ at, day = false }: { readonly at: string; readonly day?: boolean }): ComponentChild {
  if (day) return <time dateTime={at}>{dayText(at)}</time>;
  return (
    <time dateTime={at} data-local>
      {weekdays[new Date(at).getUTCDay()] ?? ''}, {dayText(at)}, {at.slice(11, 16)} UTC
    </time>
  );
}
