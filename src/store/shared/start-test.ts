import { randomUUID } from 'node:crypto';
import { PortalError } from '../../errors.js';
import { type CreateOutcome, type ObjectStore, StoreError } from './object-store.js';

/** Creates of one key at once. */
const rivals = 16;

/**
 * Conformance test of a store, on keys of its own: whether it does what every acknowledged write rests on. Leaves two small objects.
 *
 * @throws `unavailable` with what is wrong, also when it cannot be reached
 */
export async function testStore(store: ObjectStore): Promise<void> {
  const run = randomUUID();
  const [single, race, none] = ['single', 'race', 'none'].map((name) => `start-test/${run}-${name}`) as [
    string,
    string,
    string,
  ];
  const bytes = Buffer.from(`${run}\n`);
  try {
    require(await store.create(single, bytes), 'created', 'the first create of a key is refused');
    require(await store.create(
      single,
      Buffer.from('another'),
    ), 'exists', 'a second create of a key is not refused (If-None-Match is ignored)');
    const found = await store.get(single);
    if (found === null || !found.equals(bytes)) throw new Unfit('an object does not come back as it was stored');
    if (!(await store.has(single))) throw new Unfit('HEAD does not find an object that is there');
    if ((await store.get(none)) !== null || (await store.has(none)))
      throw new Unfit('an object is found that is not there');
    const outcomes = await Promise.allSettled(
      Array.from({ length: rivals }, (_, at) => store.create(race, Buffer.from(`${at}`))),
    );
    const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === 'created');
    if (winners.length !== 1) throw new Unfit(`of ${rivals} creates of one key at once ${winners.length} won`);
  } catch (cause) {
    if (cause instanceof Unfit)
      throw new PortalError('unavailable', `${store.name} cannot hold a portal: ${cause.message}.`);
    throw unreachable(store, cause);
  }
}

class Unfit extends Error {}

function require(outcome: CreateOutcome, expected: CreateOutcome, problem: string): void {
  if (outcome !== expected) throw new Unfit(problem);
}

/** What to do about a store that does not answer as it should, as far as its answer says. */
export function unreachable(store: ObjectStore, cause: unknown): PortalError {
  const advice = cause instanceof StoreError ? adviceFor(cause) : '';
  return new PortalError('unavailable', `The shared store ${store.name} cannot be used${advice}.`, { cause });
}

function adviceFor({ status, code }: StoreError): string {
  if (code === 'NoSuchBucket') return ': there is no such bucket';
  if (code === 'SignatureDoesNotMatch' || code === 'InvalidAccessKeyId') return ': the credentials are wrong';
  if (code === 'RequestTimeTooSkewed') return ": this machine's clock is wrong";
  if (status === 403) return ': it refuses (the credentials need to get, put and list)';
  return status === undefined ? ': it does not answer' : '';
}
