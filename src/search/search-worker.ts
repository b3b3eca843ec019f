import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { answerQuestions } from '../lib/background-thread.js';
import { Engine } from './engine.js';
import type { Call } from './engine-client.js';

/** The thread's side of `backgroundEngine`. */
const engine = new Engine();
answerQuestions(([method, args]: Call) => Reflect.apply(engine[method], engine, args));

lowerPriority();

/** Lowers the priority of this thread, which Linux supports by thread id, so that requests come first. */
function lowerPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The platform does not support or allow this. Requests then compete with this thread.
  }
}
