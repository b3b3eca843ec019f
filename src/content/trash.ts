import { dayMs } from '../lib/clock.js';

/** A deleted page can be restored, and holds its slug, for this long; then both end at that instant. */
const trashRetentionMs = 30 * dayMs;

/** Decided by the clock alone, whether or not the purge has run. */
export function isExpired(trashed: { readonly deleted_at: string }, now: Date): boolean {
  return now.getTime() >= expiryOf(trashed).getTime();
}

export function expiryOf({ deleted_at }: { readonly deleted_at: string }): Date {
  return new Date(Date.parse(deleted_at) + trashRetentionMs);
}
