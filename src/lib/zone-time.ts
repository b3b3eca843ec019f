import { dayMs } from './clock.js';

/** Whether a text names a time zone, such as `Europe/Vienna`. */
export function isZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;

/** Clock of a zone at an instant: `2026-12-13T08:00`. */
export const wallTime = (at: Date, zone: string): string =>
  at.toLocaleString('sv', { ...parts, hourCycle: 'h23', timeZone: zone }).replace(' ', 'T');

/**
 * Instants at which the clock of a zone shows a time, the earlier first: two where it is put back; none where it is put
 * forward, and for a time that is on no calendar.
 *
 * @param wall `2026-12-13T08:00`
 */
export function instantsAt(wall: string, zone: string): Date[] {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return [];
  const offsets = [asUtc - dayMs, asUtc + dayMs].map((at) => Date.parse(`${wallTime(new Date(at), zone)}Z`) - at);
  return [...new Set(offsets)]
    .map((offset) => new Date(asUtc - offset))
    .filter((at) => wallTime(at, zone) === wall)
    .sort((a, b) => a.getTime() - b.getTime());
}
