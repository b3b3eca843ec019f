import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { paragraph } from '../data.js';
import type { LoadOptions, LoadResult } from '../load.js';

const blockBytes = 400;
/** Of a block as JSON, its text not counted. */
const frameBytes = 40;

let count = 0;

/** A write that none before was the same as. */
function nextWrite({
  url,
  patchPages,
  postBytes = 0,
}: LoadOptions): Pick<autocannon.Request, 'method' | 'path' | 'body'> {
  count += 1;
  const base = new URL(url).pathname;
  const title = `Load ${process.hrtime.bigint()}`;
  if (patchPages === undefined) {
    const blocks = Array.from({ length: Math.round(postBytes / blockBytes) }, (_, at) => {
      return { type: 'rich_text', data: { html: paragraph(blockBytes - frameBytes, count * 64 + at) } };
    });
    return { method: 'POST', path: base, body: JSON.stringify({ title, blocks }) };
  }
  // A prime step: requests that run at the same time are about different pages.
  const page = 1 + ((count * 7919) % patchPages);
  return { method: 'PATCH', path: `${base}/${page}`, body: JSON.stringify({ title }) };
}

/** Puts load on a server for as long as it is told to, once for each message. */
process.on('message', async (options: LoadOptions) => {
  const { url, headers, seconds, connections, patchPages, postBytes, areKeyed } = options;
  const withKey = (request: autocannon.Request): autocannon.Request =>
    areKeyed ? { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } } : request;
  const writes = patchPages !== undefined || postBytes !== undefined;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    // How often it looks whether the time is over.
    sampleInt: 50,
    headers: { ...headers, ...(writes ? { 'content-type': 'application/json' } : {}) },
    ...(writes
      ? {
          requests: [
            { setupRequest: (request: autocannon.Request) => ({ ...withKey(request), ...nextWrite(options) }) },
          ],
        }
      : {}),
  });
  const answer: LoadResult = {
    perSecond: result.requests.total / result.duration,
    statuses: { '2xx': result['2xx'], '3xx': result['3xx'], other: result['1xx'] + result['4xx'] + result['5xx'] },
    errors: result.errors,
  };
  process.send?.(answer);
});
