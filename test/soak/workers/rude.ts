import { connect } from 'node:net';
import type { Worker, World } from '../world.js';

const name = 'rude clients';
const longestMs = 90_000;

interface Manner {
  readonly what: string;
  readonly sent: string;
  /** When it leaves by itself; otherwise it waits until it is thrown out. */
  readonly leavesAfterMs?: number;
}

const get = (path: string, authorization: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}`;

function mannersOf(key: string): readonly Manner[] {
  const pages = get('/api/v1/pages', `Bearer ${key}`);
  const body = '{"title":"Nobody waits for this page"}';
  const json = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
  const write = `${pages.replace('GET', 'POST')}\r\n${json}\r\n\r\n`;
  const half = write + body.slice(0, 8);
  const openapi = get('/api/v1/openapi.json', `Bearer ${key}`);
  const basic = Buffer.from(`x:${key}`).toString('base64');
  const clone = get('/git/northlight.git/info/refs?service=git-upload-pack', `Basic ${basic}`);
  return [
    { what: 'half a head, then silence', sent: pages },
    { what: 'half a body, then silence', sent: half },
    { what: 'silence', sent: '' },
    { what: 'half a body, then gone', sent: half, leavesAfterMs: 50 },
    { what: 'gone before the answer', sent: `${pages}\r\n\r\n`, leavesAfterMs: 0 },
    { what: 'gone in the middle of the answer', sent: `${openapi}\r\n\r\n`, leavesAfterMs: 2 },
    { what: 'a hundred at once, none read', sent: `${pages}\r\n\r\n`.repeat(100), leavesAfterMs: 100 },
    { what: 'gone after a write was sent', sent: write + body, leavesAfterMs: 1 },
    { what: 'gone in the middle of a clone', sent: `${clone}\r\n\r\n`, leavesAfterMs: 5 },
  ];
}

/** Clients that break off, or do not read. The server must let go of each. */
export const rude: Worker = {
  name,
  count: 3,
  pauseMs: 1500,
  start: (world) => async () => {
    const manner = world.pick(mannersOf(world.brands.northlight.keys.write));
    const outcome = await behave(world, manner);
    world.tally.count(name, outcome);
    world.tally.input(`rude: ${manner.what}`);
    if (outcome === 'held on to')
      throw new Error(`${manner.what}: the connection was open after ${longestMs / 1000} s`);
  },
};

function behave(world: World, { sent, leavesAfterMs }: Manner): Promise<string> {
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
    socket.write(sent);
  });
}
