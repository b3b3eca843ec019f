const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `18 March 2025`, for a time in ISO 8601. Any other text is returned unchanged. */
export function dayText(time: string): string {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? time : dates.format(ms);
}
