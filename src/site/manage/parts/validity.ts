import { soonDays } from '../../../content/validity.js';
import { dayMs, isoDay } from '../../../lib/clock.js';
import { fill, words } from '../../../words/words.js';
import { longDayText } from '../../parts/time.js';

/** Days from one day to another, negative when it is past; `null` without a day. */
export function daysLeft(day: string | null, today: string): number | null {
  return day === null ? null : Math.round((Date.parse(day) - Date.parse(today)) / dayMs);
}

/** Whether the last day of use is over, or comes soon. */
export const isEnding = (day: string | null, today: string): boolean =>
  (daysLeft(day, today) ?? soonDays + 1) <= soonDays;

/** A day a year after the last day of use, or after today if that is later. */
export function nextEnd(day: string, today: string): string {
  return isoDay(new Date(Date.parse(day < today ? today : day) + 365 * dayMs));
}

/** `until and including 10 December 2026`. */
export const endText = (day: string): string => fill(words().mediaList.until, { day: longDayText(day) });
