import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../../log.js';
import { errorCode } from '../../system-error.js';

/** Half-closed connections: how long a refused client has to read why. */
const lingerMs = 1000;

/** Response that has its turn on a pipelined connection. Node has no public name for it. */
interface Answering {
  readonly _httpMessage?: ServerResponse | null;
}

/**
 * Parse errors never reach the application, but are answered in the same form: after the responses to the whole requests
 * before them on the connection, or by closing it when the request's own response has begun.
 */
export function answerBrokenRequest(error: Error, socket: Duplex, log: Log): void {
  const code = errorCode(error);
  const turn = (socket as Answering)._httpMessage;
  if (turn?.req.complete && !socket.destroyed) {
    turn.once('close', () => setImmediate(() => answerBrokenRequest(error, socket, log)));
    return;
  }
  if (!socket.writable || code === 'ECONNRESET' || turn?.headersSent) {
    socket.destroy();
    return;
  }
  const [status, message] = refusalOf(code);
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    // Timeout: a client may go on sending, or never close its side.
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
