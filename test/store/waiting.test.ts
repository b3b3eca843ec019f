import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { gitObject } from '../../src/store/git/object.js';
import { S3Store } from '../../src/store/log/s3-store.js';
import {
  budgetEndMs,
  counted,
  patienceUntil,
  waitFor,
  withBudget,
  withoutBudget,
} from '../../src/store/wait-budget.js';
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

const timed = async <T>(work: Promise<T>) => {
  const startMs = performance.now();
  const outcome = await work.catch((error) => error);
  return { outcome, ms: performance.now() - startMs };
};

test('a request has one budget for all that it waits for, one after another and side by side', async () => {
  const never = new Promise<never>(() => {});
  const { outcome, ms } = await timed(
    withBudget(600, async () => {
      await Promise.all([waitFor(sleep(300)), waitFor(sleep(300)), waitFor(sleep(300))]);
      await sleep(400);
      await waitFor(never);
    }),
  );
  expect(outcome).toMatchObject({ code: 'unavailable', message: 'The shared store is not available at the moment.' });
  // What it does besides waiting costs nothing.
  expect(ms).toBeGreaterThan(950);
  expect(ms).toBeLessThan(10_000);
});

test('a wait with a deadline of its own counts', async () => {
  const waiting = withBudget(600, async () => {
    const endMs = budgetEndMs() as number;
    await counted(sleep(500));
    // Else its end would lie 600 ms from now.
    expect(budgetEndMs()).toBeLessThan(Math.max(endMs, performance.now()) + 50);
    await waitFor(new Promise<never>(() => {}));
  });
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
});

test('writes behind one that takes long are refused in the time that is left to them', async () => {
  const store = await sharedStore();
  const { repository } = await node(store, { patienceMs: 3000 });
  await repository.read();
  store.delayMs = 1000;
  const write = (name: string) => timed(repository.write(change({ [name]: name })));
  const first = write('first.txt');
  await sleep(100);
  const behind = ['second.txt', 'third.txt'].map((name) => withBudget(1000, () => write(name)));
  for (const { outcome, ms } of await Promise.all(behind)) {
    expect(outcome).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Nothing was stored') });
    expect(ms).toBeLessThan(2900);
  }
  expect((await first).outcome).toMatchObject({ isCommitted: true });
  store.delayMs = 0;
  expect((await write('last.txt')).outcome).toMatchObject({ isCommitted: true });
  const { read } = await repository.read();
  const text = (name: string) => read(gitObject('blob', Buffer.from(name)).oid).then(String);
  expect([await text('first.txt'), await text('last.txt')]).toEqual(['first.txt', 'last.txt']);
  // Nothing of them stays in memory.
  for (const name of ['second.txt', 'third.txt'])
    await expect(text(name)).rejects.toMatchObject({ code: 'unavailable' });
});

test('work that serves several requests has the budget of none', async () => {
  const work = withBudget(50, () => withoutBudget(() => waitFor(sleep(300, 'done'))));
  expect(await work).toBe('done');
});

test('a transfer that makes progress is not waited for', async () => {
  const large = randomBytes(3 * 1024 * 1024);
  const store = await storeAt(async (_request, response) => {
    response.writeHead(200, { ETag: '"1"', 'Content-Length': large.length });
    for (let at = 0; at < large.length; at += 256 * 1024) {
      response.write(large.subarray(at, at + 256 * 1024));
      await sleep(200);
    }
    response.end();
  });
  const { outcome, ms } = await timed(withBudget(1000, () => waitFor(store.get('large'))));
  expect(large.equals(outcome as Buffer)).toBe(true);
  expect(ms).toBeGreaterThan(2000);
});

test('what is sent in parts arrives whole', async () => {
  const received: Buffer[] = [];
  const store = await storeAt(async (request, response) => {
    for await (const part of request) received.push(part);
    response.writeHead(200, { ETag: '"1"' }).end();
  });
  const large = randomBytes(5 * 1024 * 1024 + 7);
  await store.put('large', large);
  expect(Buffer.concat(received).equals(large)).toBe(true);
});

test('a wait without an end takes one timer', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): unknown => warnings.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const { signal, stop } = patienceUntil(Number.POSITIVE_INFINITY);
  // Warnings come in the next turn.
  await turn();
  stop();
  expect([signal.aborted, warnings]).toEqual([false, []]);
});
