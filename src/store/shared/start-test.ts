import { randomUUID } from 'node:crypto';
import { PortalError } from '../../errors.js';
import { pause } from './backoff.js';
import { repeated } from './log.js';
import { type ObjectStore, StoreError } from './object-store.js';

/** Creates of one key at once. */
const rivals = 16;

/** So often in a row a wrong answer has to come, where a passing fault may give one. */
const looks = 3;

/** Milliseconds after which a start says what it waits for. */
const sayMs = 1000;

/** Of what `serve` and commands do before the store is known to be there. */
export interface Start {
  readonly store: ObjectStore;
  readonly patienceMs: number;
  /** Called with what is waited for, once a second. */
  readonly onWait?: ((reason: string) => void) | undefined;
}

/** @param surely repeats an attempt until the store answers it @throws `unavailable` when it does not answer in time; what `work` throws */
export async function patiently<T>(
  { store, patienceMs, onWait }: Start,
  work: (surely: <A>(attempt: () => Promise<A>) => Promise<A>, patience: AbortSignal) => Promise<T>,
): Promise<T> {
  const patience = AbortSignal.timeout(patienceMs);
  let failure: unknown;
  const saying = setInterval(() => onWait?.(`waiting for the shared store ${store.name}${reasonOf(failure)}`), sayMs);
  const surely = <A>(attempt: () => Promise<A>): Promise<A> =>
    repeated(
      () =>
        attempt().catch((error) => {
          failure = error;
          throw error;
        }),
      patience,
    );
  try {
    return await work(surely, patience);
  } catch (error) {
    throw error instanceof PortalError ? error : unreachable(store, error);
  } finally {
    clearInterval(saying);
  }
}

/**
 * Conformance test of a store, on keys of its own: whether it does what every acknowledged write rests on. Leaves a few small objects.
 * What fails is tried again; a rule is broken when what is stored says so.
 *
 * @throws `unavailable` with what is wrong, also when it cannot be reached
 */
export async function testStore(start: Start): Promise<void> {
  const { store } = start;
  const run = randomUUID();
  const [single, none] = [`start-test/${run}-single`, `start-test/${run}-none`];
  const bytes = Buffer.from(`${run}\n`);
  await patiently(start, async (surely, patience) => {
    const require = async (problem: string, look: () => Promise<boolean>): Promise<void> => {
      for (let tried = 0; tried < looks; tried += 1) {
        if (await surely(look)) return;
        await pause(tried, patience).catch(() => {});
      }
      throw unfit(store, problem);
    };
    const holds = (key: string, wanted: Buffer) => async (): Promise<boolean> =>
      (await store.get(key))?.equals(wanted) === true;
    const first = await surely(() => store.create(single, bytes));
    const lost = 'an object does not come back as it was stored';
    await require(first === 'created' ? lost : 'the first create of a key is refused', holds(single, bytes));
    if ((await surely(() => store.create(single, Buffer.from('another')))) === 'created') throw unconditional(store);
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
      // One may have won, and its answer was lost.
      await pause(round, patience).catch(() => {
        const failed = outcomes.find((one) => one.status === 'rejected');
        throw failed?.reason ?? unfit(store, `of ${rivals} creates of one key at once none won`);
      });
    }
  });
}

/**
 * The cheapest part of the test, for who is about to write: one request, and two for the first process ever.
 *
 * @throws `unavailable` when the store ignores conditions; StoreError when it does not answer
 */
export async function testConditions(store: ObjectStore, patience: AbortSignal): Promise<void> {
  const create = () => repeated(() => store.create('start-test/once', Buffer.from('once\n')), patience);
  if ((await create()) === 'created' && (await create()) === 'created') throw unconditional(store);
}

const unfit = (store: ObjectStore, problem: string): PortalError =>
  new PortalError('unavailable', `${store.name} cannot hold a portal: ${problem}.`);

const unconditional = (store: ObjectStore): PortalError =>
  unfit(store, 'a second create of a key is not refused (If-None-Match is ignored)');

/** What to do about a store that does not answer as it should, as far as its answer says. */
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
