import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import type { TestPortal } from '../support/portal.js';
import { anotherPortal } from '../support/portal-fixture.js';
import { exchange } from '../support/raw-requests.js';
import { type Reach, until } from './rows.js';

/** A connection by which everything can be sent, with all that came back. */
class Raw {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  received = '';

  constructor(portal: TestPortal, sent = '') {
    this.socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
    this.socket.setEncoding('latin1').on('data', (text) => {
      this.received += text;
    });
    this.socket.on('error', () => {});
    this.closed = once(this.socket, 'close').catch(() => {});
    this.socket.write(sent);
  }
}

const head = 'GET /healthz HTTP/1.1\r\nHost: portal.test\r\n';
const status = ({ received }: Pick<Raw, 'received'>): string => received.slice(9, 12);

/** What a client may do to a connection. */
export const connectionLimits: Readonly<Record<string, Reach>> = {
  'request line and headers': async () => {
    const { portal } = await anotherPortal({ server: { headerLimit: 8192 } });
    const ask = async (sent: string): Promise<string> => {
      const received = await exchange(portal.url, sent);
      return `${status({ received })} ${/"message":"[^"]*"/.exec(received)?.[0] ?? ''}`;
    };
    const end = 'Host: portal.test\r\nConnection: close\r\n\r\n';
    expect(await ask(`GET /healthz?${'q'.repeat(7000)} HTTP/1.1\r\n${end}`)).toBe('200 ');
    const refused = '431 "message":"The request headers are too large."';
    expect(await ask(`GET /healthz?${'q'.repeat(8200)} HTTP/1.1\r\n${end}`)).toBe(refused);
    expect(await ask(`GET /healthz HTTP/1.1\r\nX-A: ${'a'.repeat(8200)}\r\n${end}`)).toBe(refused);
    const logged = portal.log.map((line) => JSON.parse(line)).filter(({ reason }) => reason === 'HPE_HEADER_OVERFLOW');
    expect(logged.map(({ status }) => status)).toEqual([431, 431]);
  },

  'connections at once': async () => {
    const { portal } = await anotherPortal({ server: { connectionsAtOnce: 2 } });
    const held = [new Raw(portal, `${head}\r\n`), new Raw(portal, `${head}\r\n`)];
    await until(() => held.every((raw) => status(raw) === '200'));
    const third = new Raw(portal, `${head}\r\n`);
    await third.closed;
    expect(third.received).toBe('');
    await until(() => portal.log.some((line) => line.includes('connections are refused')));
    held[0]?.socket.destroy();
    await held[0]?.closed;
    await until(() => held.some(({ socket }) => socket.destroyed));
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  },

  'time for the headers': async () => {
    const { portal } = await anotherPortal({ server: { requestTimeoutSeconds: 1 } });
    const [none, some] = [new Raw(portal), new Raw(portal, head)];
    const drop = setInterval(() => some.socket.write('X-A: a\r\n'), 100);
    await Promise.all([none.closed, some.closed]).finally(() => clearInterval(drop));
    expect([status(none), status(some)]).toEqual(['408', '408']);
    expect(some.received).toContain('{"message":"The request took too long to arrive."}');
  },

  'time for a request': async () => {
    const { portal, key } = await anotherPortal({ server: { requestTimeoutSeconds: 1 } });
    const before = portal.head('acme');
    const lines = ['POST /api/v1/pages HTTP/1.1', 'Host: portal.test', `Authorization: Bearer ${key}`];
    const raw = new Raw(
      portal,
      [...lines, 'Content-Type: application/json', 'Content-Length: 1000', '', '{'].join('\r\n'),
    );
    const drop = setInterval(() => raw.socket.write(' '), 100);
    await raw.closed.finally(() => clearInterval(drop));
    expect(status(raw)).toBe('408');
    expect(portal.head('acme')).toBe(before);
  },

  'wait for the next request': async () => {
    const { portal } = await anotherPortal({ server: { keepAliveSeconds: 1 } });
    const raw = new Raw(portal, `${head}\r\n`);
    await until(() => status(raw) === '200');
    await raw.closed;
  },

  'a connection without progress': async () => {
    const client = await anotherPortal({ server: { stalledSeconds: 1 } });
    const { portal } = client;
    const block = { type: 'rich_text', data: { html: 'x'.repeat(1_000_000) } };
    const { id } = await client.page({ blocks: [block, block, block, block] });
    const lines = [`GET /api/v1/pages/${id} HTTP/1.1`, 'Host: portal.test', `Authorization: Bearer ${client.key}`];
    const raw = new Raw(portal);
    raw.socket.pause();
    raw.socket.write(`${lines.join('\r\n')}\r\n\r\n`.repeat(20));
    await until(() => portal.log.some((line) => line.includes('request aborted by the client')));
    raw.socket.destroy();
  },
};
