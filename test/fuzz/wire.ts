import { connect } from 'node:net';
import type { Reply } from '../support/portal.js';

/** What came back. `closed`: the connection ended without a whole answer. */
export type Outcome = Reply | 'closed' | 'hangs';

export interface WireOptions {
  readonly port: number;
  readonly timeoutMs?: number;
}

/** Sends bytes as they are on a connection of their own and reads one answer. */
export function exchange(bytes: Buffer, { port, timeoutMs = 180_000 }: WireOptions): Promise<Outcome> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const end = (outcome?: Outcome): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome ?? parse(Buffer.concat(parts)) ?? 'closed');
    };
    const timer = setTimeout(() => end(parse(Buffer.concat(parts)) ?? 'hangs'), timeoutMs);
    socket.on('data', (part) => {
      parts.push(part);
      if (parts.length < 8 && streams(Buffer.concat(parts))) end();
    });
    socket.on('error', () => end());
    socket.on('end', () => end());
    socket.on('close', () => end());
    socket.write(bytes);
  });
}

/** Whether a stream of events has begun, which ends when its client leaves. */
function streams(bytes: Buffer): boolean {
  return /\r\ncontent-type: text\/event-stream\r\n.*\r\n\r\n./is.test(bytes.toString('latin1'));
}

/** A request's bytes. Header values go out as Latin-1, as HTTP has them; one sent twice replaces the first. */
export function encode(
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[],
  body: Buffer | null,
): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]);
}

/** The first final answer in what was received; `null` when it is not whole. */
function parse(bytes: Buffer): Reply | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (status < 200) return parse(bytes.subarray(end + 4));
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
  const rest = bytes.subarray(end + 4);
  if (streams(bytes)) return { status, headers, text: rest.toString(), body: undefined };
  const length = headers.get('content-length');
  if (length !== null && rest.length < Number(length) && rest.length > 0) return null;
  const content =
    headers.get('transfer-encoding') === 'chunked' ? unchunk(rest) : rest.subarray(0, Number(length ?? rest.length));
  if (content === null) return null;
  const text = content.toString();
  const isJson = text !== '' && /^application\/json\b/.test(headers.get('content-type') ?? '');
  return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
}

function unchunk(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
