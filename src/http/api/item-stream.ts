import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { ItemStream } from '../../operations/engine/contract.js';
import { errorCode } from '../../system-error.js';
import { setHeaders } from '../headers.js';
import { headersOf, isNotModified, jsonType, type Representation } from './response.js';

/** Of JSON that is sent together, in characters. */
const chunkSize = 64 * 1024;

interface Keep {
  /** Takes the body when all of it was sent, and it has no more than `atMost` bytes. */
  whole(body: Buffer): void;
  readonly atMost: number;
}

/**
 * Sends a JSON array while its items are made, as fast as the client takes them. An item that fails before the first chunk is a
 * failure like any other; one that fails later cuts the answer off, so that no client takes a part for the whole.
 */
export async function sendItems(
  request: IncomingMessage,
  response: ServerResponse,
  stream: ItemStream,
  shown: Omit<Representation, 'body'>,
  { whole, atMost }: Keep,
): Promise<void> {
  if (isNotModified(request, shown.version)) {
    setHeaders(response, headersOf(shown));
    response.writeHead(304).end();
    return;
  }
  const source = chunks(stream);
  const first = await source.next();
  setHeaders(response, [...headersOf(shown), ...jsonType]);
  response.writeHead(200);
  if (request.method === 'HEAD') {
    await source.return(undefined);
    response.end();
    return;
  }
  const kept: Buffer[] = [];
  let size = 0;
  try {
    await pipeline(async function* () {
      for (let next = first; !next.done; next = await source.next()) {
        const bytes = Buffer.from(next.value);
        size += bytes.length;
        if (size <= atMost) kept.push(bytes);
        yield bytes;
        // Pages that are in memory are read without a pause: other requests come in between.
        await setImmediate();
      }
    }, response);
  } catch (error) {
    if (errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE') return; // The client has left.
    throw error;
  }
  if (size <= atMost) whole(Buffer.concat(kept));
}

async function* chunks({ items }: ItemStream): AsyncGenerator<string> {
  let text = '[';
  let separator = '';
  for await (const item of items) {
    text += separator + JSON.stringify(item);
    separator = ',';
    if (text.length < chunkSize) continue;
    yield text;
    text = '';
  }
  yield `${text}]`;
}
