import { parentPort } from 'node:worker_threads';
import { createHtmlSanitizer } from './sanitize-html.js';

/** The other end of `BackgroundSanitizer`: gets lists of texts, answers each with the list of clean ones. */
const sanitize = createHtmlSanitizer();

parentPort?.on('message', ({ id, texts }: { id: number; texts: string[] }) => {
  parentPort?.postMessage({ id, clean: texts.map(sanitize) });
});
