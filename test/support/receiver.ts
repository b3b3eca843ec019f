import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { listenOn } from './loopback.js';

export interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of every type
  readonly body: any;
}

type Answering = (response: ServerResponse, received: Received, request: IncomingMessage) => void;

export const ok: Answering = (response) => response.writeHead(204).end();

export const answering =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(status, headers).end();

/** What a webhook sends to: a real server on the loopback interface. */
export class Receiver {
  readonly received: Received[] = [];
  answer: Answering = ok;
  port = 0;
  readonly #server = createServer(async (request, response) => {
    const text = await textOf(request);
    const isJson = text !== '' && request.headers['content-type'] === 'application/json';
    const received = { path: request.url, headers: request.headers, text, body: isJson ? JSON.parse(text) : undefined };
    this.received.push(received);
    this.answer(response, received, request);
  });

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.port = await listenOn(receiver.#server);
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/rebuild`;
  }

  /** What was changed, by all that came: `created page 7`. */
  get told(): string[] {
    return this.received.flatMap(({ body }) =>
      (body.data.changes ?? []).map(({ change, kind, id }: Record<string, unknown>) => `${change} ${kind} ${id}`),
    );
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** @throws unless it was signed with the secret, a moment ago */
export function verify(secret: string, { text, headers }: Received): void {
  const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  new Webhook(secret).verify(text, signed);
}
