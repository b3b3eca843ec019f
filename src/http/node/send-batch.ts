import type { ServerResponse } from 'node:http';

interface Answer {
  readonly response: ServerResponse;
  readonly body: Buffer | undefined;
  readonly sent: () => void;
}

let batch: Answer[] = [];

/**
 * Batched send: what is answered in one turn of the event loop goes to its sockets one right after another when the turn ends. To
 * send to a client that sleeps wakes it, which takes longer than all else of an answer from memory; of a batch, only the first does.
 * Only for answers that are made while requests are read: a later one would come after a client's half-close, when nothing is sent.
 *
 * @param sent called when the whole batch is with its sockets
 */
export function sendInBatch(response: ServerResponse, body: Buffer | undefined, sent: () => void): void {
  if (batch.length === 0) setImmediate(sendBatch);
  batch.push({ response, body, sent });
}

function sendBatch(): void {
  const answers = batch;
  batch = [];
  for (const { response, body } of answers) response.end(body);
  for (const { sent } of answers) sent();
}
