import { expect, test } from 'vitest';
import { BackgroundThread, ThreadUnavailable, TimeLimitExceeded } from '../src/lib/background-thread.js';
import { shortLimit } from './support/eventually.js';

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

test('what a thread throws rejects only that question', async () => {
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

test('a thread that cannot be started is unavailable', async () => {
  const thread = new BackgroundThread<string, string>(new URL('https://brand.test/thread.js'), null);
  await expect(thread.ask('one')).rejects.toBeInstanceOf(ThreadUnavailable);
});

const program = new URL('../dist/modules/lib/background-thread.js', import.meta.url).href;
/** As `start`, with the program's own end of the calls: `loop` never ends. Loading takes longer than any question may. */
const startLimited = (limitMs: number): BackgroundThread<string, string> => {
  const answering = `
    import { threadId } from 'node:worker_threads';
    import { answerQuestions } from ${JSON.stringify(program)};
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${limitMs + 100});
    answerQuestions((question) => {
      while (question === 'loop');
      return question === 'thread' ? String(threadId) : question;
    });`;
  return new BackgroundThread(new URL(`data:text/javascript,${encodeURIComponent(answering)}`), null, limitMs);
};

test('neither loading nor waiting counts for the time limit', shortLimit, async () => {
  const thread = startLimited(300);
  const loop = thread.ask('loop').catch((error: unknown) => error);
  const waiting = [thread.ask('one'), thread.ask('thread')];
  expect(await loop).toBeInstanceOf(TimeLimitExceeded);
  expect(await Promise.all(waiting)).toEqual(['one', expect.any(String)]);
  await thread.close();
});
