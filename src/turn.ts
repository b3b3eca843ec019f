import { setImmediate as nextTurn } from 'node:timers/promises';

/** The main thread is given back after so many milliseconds of one turn of the event loop. */
const turnMs = 5;

let startMs: number | null = null;

/** Yields to the event loop when long work, of all requests together, has held this turn of it for its time. */
export async function yieldWhenDue(): Promise<void> {
  if (startMs === null) {
    startMs = performance.now();
    setImmediate(() => {
      startMs = null;
    });
  } else if (performance.now() - startMs > turnMs) await nextTurn();
}
