import { randomUUID } from 'node:crypto';
import { PortalError } from '../../lib/errors.js';
import { type ObjectStore, StoreError } from './object-store.js';
import { exponentialBackoff, retry } from './retry.js';

/** Concurrent creates of one key. */
const rivals = 16;

/** Wrong answers in a row that break a rule: a passing fault may give one. */
const maxLooks = 3;

const sayMs = 1000;

export interface StoreAccess {
  readonly store: ObjectStore;
  /** Time limit of one write or read. */
  readonly timeoutMs: number;
  /** Called once a second with the reason for waiting. */
  readonly onWait?: ((reason: string) => void) | undefined;
}

/** @param work gets `untilAnswered`, which repeats an attempt until the store answers @throws `unavailable` when it does not in time; what `work` throws */
export async function patiently<T>(
  { store, timeoutMs, onWait }: StoreAccess,
  work: (untilAnswered: <A>(attempt: () => Promise<A>) => Promise<A>, timeout: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let failure: unknown;
  const saying = setInterval(() => onWait?.(`waiting for the shared store ${store.name}${reasonOf(failure)}`), sayMs);
  const untilAnswered = <A>(attempt: () => Promise<A>): Promise<A> =>
    retry(
      () =>
        attempt().catch((error) => {
          failure = error;
          throw error;
        }),
      timeout,
    );
  try {
    return await work(untilAnswered, timeout);
  } catch (error) {
    throw error instanceof PortalError ? error : unreachable(store, error);
  } finally {
    clearInterval(saying);
  }
}

/**
 * Conformance test of the guarantees that acknowledged writes need. It uses its own keys. Leaves a few small objects. Failed requests are
 * repeated; only stored content breaks a rule.
 *
 * @throws `unavailable` with the rule that is broken, also when the store cannot be reached
 */
export async function testStore(access: StoreAccess): Promise<void> {
  const { store } = access;
  const run = randomUUID();
  const [single, none] = [`start-test/${run}-single`, `start-test/${run}-none`];
  const bytes = Buffer.from(`${run}\n`);
  await patiently(access, async (untilAnswered, timeout) => {
    const require = async (problem: string, look: () => Promise<boolean>): Promise<void> => {
      for (let attempt = 0; attempt < maxLooks; attempt += 1) {
        if (await untilAnswered(look)) return;
        await exponentialBackoff(attempt, timeout).catch(() => {});
      }
      throw unfit(store, problem);
    };
    const holds = (key: string, wanted: Buffer) => async (): Promise<boolean> =>
      (await store.get(key))?.equals(wanted) === true;
    const first = await untilAnswered(() => store.create(single, bytes));
    const lost = 'an object does not come back as it was stored';
    await require(first === 'created' ? lost : 'the first create of a key is refused', holds(single, bytes));
    if ((await untilAnswered(() => store.create(single, Buffer.from('another')))) === 'created')
      throw unconditional(store);
    await require(lost, holds(single, bytes));
    await require('HEAD does not find an object that is there', () => store.has(single));
    const isAbsent = async () => (await store.get(none)) === null && !(await store.has(none));
    await require('an object is found that is not there', isAbsent);
    for (let round = 0; ; round += 1) {
      const race = `start-test/${run}-${round}-race`;
      const creates = Array.from({ length: rivals }, (_, at) => store.create(race, Buffer.from(`${at}`)));
      const outcomes = await Promise.allSettled(creates);
      const winners = outcomes.flatMap((one, at) =>
        one.status === 'fulfilled' && one.value === 'created' ? [at] : [],
      );
      const [winner] = winners;
      if (winners.length > 1) throw unfit(store, `of ${rivals} creates of one key at once ${winners.length} won`);
      if (winner !== undefined) return require(lost, holds(race, Buffer.from(`${winner}`)));
      // The winner's answer may be lost.
      await exponentialBackoff(round, timeout).catch(() => {
        const failed = outcomes.find((outcome) => outcome.status === 'rejected');
        throw failed?.reason ?? unfit(store, `of ${rivals} creates of one key at once none won`);
      });
    }
  });
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
