import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Fairness } from '../../src/store/log/fairness.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(10_000);
});
afterEach(() => {
  vi.useRealTimers();
});

/** The entry in slot `n` took so long. */
function win(turns: Fairness, n: number, ms: number): void {
  const startMs = performance.now();
  vi.advanceTimersByTime(ms);
  turns.won(n, startMs);
}

/** Has just left a slot to others. */
async function thatHasMadeWay(): Promise<Fairness> {
  const turns = new Fairness();
  win(turns, 1, 1);
  let position = 1;
  await turns.makeWay(
    () => position,
    async () => {
      position = 2;
    },
  );
  return turns;
}

test('a node alone leaves a slot to others every two seconds', async () => {
  const turns = await thatHasMadeWay();
  expect(turns.isContendedAt(2)).toBe(false);
  vi.advanceTimersByTime(2000);
  expect(turns.isContendedAt(2)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(turns.isContendedAt(2)).toBe(true);
});

test('a node that has met an entry of another leaves slots to others for the next eight', async () => {
  const turns = await thatHasMadeWay();
  turns.met(100, 'b');
  expect(turns.isContendedAt(108)).toBe(true);
  expect(turns.isContendedAt(109)).toBe(false);
});

test.each([
  [['b'], 1],
  [['b', 'b', 'c'], 2],
  [['b', 'c', 'd', 'c', 'b', 'd'], 3],
  [['b', 'c', 'd', 'c', 'c', 'c', 'c', 'c', 'c', 'c'], 2],
  [[null, null], 1],
])('who has won after entries of %j leaves %i slots to others', async (others, left) => {
  const turns = new Fairness();
  for (const [at, by] of others.entries()) turns.met(at + 1, by);
  const won = others.length + 1;
  win(turns, won, 50);
  let position = won;
  await turns.makeWay(
    () => position,
    async () => {
      position += 1;
      turns.met(position, others[0] ?? null);
    },
  );
  expect(position - won).toBe(left);
});

test('a write that comes when others have had their time waits no more', async () => {
  const turns = new Fairness();
  for (const [at, by] of ['b', 'c', 'd'].entries()) turns.met(at + 1, by);
  win(turns, 4, 50);
  turns.met(5, 'b');
  vi.advanceTimersByTime(31);
  const check = vi.fn(async () => {});
  await turns.makeWay(() => 5, check);
  expect(check).not.toHaveBeenCalled();
});

test('only the slot after an own one is left to others', async () => {
  const turns = new Fairness();
  win(turns, 7, 50);
  const check = vi.fn(async () => {});
  await turns.makeWay(() => 8, check);
  expect(check).not.toHaveBeenCalled();
});

test('the wait ends when another has the slot', async () => {
  const turns = new Fairness();
  win(turns, 7, 50);
  let position = 7;
  const check = vi.fn(async () => {
    position = 8;
  });
  await turns.makeWay(() => position, check);
  expect(check).toHaveBeenCalledOnce();
  expect(turns.isContendedAt(8)).toBe(false);
});

test('the wait ends when nothing comes in the time of three own entries, also when checks fail', async () => {
  const turns = new Fairness();
  win(turns, 7, 50);
  const startMs = performance.now();
  let checks = 0;
  await turns.makeWay(
    () => 7,
    async () => {
      checks += 1;
      vi.advanceTimersByTime(15);
      throw new Error('not there');
    },
  );
  // An entry took 50 ms, of which a fifth counts as yet: three take 30.
  expect(checks).toBe(2);
  expect(performance.now() - startMs).toBe(30);
});

test('an own entry that was undecided for minutes delays the next one by less than a second', async () => {
  const turns = new Fairness();
  for (let n = 1; n <= 50; n += 1) win(turns, n, 600_000);
  const startMs = performance.now();
  await turns.makeWay(
    () => 50,
    async () => void vi.advanceTimersByTime(100),
  );
  expect(performance.now() - startMs).toBeLessThan(1000);
});
