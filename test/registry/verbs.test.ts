import { afterEach, expect, test, vi } from 'vitest';
import { Verbs } from '../../src/registry/verbs.js';

afterEach(() => void vi.useRealTimers());

test('the answer to a form that failed at first is kept as long as any other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const verbs = new Verbs(null as never, () => new Date());
  const by = { id: 'ada', name: 'Ada', brand: 'acme', form: 'f' };
  let made = 0;
  const make = async () => ++made;
  await expect(verbs.once(by, 'make', () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  vi.advanceTimersByTime(40_000);
  for (const _ of [1, 2]) {
    expect(await verbs.once(by, 'make', make)).toBe(1);
    vi.advanceTimersByTime(30_000);
  }
  vi.advanceTimersByTime(1);
  expect(await verbs.once(by, 'make', make)).toBe(2);
});
