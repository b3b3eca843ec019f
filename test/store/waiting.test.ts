import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { gitObject } from '../../src/store/git/object.js';
import { S3Store } from '../../src/store/log/s3-store.js';
import { waitFor, withBudget } from '../../src/store/wait-budget.js';
import { shortLimit } from '../support/eventually.js';
import { loopback } from '../support/loopback.js';
import { node, sharedStore } from '../support/shared/nodes.js';
import { change } from '../support/store.js';

async function storeAt(listener: RequestListener): Promise<S3Store> {
  const credentials = () => ({ accessKeyId: 'id', secretAccessKey: 'secret' });
  const place = { bucket: 'b', prefix: '', region: 'r', pathStyle: true, timeoutMs: 2000, credentials };
  const store = new S3Store({ ...place, endpoint: await loopback(listener) });
  onTestFinished(() => store.close());
  return store;
}

/** Waits by the clock of the test. */
const after = (ms: number, value?: string) => new Promise((resolve) => setTimeout(() => resolve(value), ms));
const never = new Promise<never>(() => {});
const stopClock = () => {
  const nowMs = performance.now();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  // Transfers of other tests were before it.
  vi.advanceTimersByTime(nowMs + 10_000);
};
const unavailable = { code: 'unavailable', message: 'The shared store is not available at the moment.' };

test('a request has one budget for all that it waits for, one after another and side by side', async () => {
  stopClock();
  let refusal: unknown;
  const request = withBudget(600, async () => {
    await Promise.all([waitFor(after(300)), waitFor(after(300)), waitFor(after(300))]);
    // What it does in addition to waiting costs nothing.
    await after(400);
    await waitFor(never);
  }).catch((error) => {
    refusal = error;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(refusal).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2);
  await request;
  expect(refusal).toMatchObject(unavailable);
});

test('writes behind one that takes long are refused in the time that is left to them', shortLimit, async () => {
  const store = await sharedStore();
  const { repository } = await node(store, { timeoutMs: 10_000 });
  await repository.read();
  store.delayMs = 1000;
  const write = (name: string) => repository.write(change({ [name]: name }));
  const before = store.requests.create;
  const first = write('first.txt');
  await expect.poll(() => store.requests.create).toBeGreaterThan(before);
  const behind = ['second.txt', 'third.txt'].map((name) => withBudget(500, () => write(name)));
  for (const { status, reason } of (await Promise.allSettled(behind)) as PromiseRejectedResult[]) {
    expect(status).toBe('rejected');
    expect(reason).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Nothing was stored') });
  }
  expect(await first).toMatchObject({ isCommitted: true });
  store.delayMs = 0;
  expect(await write('last.txt')).toMatchObject({ isCommitted: true });
  const { read } = await repository.read();
  const text = (name: string) => read(gitObject('blob', Buffer.from(name)).oid).then(String);
  expect([await text('first.txt'), await text('last.txt')]).toEqual(['first.txt', 'last.txt']);
  // Nothing of them stays in memory.
  for (const name of ['second.txt', 'third.txt'])
    await expect(text(name)).rejects.toMatchObject({ code: 'unavailable' });
});

test('a transfer that makes progress is not waited for', async () => {
  stopClock();
  const large = randomBytes(3 * 1024 * 1024);
  const part = 256 * 1024;
  // Longer than the budget in all, and no part as long as it.
  const store = await storeAt(async (_request, response) => {
    response.writeHead(200, { ETag: '"1"', 'Content-Length': large.length });
    for (let at = 0; at < large.length; at += part) {
      // The store reads in these turns of the event loop. Then the clock moves on.
      for (let turns = 0; turns < 20; turns += 1) await turn();
      vi.advanceTimersByTime(100);
      await new Promise((resolve) => response.write(large.subarray(at, at + part), resolve));
    }
    response.end();
  });
  const got = await withBudget(500, () => waitFor(store.get('large')));
  expect(large.equals(got as Buffer)).toBe(true);
});
