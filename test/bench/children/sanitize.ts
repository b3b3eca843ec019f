import { createSanitizer } from '../../../src/content/html/sanitizer.js';
import { hostileHtml } from '../../support/hostile/html.js';

/** The sanitiser alone: gets how many calls to make, answers the bytes in use after them. No text comes twice. */
const sanitizer = createSanitizer();
const texts = Object.values(hostileHtml).flat();
let calls = 0;

/** As many at once as a message to the server's thread holds, or so. */
const together = 16;
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

process.on('message', async (count: number) => {
  for (const end = calls + count; calls < end; calls += 1) {
    sanitizer.html(`<p>${calls}</p><img src=x onerror=alert(${calls})>${texts[calls % texts.length]}`);
    if (calls % together === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  // What was collected lets go of more in the next turn.
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await nextTurn();
  }
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heapUsed, rss });
});
process.send?.('ready');
