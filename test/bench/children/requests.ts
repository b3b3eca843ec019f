import { paragraph } from '../data.js';
import type { LoadOptions } from '../load.js';

const blockBytes = 400;
/** Of a block as JSON, its text not counted. */
const frameBytes = 40;

let count = 0;

/** @returns what makes the bytes of the next request */
export function requests(options: LoadOptions): () => Buffer {
  const { url, headers, readPages, patchPages, postBytes } = options;
  const { host, pathname, search } = new URL(url);
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = (method: string, path: string, more = ''): Buffer =>
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${fields.join('')}${more}`, 'utf8');
  const write = (method: string, path: string, body: object): Buffer => {
    const json = JSON.stringify(body);
    const length = Buffer.byteLength(json);
    return request(method, path, `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${json}`);
  };
  if (patchPages === undefined && postBytes === undefined) {
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
    const title = `Load ${process.hrtime.bigint()}`;
    // A prime step: requests that run at the same time are about different pages.
    if (patchPages !== undefined) return write('PATCH', `${pathname}/${1 + ((count * 7919) % patchPages)}`, { title });
    return write('POST', pathname, { title, blocks: blocksOf(postBytes ?? 0) });
  };
}

/** Texts of which none was sent before. */
function blocksOf(bytes: number): object[] {
  return Array.from({ length: Math.round(bytes / blockBytes) }, (_, at) => {
    return { type: 'rich_text', data: { html: paragraph(blockBytes - frameBytes, count * 64 + at) } };
  });
}
