import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { listenOn } from '../support/loopback.js';

interface Forwarded {
  readonly target: URL;
  readonly headers: IncomingHttpHeaders;
}

interface Forwarder {
  readonly url: string;
  close(): void;
}

/**
 * A server that hands each request on.
 * @param route says where to, and with which headers; `null` answers 404
 * @param see looks at each answer, and gives the headers that the client gets
 */
export async function forwarder(
  route: (incoming: IncomingMessage) => Forwarded | null,
  see: (incoming: IncomingMessage, answer: IncomingMessage) => IncomingHttpHeaders = (_, { headers }) => headers,
): Promise<Forwarder> {
  const server = createServer((incoming, outgoing) => {
    const routed = route(incoming);
    if (routed === null) {
      outgoing.writeHead(404).end();
      return;
    }
    const { target, headers } = routed;
    const forwarded = request(target, { method: incoming.method, headers } as object, (answer) => {
      outgoing.writeHead(answer.statusCode as number, see(incoming, answer));
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  return {
    url: `http://127.0.0.1:${await listenOn(server)}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
