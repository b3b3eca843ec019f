import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import type { SharedOptions } from '../../../src/service/shared/connect.js';

/** Objects in memory behind the part of S3 that nodes speak, for what opens its store by address. @returns options of a portal below a prefix */
export async function s3Server(): Promise<(prefix: string) => SharedOptions> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const { method, url: key = '', headers } = request;
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .once('end', () => {
        const found = objects.get(key);
        if (method === 'PUT') {
          if (headers['if-none-match'] === '*' && found !== undefined) return response.writeHead(412).end();
          objects.set(key, Buffer.concat(parts));
          return response.writeHead(200, { ETag: '"1"' }).end();
        }
        if (found === undefined) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
        return response.writeHead(200, { ETag: '"1"' }).end(found);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const place = {
    bucket: 'bucket',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-test-1',
    pathStyle: true,
    timeoutMs: 2000,
    waitMs: 5000,
  };
  return (prefix) => ({ ...place, prefix, stalenessMs: 0, checkpointEntries: 1000 });
}
