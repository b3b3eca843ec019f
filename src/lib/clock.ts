/** Returns the present instant. It is injected, so that tests and replays can set the time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** ISO 8601 in UTC with whole seconds, the resolution of a git commit: `2026-01-31T09:30:00Z`. */
export function isoSeconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

export const dayMs = 24 * 60 * 60 * 1000;

/** Day in UTC: `2026-01-31`. */
export function isoDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

const timePattern = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * Reads `2026-01-31` (in UTC), `2026-01-31T09:30Z` or `2026-01-31T09:30:00+01:00`.
 *
 * @param timeOfDay the time to use if the text has none
 * @returns `null` for another form, and for a day that the calendar does not have; engines read 31 February as 3 March
 */
export function parseTime(text: string, timeOfDay = '00:00:00'): Date | null {
  const [, day, time] = timePattern.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || isoDay(midnight) !== day) return null;
  const instant = time === undefined ? new Date(`${day}T${timeOfDay}Z`) : new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** Whether a text is a day that the calendar has, as `2026-01-31`. */
export const isDay = (text: string): boolean => text.length === 10 && parseTime(text) !== null;
