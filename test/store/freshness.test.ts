import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Freshness } from '../../src/store/log/freshness.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** Checks that last until they are ended. */
function checked(stalenessMs: number) {
  const ends: (() => void)[] = [];
  const freshness: Freshness = new Freshness(stalenessMs, async () => {
    const startMs = freshness.now();
    await new Promise<void>((resolve) => ends.push(resolve));
    freshness.confirm(startMs);
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { freshness, ends, settled };
}

test('a read that may be old waits for no check while reads keep coming: one begins ahead', async () => {
  const { freshness, ends, settled } = checked(1000);
  freshness.confirm(freshness.now());
  vi.advanceTimersByTime(899);
  expect(freshness.keepsFresh()).toBe(true);
  expect(ends).toHaveLength(0);
  vi.advanceTimersByTime(2);
  expect(freshness.keepsFresh()).toBe(true);
  expect(freshness.keepsFresh()).toBe(true);
  expect(ends).toHaveLength(1);
  vi.advanceTimersByTime(50);
  ends[0]?.();
  await settled();
  vi.advanceTimersByTime(900);
  expect(freshness.keepsFresh()).toBe(true);
});

test('it stands on the check under way when it comes too late for that', async () => {
  const { freshness, ends } = checked(1000);
  freshness.confirm(freshness.now());
  vi.advanceTimersByTime(950);
  freshness.keepsFresh();
  vi.advanceTimersByTime(100);
  expect(freshness.keepsFresh()).toBe(false);
  const read = freshness.ensure();
  ends[0]?.();
  await read;
  expect(ends).toHaveLength(1);
});

test('a read that must not be old waits for a check that begins after it', async () => {
  const { freshness, ends, settled } = checked(0);
  const [first, second] = [freshness.ensure(), freshness.ensure()];
  expect(freshness.keepsFresh()).toBe(false);
  await settled();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  await settled();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await second;
});

test('a read stands on a check that began after it did, also before it asks for one', async () => {
  const { freshness, ends, settled } = checked(0);
  const before = freshness.now();
  vi.advanceTimersByTime(10);
  freshness.check();
  vi.advanceTimersByTime(10);
  const [began, late] = [freshness.ensure(before), freshness.ensure()];
  ends[0]?.();
  await began;
  await freshness.ensure(before);
  await settled();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await late;
  expect(ends).toHaveLength(2);
});
