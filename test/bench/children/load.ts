import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { percentile } from '../harness.js';
import type { LoadOptions } from '../load.js';

let count = 0;

/** @returns what makes the bytes of the next request */
function requests(options: LoadOptions): () => Buffer {
  const { url, headers, readPages, patchPages } = options;
  const { host, pathname, search } = new URL(url);
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = (method: string, path: string, more = ''): Buffer =>
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${fields.join('')}${more}`, 'utf8');
  if (patchPages === undefined) {
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
    // A prime step: requests that run at the same time are about different pages.
    const id = 1 + ((count * 7919) % patchPages);
    const json = JSON.stringify({ title: `Load ${process.hrtime.bigint()}` });
    const type = `content-type: application/json\r\ncontent-length: ${json.length}\r\n\r\n`;
    return request('PATCH', `${pathname}/${id}`, type + json);
  };
}

const endOfHead = '\r\n\r\n';

/** The last chunk (RFC 9112, section 7.1). JSON has no line breaks of its own. */
const lastChunk = '0\r\n\r\n';

/** Requests over one connection, each sent when the answer before it is whole. */
class Connection {
  readonly statuses = { '2xx': 0, '3xx': 0, other: 0 };
  /** From sending a request to the last byte of its answer, in milliseconds. */
  readonly times: number[] = [];
  #sentMs = 0;
  readonly #socket: Socket;
  readonly #next: () => Buffer | null;
  #head: Buffer = Buffer.alloc(0);
  /** Of an answer's body, still to come; `null`: it comes in chunks, of which only the end is looked for. */
  #left: number | null = 0;
  #tail = '';

  private constructor(socket: Socket, next: () => Buffer | null) {
    this.#socket = socket.setNoDelay();
    this.#next = next;
    socket.on('data', (bytes: Buffer) => {
      if (this.#left === 0) this.#readHead(bytes);
      else this.#received(bytes);
    });
  }

  static async open({ hostname, port }: URL, next: () => Buffer | null): Promise<Connection> {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new Connection(socket, next);
  }

  /** Resolves when there is no next request. @throws when the server ends the connection before */
  async run(): Promise<void> {
    const closed = once(this.#socket, 'close');
    this.#send();
    await closed;
    if (!this.#socket.writableEnded) throw new Error('The server has closed a connection');
  }

  #send(): void {
    const request = this.#next();
    this.#sentMs = performance.now();
    if (request === null) this.#socket.end();
    else this.#socket.write(request);
  }

  #readHead(bytes: Buffer): void {
    this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const end = this.#head.indexOf(endOfHead);
    if (end < 0) return;
    const head = this.#head.toString('latin1', 0, end);
    const status = Number(head.slice(9, 12));
    const kind = status < 300 ? '2xx' : status < 400 ? '3xx' : 'other';
    this.statuses[kind] += 1;
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    this.#left = status === 304 ? 0 : length === undefined ? null : Number(length);
    const received = this.#head.subarray(end + endOfHead.length);
    this.#head = Buffer.alloc(0);
    this.#received(received);
  }

  #received(bytes: Buffer): void {
    if (this.#left === null) {
      this.#tail = (this.#tail + bytes.toString('latin1', Math.max(0, bytes.length - lastChunk.length))).slice(
        -lastChunk.length,
      );
      if (this.#tail !== lastChunk) return;
      [this.#left, this.#tail] = [0, ''];
    } else this.#left -= bytes.length;
    if (this.#left > 0) return;
    this.times.push(performance.now() - this.#sentMs);
    this.#send();
  }
}

export type LoadResult = Awaited<ReturnType<typeof measure>>;

/**
 * Load for the time that a message names, once for each. As `wrk` does, it looks only for where an answer ends: a client that
 * costs more than the servers would make their rates alike.
 */
async function measure(options: LoadOptions) {
  const { url, seconds, connections } = options;
  const address = new URL(url);
  const request = requests(options);
  const start = performance.now();
  const end = start + seconds * 1000;
  const next = (): Buffer | null => (performance.now() > end ? null : request());
  const all = await Promise.all(Array.from({ length: connections }, () => Connection.open(address, next)));
  const outcomes = await Promise.allSettled(all.map((connection) => connection.run()));
  const sum = (kind: '2xx' | '3xx' | 'other'): number => all.reduce((total, { statuses }) => total + statuses[kind], 0);
  const statuses = { '2xx': sum('2xx'), '3xx': sum('3xx'), other: sum('other') };
  const times = all.flatMap((connection) => connection.times);
  const at = (percent: number): number => (times.length === 0 ? Number.POSITIVE_INFINITY : percentile(times, percent));
  return {
    perSecond: (statuses['2xx'] + statuses['3xx'] + statuses.other) / ((performance.now() - start) / 1000),
    statuses,
    /** How long requests took, in milliseconds. */
    ms: { p50: at(50), p99: at(99) },
    errors: outcomes.filter(({ status }) => status === 'rejected').length,
  };
}

process.on('message', async (options: LoadOptions) => void process.send?.(await measure(options)));
