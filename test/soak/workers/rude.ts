import { connect } from 'node:net';
import type { Worker, World } from '../world.js';

const name = 'rude clients';
const longestMs = 90_000;

interface Rude {
  readonly what: string;
  send(key: string): string;
  /** When it leaves by itself; otherwise it waits until it is thrown out. */
  readonly leavesAfterMs?: number;
}

const head = (method: string, path: string, key: string, ...lines: string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${key}`, ...lines].join('\r\n');

const manners: readonly Rude[] = [
  { what: 'half a head, then silence', send: (key) => head('GET', '/api/v1/pages', key) },
  {
    what: 'half a body, then silence',
    send: (key) =>
      `${head('POST', '/api/v1/pages', key, 'Content-Type: application/json', 'Content-Length: 500')}\r\n\r\n{"ti`,
  },
  { what: 'silence', send: () => '' },
  {
    what: 'half a body, then gone',
    send: (key) =>
      `${head('POST', '/api/v1/pages', key, 'Content-Type: application/json', 'Content-Length: 500')}\r\n\r\n{"ti`,
    leavesAfterMs: 50,
  },
  { what: 'gone before the answer', send: (key) => `${head('GET', '/api/v1/pages', key)}\r\n\r\n`, leavesAfterMs: 0 },
  {
    what: 'gone in the middle of the answer',
    send: (key) => `${head('GET', '/api/v1/openapi.json', key)}\r\n\r\n`,
    leavesAfterMs: 2,
  },
  {
    what: 'a hundred at once, none read',
    send: (key) => `${head('GET', '/api/v1/pages', key)}\r\n\r\n`.repeat(100),
    leavesAfterMs: 100,
  },
  {
    what: 'gone after a write was sent',
    send: (key) => {
      const body = '{"title":"Nobody waits for this page"}';
      const lines = ['Content-Type: application/json', `Content-Length: ${body.length}`];
      return `${head('POST', '/api/v1/pages', key, ...lines)}\r\n\r\n${body}`;
    },
    leavesAfterMs: 1,
  },
  {
    what: 'gone in the middle of a clone',
    send: (key) => {
      const basic = Buffer.from(`x:${key}`).toString('base64');
      return `GET /git/northlight.git/info/refs?service=git-upload-pack HTTP/1.1\r\nHost: a\r\nAuthorization: Basic ${basic}\r\n\r\n`;
    },
    leavesAfterMs: 5,
  },
];

/** Clients that do not hold to what one expects of them. The server must let go of each. */
export const rude: Worker = {
  name,
  count: 3,
  pauseMs: 1500,
  start: (world) => async () => {
    const one = world.pick(manners);
    const outcome = await behave(world, one);
    world.tally.count(name, outcome);
    world.tally.input(`rude: ${one.what}`);
    if (outcome === 'held on to') throw new Error(`${one.what}: the connection was open after ${longestMs / 1000} s`);
  },
};

function behave(world: World, { send, leavesAfterMs }: Rude): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(world.port, '127.0.0.1');
    const end = (outcome: string): void => {
      clearTimeout(timer);
      world.stop.signal.removeEventListener('abort', leave);
      socket.destroy();
      resolve(outcome);
    };
    const leave = (): void => end('left');
    const timer = setTimeout(
      () => end(leavesAfterMs === undefined ? 'held on to' : 'left'),
      leavesAfterMs ?? longestMs,
    );
    world.stop.signal.addEventListener('abort', leave);
    let status = 'closed';
    if (leavesAfterMs === undefined) {
      socket.on('data', (bytes) => (status = /^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))?.[1] ?? status));
    }
    socket.on('error', (error) => (leavesAfterMs === undefined ? reject(error) : end('left')));
    socket.on('close', () => end(status));
    socket.write(send(world.brands.northlight.keys.write));
  });
}
