import { BackgroundThread, TimeLimitExceeded } from '../../lib/background-thread.js';
import { TooMuchEffort } from '../../lib/effort.js';
import { invalidField, PortalError } from '../../lib/errors.js';
import { type CheckRequest, checkTexts, type RuleBreak } from './check.js';

/** Steps after which a check would hold up other requests. */
const stepsHere = 20_000;

const idleMs = 60_000;
const limitMs = 30_000;

const newThread = () =>
  new BackgroundThread<CheckRequest, RuleBreak[]>(new URL('./check-worker.js', import.meta.url), idleMs, limitMs);
let thread = newThread();

/** Cancels the running checks. */
export async function endChecks(): Promise<void> {
  const ended = thread;
  thread = newThread();
  await ended.close();
}

const tooMuch = 'This text is too long to check at once: check it in parts.';

/**
 * @param field named by the error
 * @throws `invalid` when there is too much to compare; `unavailable` when there is no thread for it
 */
export async function checkInBackground(request: CheckRequest, field = 'text'): Promise<RuleBreak[]> {
  try {
    return checkTexts(request, stepsHere);
  } catch (error) {
    if (!(error instanceof TooMuchEffort)) throw error;
  }
  return thread.ask(request).catch((cause) => {
    const isTooMuch = cause instanceof TimeLimitExceeded || cause.code === new TooMuchEffort().code;
    if (isTooMuch) throw invalidField(field, tooMuch);
    throw new PortalError('unavailable', 'The language check is not available at the moment.', { cause });
  });
}
