/** The present instant; injected, so that tests and replays decide what time it is. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** ISO 8601 in UTC with whole seconds, the resolution of a git commit: `2026-01-31T09:30:00Z`. */
export function isoSeconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
