import { afterEach, expect, test, vi } from 'vitest';
import { type Chore, scheduleChores } from '../src/chore-runner.js';
import { createLog } from '../src/log.js';
import { eventually } from './support/eventually.js';

afterEach(() => void vi.restoreAllMocks());

test('a chore whose time passes while the process stands still runs late, and nothing else is written', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
  };
  const chore: Chore = { name: 'chore', schedule: '* * * * * *', run };
  const stop = scheduleChores([chore], createLog('info', { write: () => {} }));
  await eventually(() => expect(runs).toBeGreaterThan(0));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500);
  const before = runs;
  await eventually(() => expect(runs).toBeGreaterThan(before + 1));
  await stop();
  expect(warned).not.toHaveBeenCalled();
});
