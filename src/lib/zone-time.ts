import { dayMs, isoDay } from './clock.js';

/** Whether a text names a time zone, such as `Europe/Vienna`. */
export function isZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** A time zone as IANA spells it, whatever its case; `null` for a text that names none. An offset is no zone: its clock is never put forward. */
export function zoneNamed(text: string): string | null {
  if (!/^[a-z]/i.test(text) || !isZone(text)) return null;
  const { timeZone } = Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
  return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
}

const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;

/** Local time of a zone at an instant: `2026-12-13T08:00`. */
export const wallTime = (instant: Date, zone: string): string =>
  instant.toLocaleString('sv', { ...parts, hourCycle: 'h23', timeZone: zone }).replace(' ', 'T');

/**
 * Instants at which the clock of a zone shows a local time, the earlier first. There are two when the clock is put back
 * over that time. There is none when the clock is put forward over it, or the calendar does not have it.
 *
 * @param wall `2026-12-13T08:00`
 */
export function instantsAt(wall: string, zone: string): Date[] {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return [];
  const offsets = [asUtc - dayMs, asUtc + dayMs].map((ms) => Date.parse(`${wallTime(new Date(ms), zone)}Z`) - ms);
  return [...new Set(offsets)]
    .map((offset) => new Date(asUtc - offset))
    .filter((instant) => wallTime(instant, zone) === wall)
    .sort((a, b) => a.getTime() - b.getTime());
}

/** The first instant of a day in a zone. A day that the zone left out begins with the next one. */
export function startOfDay(day: string, zone: string): Date {
  const [midnight] = instantsAt(`${day}T00:00`, zone);
  if (midnight !== undefined) return midnight;
  let before = Date.parse(day) - 2 * dayMs;
  let start = before + 4 * dayMs;
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (wallTime(new Date(middle), zone).slice(0, 10) < day) before = middle;
    else start = middle;
  }
  return new Date(start);
}

/** The day in a zone. A day that has begun stays, also when the clock is put back over midnight. */
export function dayAt(instant: Date, zone: string): string {
  const day = wallTime(instant, zone).slice(0, 10);
  const next = isoDay(new Date(Date.parse(day) + dayMs));
  return startOfDay(next, zone) <= instant ? next : day;
}
