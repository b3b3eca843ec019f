import { expect, onTestFinished, test, vi } from 'vitest';
import { BackgroundThread } from '../src/lib/background-thread.js';

/** Answers with the question, and `thread` with its id, but fails at `failure`, leaves `silence` unanswered and ends at `exit`. */
const script = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', ({ id, question }) => {
    if (question === 'exit') process.exit(0);
    if (question === 'failure') return parentPort.postMessage({ id, failure: { message: 'Full', code: 'FULL' } });
    if (question === 'thread') question = String(threadId);
    if (question !== 'silence') parentPort.postMessage({ id, answer: question });
  });`;
const start = (idleMs: number | null = null): BackgroundThread<string, string> =>
  new BackgroundThread(new URL(`data:text/javascript,${encodeURIComponent(script)}`), idleMs);

test('questions that a thread leaves open when it is closed are rejected', async () => {
  const thread = start();
  expect(await thread.ask('one')).toBe('one');
  const open = expect(thread.ask('silence')).rejects.toThrow('The thread has ended.');
  await thread.close();
  await open;
  await expect(thread.ask('two')).rejects.toThrow('The thread is closed.');
});

test('what a thread throws rejects the question alone', async () => {
  const thread = start();
  const open = [thread.ask('thread'), thread.ask('failure'), thread.ask('thread')] as const;
  await expect(open[1]).rejects.toMatchObject({ message: 'Full', code: 'FULL' });
  expect(await open[2]).toBe(await open[0]);
  await thread.close();
});

test('questions that a thread leaves open when it ends are rejected, and the next starts another', async () => {
  const thread = start();
  const open = [thread.ask('silence'), thread.ask('exit')];
  for (const { status } of await Promise.allSettled(open)) expect(status).toBe('rejected');
  expect(await thread.ask('two')).toBe('two');
  await thread.close();
});

test('a thread without questions ends after its idle timeout, and the next question starts another', async () => {
  const thread = start(20);
  const first = await thread.ask('thread');
  await expect.poll(() => thread.ask('thread'), { interval: 100 }).not.toBe(first);
  await thread.close();
});

test('a thread is not idle while a question is open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const thread = start(20);
  const first = await thread.ask('thread');
  const open = thread.ask('silence').catch(() => 'closed');
  vi.advanceTimersByTime(1000);
  expect(await thread.ask('thread')).toBe(first);
  await thread.close();
  expect(await open).toBe('closed');
});
