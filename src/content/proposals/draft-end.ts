import { dayMs } from '../../lib/clock.js';

/** Days without a change after which a draft is withdrawn. */
export const draftDays = 90;
/** The last of them, in which its author is warned. */
export const warnedDays = 14;

interface Draft {
  readonly state: string;
  readonly updated_at: string;
}

/** Days until a draft is withdrawn, in its last days. Otherwise `null`, also if it is not a draft. */
export function daysLeft({ state, updated_at }: Draft, now: Date): number | null {
  const left = draftDays - (now.getTime() - Date.parse(updated_at)) / dayMs;
  return state === 'draft' && left <= warnedDays ? Math.max(0, Math.ceil(left)) : null;
}
