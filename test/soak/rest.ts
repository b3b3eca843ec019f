import type { Json } from '../fuzz/request.js';
import type { SoakBrand, World } from './world.js';

export interface RestReply {
  readonly status: number;
  readonly etag: string | null;
  readonly requestId: string | null;
  readonly body: Json;
}

const longestMs = 30_000;

/** A call of the API whose status is counted and judged. @throws when the connection breaks or nothing comes */
export async function rest(
  world: World,
  who: string,
  { keys }: SoakBrand,
  method: string,
  path: string,
  {
    body,
    raw,
    headers = {},
    key = keys.write,
  }: { body?: unknown; raw?: Buffer; headers?: Record<string, string>; key?: string } = {},
): Promise<RestReply> {
  const response = await fetch(`${world.url}/api/v1${path}`, {
    method,
    signal: AbortSignal.timeout(longestMs),
    headers: {
      Authorization: `Bearer ${key}`,
      'X-Request-Id': world.requestId(),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(raw === undefined ? {} : { body: raw as BodyInit }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  world.judge(who, response.status, response.headers.get('retry-after'), `${method} ${path}`);
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    requestId: response.headers.get('x-request-id'),
    body: text === '' ? undefined : JSON.parse(text),
  };
}
