import { randomUUID } from 'node:crypto';
import { PortalError } from '../../lib/errors.js';
import { type ObjectStore, StoreError } from './object-store.js';
import { exponentialBackoff, retry } from './retry.js';

const concurrentCreates = 16;

/** Wrong results in a row that break a rule, because a passing fault may give one. */
const maxAttempts = 3;

const waitReportMs = 1000;

export interface StoreAccess {
  readonly store: ObjectStore;
  /** Time limit of one write or read. */
  readonly timeoutMs: number;
  /** Called once a second with the reason for waiting. */
  readonly onWait?: ((reason: string) => void) | undefined;
}

/** Repeats an attempt until the store answers, or the time is over. */
type Retry = <A>(attempt: () => Promise<A>) => Promise<A>;

/**
 * Runs work whose requests are repeated until the store answers them.
 *
 * @throws `unavailable` when the store does not answer in time; what `work` throws
 */
export async function withRetries<T>(
  { store, timeoutMs, onWait }: StoreAccess,
  work: (untilAnswered: Retry, timeout: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let failure: unknown;
  const untilAnswered: Retry = (attempt) => {
    const noted = () =>
      attempt().catch((error) => {
        failure = error;
        throw error;
      });
    return retry(noted, timeout);
  };

  const reportWait = () => onWait?.(`waiting for the shared store ${store.name}${reasonOf(failure)}`);
  const reporting = setInterval(reportWait, waitReportMs);
  try {
    return await work(untilAnswered, timeout);
  } catch (error) {
    throw error instanceof PortalError ? error : unreachable(store, error);
  } finally {
    clearInterval(reporting);
  }
}

const notAsStored = 'an object does not come back as it was stored';

/**
 * Conformance test of the guarantees that acknowledged writes need. It uses its own keys. Leaves a few small objects. Failed requests are
 * repeated; only stored content breaks a rule.
 *
 * @throws `unavailable` with the rule that is broken, also when the store cannot be reached
 */
export async function testStore(access: StoreAccess): Promise<void> {
  const { store } = access;
  const run = randomUUID();
  const key = `start-test/${run}-single`;
  const missingKey = `start-test/${run}-none`;
  const bytes = Buffer.from(`${run}\n`);
  await withRetries(access, async (untilAnswered, timeout) => {
    const require = async (rule: string, isKept: () => Promise<boolean>): Promise<void> => {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        if (await untilAnswered(isKept)) return;
        await exponentialBackoff(attempt, timeout).catch(() => {});
      }
      throw unfit(store, rule);
    };
    const holds = async (name: string, wanted: Buffer): Promise<boolean> =>
      (await store.get(name))?.equals(wanted) === true;

    const first = await untilAnswered(() => store.create(key, bytes));
    const problem = first === 'created' ? notAsStored : 'the first create of a key is refused';
    await require(problem, () => holds(key, bytes));

    const second = await untilAnswered(() => store.create(key, Buffer.from('another')));
    if (second === 'created') throw unconditional(store);
    await require(notAsStored, () => holds(key, bytes));

    await require('HEAD does not find an object that is there', () => store.has(key));
    const isAbsent = async () => (await store.get(missingKey)) === null && !(await store.has(missingKey));
    await require('an object is found that is not there', isAbsent);

    const winner = await raceCreates(store, run, timeout);
    await require(notAsStored, () => holds(winner.key, winner.bytes));
  });
}

/**
 * Creates one key several times at once, until one create is known to have won.
 *
 * @throws `unavailable` when several won, or none
 */
async function raceCreates(store: ObjectStore, run: string, timeout: AbortSignal) {
  for (let round = 0; ; round += 1) {
    const key = `start-test/${run}-${round}-race`;
    const contents = Array.from({ length: concurrentCreates }, (_, index) => Buffer.from(`${index}`));
    const outcomes = await Promise.allSettled(contents.map((bytes) => store.create(key, bytes)));
    const winners = contents.filter((_, index) => {
      const outcome = outcomes[index];
      return outcome?.status === 'fulfilled' && outcome.value === 'created';
    });
    const [bytes] = winners;
    const race = `of ${concurrentCreates} creates of one key at once`;
    if (winners.length > 1) throw unfit(store, `${race} ${winners.length} won`);
    if (bytes !== undefined) return { key, bytes };

    // The winner's answer may be lost.
    await exponentialBackoff(round, timeout).catch(() => {
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      throw failed?.reason ?? unfit(store, `${race} none won`);
    });
  }
}

/**
 * The cheapest part of the test, before the first write: one request, and two for the first process ever.
 *
 * @throws `unavailable` when the store ignores conditions; StoreError when it does not answer
 */
export async function testConditions(store: ObjectStore, timeout: AbortSignal): Promise<void> {
  const create = () => retry(() => store.create('start-test/once', Buffer.from('once\n')), timeout);
  if ((await create()) === 'created' && (await create()) === 'created') throw unconditional(store);
}

const unfit = (store: ObjectStore, problem: string): PortalError =>
  new PortalError('unavailable', `${store.name} cannot hold a portal: ${problem}.`);

const unconditional = (store: ObjectStore): PortalError =>
  unfit(store, 'a second create of a key is not refused (If-None-Match is ignored)');

export function unreachable(store: ObjectStore, cause: unknown): PortalError {
  return new PortalError('unavailable', `The shared store ${store.name} cannot be used${reasonOf(cause)}.`, { cause });
}

function reasonOf(cause: unknown): string {
  if (cause === undefined) return ': it has not answered yet';
  if (!(cause instanceof StoreError)) return '';
  const { status, code } = cause;
  if (code === 'NoSuchBucket') return ': there is no such bucket';
  if (code === 'SignatureDoesNotMatch' || code === 'InvalidAccessKeyId') return ': the credentials are wrong';
  if (code === 'RequestTimeTooSkewed') return ": this machine's clock is wrong";
  if (status === 403) return ': it refuses (the credentials need to get, put and list)';
  return status === undefined ? ': it does not answer' : `: it answers ${status}`;
}
