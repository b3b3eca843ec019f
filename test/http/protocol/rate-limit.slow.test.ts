import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RateLimits } from '../../../src/http/admission/rate-limit.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('what a write took in one minute is not given back to the next', async () => {
  const limits = new RateLimits({ requestsPerKey: 0, writesPerKey: 3, failedLoginsPerAddress: 0 });
  const [first, second] = [1, 2].map(() => new IncomingMessage(new Socket())) as [IncomingMessage, IncomingMessage];
  expect((await limits.take(first, 'a', 'write')).writes?.remaining).toBe(2);
  await vi.advanceTimersByTimeAsync(59_000);
  expect((await limits.take(second, 'a', 'write')).writes?.remaining).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await limits.refundWrite(first, 'a')).toBeNull();
  const others = new IncomingMessage(new Socket());
  expect((await limits.take(others, 'a', 'write')).writes?.remaining).toBe(2);
  expect(await limits.refundWrite(second, 'a')).toBeNull();
  expect((await limits.refundWrite(others, 'a'))?.writes?.remaining).toBe(3);
});
