import { BackgroundThread, TimeLimitExceeded } from '../../lib/background-thread.js';
import { PortalError } from '../../lib/errors.js';
import { type CheckRequest, checkTexts, type RuleBreak } from './check.js';

/** Steps after which a check would hold up other requests. */
const stepsHere = 20_000;

const [idleMs, limitMs] = [60_000, 30_000];

/** Said where there is too much to compare. */
export const tooMuch = 'This text has too much to compare with the terms at once: check it in parts.';

type Breaks = RuleBreak[] | null;

const thread = new BackgroundThread<CheckRequest, Breaks>(
  new URL('./check-worker.js', import.meta.url),
  idleMs,
  limitMs,
);

/** @returns `null` when there is too much to compare @throws `unavailable` when there is no thread for it */
export async function checkInBackground(request: CheckRequest): Promise<Breaks> {
  const breaks = checkTexts(request, stepsHere);
  if (breaks !== null) return breaks;
  return thread.ask(request).catch((cause) => {
    if (cause instanceof TimeLimitExceeded) return null;
    throw new PortalError('unavailable', 'The language check is not available at the moment.', { cause });
  });
}
