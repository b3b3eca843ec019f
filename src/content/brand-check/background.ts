import { BackgroundThread } from '../../lib/background-thread.js';
import { type CheckRequest, checkTexts, type RuleBreak } from './check.js';

/** Size of texts or of rules from which on a check would hold up other requests, in characters. */
const maxHere = 100_000;

const idleMs = 60_000;

const thread = new BackgroundThread<CheckRequest, RuleBreak[]>(new URL('./check-worker.js', import.meta.url), idleMs);

export async function checkInBackground(request: CheckRequest): Promise<RuleBreak[]> {
  const size = request.texts.reduce((sum, { text }) => sum + text.length, 0);
  if (size < maxHere && JSON.stringify(request.sections).length < maxHere) return checkTexts(request);
  // After a failure of the thread, the check is done on the spot.
  return thread.ask(request).catch(() => checkTexts(request));
}
