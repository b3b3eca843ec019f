import { dayMs } from '../lib/clock.js';

/** Days for which a deleted page can be restored, and holds its slug; both end at the same instant. */
export const trashRetentionDays = 30;

/** Decided only by the clock, whether or not the purge has run. */
export function isExpired(trashed: { readonly deleted_at: string }, now: Date): boolean {
  return now.getTime() >= expiryOf(trashed).getTime();
}

export function expiryOf({ deleted_at }: { readonly deleted_at: string }): Date {
  return new Date(Date.parse(deleted_at) + trashRetentionDays * dayMs);
}
