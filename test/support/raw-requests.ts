import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

interface Exact {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request to its end. @returns the whole answer */
export async function answerTo(sent: ClientRequest, body?: string | Buffer) {
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  // The connection may break after the answer.
  sent.on('error', () => {}).end(body);
  const [response] = await answered;
  const { statusCode: status = 0, headers, headersDistinct } = response;
  return { status, headers, headersDistinct, body: Buffer.concat(await response.toArray()) };
}

/** Asks for exactly this path and host, which `fetch` would change. @returns the status */
export async function statusOf(url: string, path: string, { method, headers, body }: Exact = {}): Promise<number> {
  return (await answerTo(request(url, { method, path, headers: { ...headers } }), body)).status;
}

/** Sends bytes as they are. @returns all that came back, once the connection is closed or broken */
export function exchange(url: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('close', () => resolve(received)).on('error', () => {});
    // Who asks for the end of the connection waits for it: a client that is half gone may get no answer.
    if (bytes.includes('Connection: close')) socket.write(bytes);
    else socket.end(bytes);
  });
}
