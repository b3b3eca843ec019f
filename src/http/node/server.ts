import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { PortalError } from '../../lib/errors.js';
import { errorCode } from '../../lib/system-error.js';
import type { Log } from '../../log.js';
import { timeBody } from './body-deadline.js';
import type { MessageClasses } from './express-prototypes.js';

export interface Served {
  readonly listener: RequestListener;
  /** Node's own when left out. */
  readonly messages?: MessageClasses;
  /** Aborted when the server begins to shut down, to end long-running responses. */
  readonly closing?: AbortController;
  /** Whether the listener answers `Expect: 100-continue` itself. */
  readonly defersContinue?: (request: IncomingMessage) => boolean;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  readonly requestTimeoutSeconds: number;
  readonly keepAliveSeconds: number;
  /** Inactivity timeout of a connection while an answer is made or sent. */
  readonly stalledSeconds: number;
  readonly connectionsAtOnce: number;
  /** Maximum size of the request line and the headers together, in bytes. */
  readonly headerLimit: number;
}

const headersTimeoutSeconds = 15;

export interface RunningServer {
  /** `http://<host>:<port>`; the port is the system's choice for 0. */
  readonly url: string;
  /** Graceful shutdown: no new connections, running requests finish; what takes longer than `graceMs` is cut. */
  close(graceMs: number): Promise<void>;
}

/** @throws `unavailable` when the address cannot be listened on */
export async function listen(
  { listener, messages, closing, defersContinue }: Served,
  options: ListenOptions,
): Promise<RunningServer> {
  const { requestTimeoutSeconds, keepAliveSeconds, stalledSeconds, connectionsAtOnce, headerLimit, log } = options;
  const timed: RequestListener = (request, response) => {
    timeBody(request, requestTimeoutSeconds, () => answerBrokenRequest(bodyTimeout, request.socket, log));
    listener(request, response);
  };
  const server = createServer(
    {
      ...messages,
      requestTimeout: 0,
      headersTimeout: Math.min(headersTimeoutSeconds, requestTimeoutSeconds) * 1000,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: keepAliveSeconds * 1000,
      maxHeaderSize: headerLimit,
      // Refused by the application, with a body and a line in the log.
      requireHostHeader: false,
    },
    timed,
  );
  server.timeout = stalledSeconds * 1000;
  server.maxConnections = connectionsAtOnce;
  // Header size is limited; by number, Node would silently drop those after the 2,000th: a precondition, say.
  server.maxHeadersCount = 0;
  server.on('checkContinue', (request, response) => {
    if (!defersContinue?.(request)) response.writeContinue();
    timed(request, response);
  });
  // RFC 9110, section 10.1.1: an unknown expectation may be ignored. By itself, Node answers an empty 417.
  server.on('checkExpectation', timed);
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, log));
  server.on('drop', warnOfDrops(connectionsAtOnce, log));
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
  return { url: `http://${host}:${port}`, close: (graceMs) => close(server, graceMs, closing) };
}

/** Throttled to once a minute: a flood of connections must not fill the log as well. */
function warnOfDrops(max: number, log: Log): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - last < 60_000) return;
    last = performance.now();
    log.warn({ connections: max }, 'connections are refused: there are as many as there may be');
  };
}

async function close(server: Server, graceMs: number, closing?: AbortController): Promise<void> {
  closing?.abort();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

/** Error with the code that Node gives a request whose headers are late. */
const bodyTimeout = Object.assign(new Error('The body took too long to arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Half-closed connections: how long a refused client has to read why. */
const lingerMs = 1000;

/** Response that is being sent on a pipelined connection. Node has no public name for it. */
interface Answering {
  readonly _httpMessage?: ServerResponse | null;
}

/**
 * Parse errors never reach the application, but are answered in the same form: after the responses to the whole requests
 * before them on the connection, or by closing it when the request's own response has begun.
 */
function answerBrokenRequest(error: Error, socket: Duplex, log: Log): void {
  const code = errorCode(error);
  const current = (socket as Answering)._httpMessage;
  if (current?.req.complete && !socket.destroyed) {
    current.once('close', () => setImmediate(() => answerBrokenRequest(error, socket, log)));
    return;
  }
  if (!socket.writable || code === 'ECONNRESET' || current?.headersSent) {
    socket.destroy();
    return;
  }
  const [status, message] = refusalOf(code);
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    // Timeout: a client may keep sending, or never close its side.
    () => setTimeout(() => socket.destroy(), lingerMs).unref(),
  );
  // Log injection: nothing of a request that could not be parsed.
  log.info({ status, reason: code }, 'request refused before it was read');
}

function refusalOf(code: string | undefined): [status: number, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The request headers are too large.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request took too long to arrive.'];
  return [400, 'This is not a valid HTTP request.'];
}
