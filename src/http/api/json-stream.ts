import { setImmediate } from 'node:timers/promises';
import type { ItemStream } from '../../operations/engine/contract.js';

/** Characters of JSON that are sent together. */
const chunkSize = 64 * 1024;

/** A JSON array, made while it is sent. @param whole takes all of it at the end, when it has at most `maxBytes` */
export async function* jsonArray(
  { items }: ItemStream,
  maxBytes: number,
  whole: (body: Buffer) => void,
): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const bytesOf = (text: string): Buffer => {
    const bytes = Buffer.from(text);
    size += bytes.length;
    if (size <= maxBytes) chunks.push(bytes);
    return bytes;
  };
  let text = '[';
  let separator = '';
  for await (const item of items) {
    text += separator + JSON.stringify(item);
    separator = ',';
    if (text.length < chunkSize) continue;
    yield bytesOf(text);
    text = '';
    // Yields to other requests: pages in memory are read without waiting.
    await setImmediate();
  }
  yield bytesOf(`${text}]`);
  if (size <= maxBytes) whole(Buffer.concat(chunks));
}
