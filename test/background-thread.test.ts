import { expect, test } from 'vitest';
import { BackgroundThread } from '../src/background-thread.js';

/** Answers with the question, but leaves `silence` unanswered and ends at `exit`. */
const script = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, question }) => {
    if (question === 'exit') process.exit(0);
    if (question !== 'silence') parentPort.postMessage({ id, answer: question });
  });`;
const start = (): BackgroundThread<string, string> =>
  new BackgroundThread(new URL(`data:text/javascript,${encodeURIComponent(script)}`));

test('questions that a thread leaves open when it is closed are rejected', async () => {
  const thread = start();
  expect(await thread.ask('one')).toBe('one');
  const open = expect(thread.ask('silence')).rejects.toThrow('The thread has ended.');
  await thread.close();
  await open;
  await expect(thread.ask('two')).rejects.toThrow('The thread is closed.');
});

test('questions that a thread leaves open when it ends are rejected, and the next starts another', async () => {
  const thread = start();
  const open = [thread.ask('silence'), thread.ask('exit')];
  for (const { status } of await Promise.allSettled(open)) expect(status).toBe('rejected');
  expect(await thread.ask('two')).toBe('two');
  await thread.close();
});
