import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PortalError } from '../errors.js';
import { errorCode } from '../store/file-system.js';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly requestTimeoutSeconds: number;
}

export interface RunningServer {
  /** `http://<host>:<port>` with the port that was given by the system when 0 was asked for. */
  readonly url: string;
  /** Stops accepting, lets running requests finish, and cuts those that take longer than `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** @throws `unavailable` when the address cannot be listened on */
export async function listen(app: RequestListener, options: ListenOptions): Promise<RunningServer> {
  const server = createServer({ requestTimeout: options.requestTimeoutSeconds * 1000, headersTimeout: 15_000 }, app);
  server.keepAliveTimeout = 5_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const reason = errorCode(cause) === 'EADDRINUSE' ? 'the port is in use' : (errorCode(cause) ?? 'unknown reason');
      const message = `Cannot listen on ${options.host}:${options.port}: ${reason}.`;
      reject(new PortalError('unavailable', message, { cause }));
    });
    server.listen(options.port, options.host, resolve);
  });
  const { port, address, family } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return { url: `http://${host}:${port}`, close: (graceMs) => close(server, graceMs) };
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
