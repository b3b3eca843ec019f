import type { WebhookPosition } from '../registry/webhook-files.js';

const firstPauseMs = 5_000;
const maxPauseMs = 60 * 60_000;
const giveUpAfterMs = 3 * 24 * 60 * 60_000;

/** Exponential back-off with jitter: half of the pause is random, so that they spread. */
export function pauseAfter(attempts: number, random: () => number = Math.random): number {
  const whole = Math.min(maxPauseMs, firstPauseMs * 2 ** (attempts - 1));
  return whole / 2 + (random() * whole) / 2;
}

/** The position after an attempt that failed; without a next one when it has failed for three days, or `isFinal`. */
export function afterFailure(
  position: WebhookPosition,
  reason: string,
  now: Date,
  { isFinal = false, random = Math.random }: { readonly isFinal?: boolean; readonly random?: () => number } = {},
): WebhookPosition {
  const { since, attempts } = position.failing ?? { since: now.toISOString(), attempts: 0 };
  const isOver = isFinal || now.getTime() - Date.parse(since) >= giveUpAfterMs;
  const next = new Date(now.getTime() + pauseAfter(attempts + 1, random)).toISOString();
  return { ...position, failing: { since, attempts: attempts + 1, next_at: isOver ? null : next, reason } };
}
