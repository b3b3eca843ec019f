import { createSanitizer } from '../../../src/content/sanitize.js';
import { hostileHtml } from '../../support/hostile/html.js';

/** The sanitiser alone: gets how many calls to make, answers the bytes in use after them. No text comes twice. */
const sanitizer = createSanitizer();
const texts = Object.values(hostileHtml).flat();
let calls = 0;

process.on('message', (count: number) => {
  for (const end = calls + count; calls < end; calls += 1) {
    sanitizer.html(`<p>${calls}</p><img src=x onerror=alert(${calls})>${texts[calls % texts.length]}`);
  }
  // What waits for the next turn of the event loop is no longer needed either.
  setImmediate(() => {
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    process.send?.({ heapUsed, rss });
  });
});
process.send?.('ready');
