import { afterEach, expect, test, vi } from 'vitest';
import type { PersonRecord } from '../../src/registry/records.js';
import { SentForms } from '../../src/service/sent-forms.js';

afterEach(() => void vi.useRealTimers());

test('the answer to a form that failed at first is kept as long as any other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const forms = new SentForms();
  const ada = { id: 'ada' } as PersonRecord;
  let made = 0;
  const make = async () => ++made;
  await expect(forms.runOnce(ada, 'f', [], () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  vi.advanceTimersByTime(40_000);
  for (const _ of [1, 2]) {
    expect(await forms.runOnce(ada, 'f', [], make)).toBe(1);
    vi.advanceTimersByTime(30_000);
  }
  vi.advanceTimersByTime(1);
  expect(await forms.runOnce(ada, 'f', [], make)).toBe(2);
});
