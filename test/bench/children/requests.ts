import type { LoadOptions } from '../load.js';

let count = 0;

/** @returns what makes the bytes of the next request */
export function requests(options: LoadOptions): () => Buffer {
  const { url, headers, readPages, patchPages } = options;
  const { host, pathname, search } = new URL(url);
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = (method: string, path: string, more = ''): Buffer =>
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${fields.join('')}${more}`, 'utf8');
  if (patchPages === undefined) {
    const paths = readPages === undefined ? [''] : Array.from({ length: readPages }, (_, at) => `/${at + 1}`);
    // As `wrk` does: made ahead, so that making them costs nothing meanwhile.
    const ahead = paths.map((path) => request('GET', pathname + path + search, '\r\n'));
    return () => {
      count += 1;
      return ahead[count % ahead.length] as Buffer;
    };
  }
  return () => {
    count += 1;
    // A prime step: requests that run at the same time are about different pages.
    const id = 1 + ((count * 7919) % patchPages);
    const json = JSON.stringify({ title: `Load ${process.hrtime.bigint()}` });
    const type = `content-type: application/json\r\ncontent-length: ${json.length}\r\n\r\n`;
    return request('PATCH', `${pathname}/${id}`, type + json);
  };
}
