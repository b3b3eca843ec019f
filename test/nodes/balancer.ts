import { Agent, createServer, request, type Server } from 'node:http';

/** A balancer as small as one can be: each request goes to the next node; nothing is sent twice. @param more headers of each request */
export function startBalancer(nodes: readonly string[], port: number, more = {}): Promise<Server> {
  const agent = new Agent({ keepAlive: true });
  let next = 0;
  const server = createServer((incoming, outgoing) => {
    next = (next + 1) % nodes.length;
    const { hostname, port: to } = new URL(nodes[next] ?? '');
    const { method, url, headers } = incoming;
    const passed = request(
      { hostname, port: to, method, path: url, headers: { ...headers, ...more }, agent },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, 'X-Node': String(next + 1) });
        response.pipe(outgoing);
      },
    );
    passed.once('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    outgoing.once('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });
}
