import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../../log.js';
import { errorCode } from '../../system-error.js';

/** How long a refused client has to read why. */
const lingerMs = 1000;

/** The answer that has its turn on a connection: Node's own way to tell, which it has no public name for. */
interface Answering {
  readonly _httpMessage?: ServerResponse | null;
}

/**
 * What is no HTTP request never reaches the application, but gets its answer in the same form: after those of the whole
 * requests that came before it on the connection, or by the end of the connection when its own has begun.
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
    // A client that goes on sending, or never closes its side, is not waited for.
    () => setTimeout(() => socket.destroy(), lingerMs).unref(),
  );
  // Nothing of the request itself: it was not understood.
  log.info({ status, reason: code }, 'request refused before it was read');
}

function refusalOf(code: string | undefined): [status: number, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The request headers are too large.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request took too long to arrive.'];
  return [400, 'This is not a valid HTTP request.'];
}
