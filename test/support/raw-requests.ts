import { request } from 'node:http';
import { connect } from 'node:net';

interface Exact {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Asks for exactly this path and host, which `fetch` would change. @returns the status */
export function statusOf(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body }: Exact = {},
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end(body);
  });
}

/** Sends bytes as they are. @returns all that came back, once the server has closed the connection */
export function exchange(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('close', () => resolve(received)).on('error', reject);
    // Who asks for the end of the connection waits for it: a client that is half gone may get no answer.
    if (bytes.includes('Connection: close')) socket.write(bytes);
    else socket.end(bytes);
  });
}
