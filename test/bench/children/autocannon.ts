import autocannon from 'autocannon';
import type { LoadOptions, LoadResult } from '../load.js';

/** Puts load on a server for as long as it is told to, once for each message. */
process.on('message', async ({ url, headers, seconds, connections, patchPages }: LoadOptions) => {
  let count = 0;
  const base = new URL(url).pathname;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    // How often it looks whether the time is over.
    sampleInt: 50,
    headers: { ...headers, ...(patchPages === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(patchPages === undefined
      ? {}
      : {
          requests: [
            {
              method: 'PATCH' as const,
              setupRequest: (request: autocannon.Request) => {
                count += 1;
                // A prime step: requests that run at the same time are about different pages.
                const page = 1 + ((count * 7919) % patchPages);
                return { ...request, path: `${base}/${page}`, body: `{"title":"Load ${process.hrtime.bigint()}"}` };
              },
            },
          ],
        }),
  });
  const answer: LoadResult = {
    perSecond: result.requests.total / result.duration,
    statuses: { '2xx': result['2xx'], '3xx': result['3xx'], other: result['1xx'] + result['4xx'] + result['5xx'] },
    errors: result.errors,
  };
  process.send?.(answer);
});
