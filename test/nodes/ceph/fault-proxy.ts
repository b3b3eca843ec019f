import { Agent, createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOn } from '../../support/loopback.js';

/** What a proxy may do to a request of a node. */
export const faultKinds = [
  ...(['delay', 'slow', 'drop', 'swallow', 'false 500', 'late', 'twice', 'truncated'] as const),
  ...(['partition', 'silence'] as const),
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Between one node and its store: passes requests on, and makes some go wrong. */
export class FaultProxy {
  readonly #target: URL;
  readonly #agent = new Agent({ keepAlive: true });
  readonly counts = new Map<FaultKind, number>();
  /** How likely a request goes wrong, 0 to 1. */
  rate = 0;
  /** While set, nothing comes through: connections break, or there is no answer. */
  outage: 'partition' | 'silence' | null = null;
  #server: Server | undefined;
  url = '';

  constructor(target: string) {
    this.#target = new URL(target);
  }

  async start(): Promise<this> {
    const serve = (...args: Parameters<RequestListener>) => void this.#serve(...args).catch(() => args[1].destroy());
    this.#server = createServer(serve);
    this.url = `http://127.0.0.1:${await listenOn(this.#server)}`;
    return this;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
    this.#agent.destroy();
  }

  async #serve(...[incoming, outgoing]: Parameters<RequestListener>): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const body = Buffer.concat(parts);
    const fault = this.#choose();
    if (fault !== null) this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
    if (fault === 'silence') return;
    if (fault === 'partition' || fault === 'drop' || fault === 'late') outgoing.destroy();
    if (fault === 'late') await sleep(300 + Math.random() * 1200);
    if (fault === 'late' || fault === 'twice') void this.#pass(incoming, body).catch(() => {});
    if (outgoing.destroyed) return;
    if (fault === 'delay') await sleep(Math.random() * 300);
    if (fault === 'slow') await sleep(500 + Math.random() * 4000);
    const answer = await this.#pass(incoming, body);
    if (fault === 'swallow') outgoing.destroy();
    else if (fault === 'false 500') outgoing.writeHead(500).end();
    else if (fault === 'truncated' && answer.status === 200 && answer.body.length > 1) {
      const body = answer.body.subarray(0, answer.body.length >> 1);
      outgoing.writeHead(200, { ...answer.headers, 'content-length': String(body.length) }).end(body);
    } else outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  }

  #choose(): FaultKind | null {
    if (this.outage !== null) return this.outage;
    if (Math.random() >= this.rate) return null;
    const kinds = faultKinds.filter((kind) => kind !== 'partition' && kind !== 'silence');
    return kinds[Math.floor(Math.random() * kinds.length)] ?? null;
  }

  #pass({ method, url, headers }: IncomingMessage, body: Buffer) {
    return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
      const { hostname, port } = this.#target;
      // The Host header is part of what was signed: it stays.
      const passed = request({ hostname, port, method, path: url, headers, agent: this.#agent }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part)).once('error', reject);
        response.once('end', () => {
          const { connection: _, 'keep-alive': __, ...passedOn } = response.headers;
          resolve({ status: response.statusCode ?? 502, headers: passedOn, body: Buffer.concat(parts) });
        });
      });
      passed.once('error', reject);
      passed.end(body);
    });
  }
}
