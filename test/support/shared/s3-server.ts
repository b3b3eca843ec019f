import type { SharedOptions } from '../../../src/service/shared/connect.js';
import { configFile } from '../config-file.js';
import { timeoutMs } from '../eventually.js';
import { sha256Of } from '../files.js';
import { loopback } from '../loopback.js';

/** On the way to the store, or back: the request is lost, its answer is, it arrives twice, or something between answers instead. */
export const wayFaults = ['lost', 'unanswered', 'doubled', '503', '500 stored'] as const;

interface S3ServerOptions {
  /** Overwrites what is there. */
  readonly ignoresConditions?: boolean;
  /** Of the next request; `null`: none. */
  readonly fault?: () => (typeof wayFaults)[number] | null;
  /** Called with each request. */
  readonly onRequest?: (method: string, key: string) => void;
}

/** Objects in memory behind the part of S3 that nodes speak, for what opens its store by address. @returns options of a portal below a prefix */
export async function s3Server(options: S3ServerOptions = {}): Promise<(prefix: string) => SharedOptions> {
  const objects = new Map<string, Buffer>();
  const listed = (url: URL): string => {
    const [prefix, after] = ['prefix', 'start-after'].map((name) => `${url.pathname}/${url.searchParams.get(name)}`);
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix ?? '') && key > (after ?? '')).sort();
    const date = '<LastModified>2026-03-01T12:00:00.000Z</LastModified>';
    const contents = keys.slice(0, 2).map((key) => {
      const name = key.slice(url.pathname.length + 1);
      return `<Contents><Key>${name}</Key>${date}<Size>${objects.get(key)?.length}</Size></Contents>`;
    });
    return `<ListBucketResult>${contents.join('')}</ListBucketResult>`;
  };
  const answerTo = (method: string, key: string, isConditional: boolean, body: Buffer, from: number) => {
    if (key.includes('?list-type=2')) return { status: 200, body: listed(new URL(key, 'http://store')) };
    const found = objects.get(key);
    if (method === 'PUT') {
      if (isConditional && found !== undefined && options.ignoresConditions !== true) return { status: 412 };
      objects.set(key, body);
      return { status: 200 };
    }
    if (method === 'DELETE') return { status: objects.delete(key) ? 204 : 404 };
    if (found === undefined) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
    return { status: from > 0 ? 206 : 200, body: found.subarray(from) };
  };
  const endpoint = await loopback((request, response) => {
    const { method = '', url: key = '', headers } = request;
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .once('end', () => {
        options.onRequest?.(method, key);
        const fault = options.fault?.() ?? null;
        if (fault === 'lost') return request.socket.destroy();
        if (fault === '503') return response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
        const body = Buffer.concat(parts);
        const [hash, bytes] = [headers['x-amz-content-sha256'], Number(headers['content-length'] ?? 0)];
        if (hash !== sha256Of(body) || bytes !== body.length) return response.writeHead(400).end();
        const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
        const answer = () => answerTo(method, key, headers['if-none-match'] === '*', body, from);
        if (fault === 'doubled') answer();
        const { status, body: sent } = answer();
        if (fault === 'unanswered') return request.socket.destroy();
        if (fault === '500 stored') return response.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
        return response
          .writeHead(status, { ETag: '"1"', 'x-amz-request-id': '1', 'Content-Length': sent?.length ?? 0 })
          .end(sent);
      });
  });
  const place = { bucket: 'bucket', endpoint, region: 'eu-test-1', pathStyle: true, stalenessMs: 0 };
  const limits = { timeoutMs, waitMs: timeoutMs, fileCacheBytes: 1024 ** 3, checkpointEntries: 1000 };
  return (prefix) => ({ ...place, ...limits, prefix });
}

/** The environment in which programs find credentials for it. */
export const credentials = { AWS_ACCESS_KEY_ID: 'ID', AWS_SECRET_ACCESS_KEY: 'secret' };

/** Options of commands on a portal in such a store. @param more lines of the configuration */
export function storeConfig(
  { bucket, prefix, endpoint }: Pick<SharedOptions, 'bucket' | 'prefix' | 'endpoint'>,
  more = '',
): readonly string[] {
  const lines = `shared_store: s3://${bucket}/${prefix}\nshared_endpoint: ${endpoint}\nshared_path_style: true\n`;
  return ['--config', configFile(lines + more)];
}
