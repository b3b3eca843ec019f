import { type RequestListener, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../log.js';
import { errorCode } from '../store/file-system.js';

/** How long a refused client has to read why. */
const lingerMs = 1000;

const type = 'application/json; charset=utf-8';

/** RFC 9112, section 3.2. Node's own refusal would have no body. */
export function requireHost(app: RequestListener, log: Log): RequestListener {
  return (request, response) => {
    if (request.headers.host !== undefined || request.httpVersion === '1.0') {
      app(request, response);
      return;
    }
    response.writeHead(400, { 'Content-Type': type, Connection: 'close' });
    response.end(JSON.stringify({ message: 'A request needs a Host header.' }));
    logRefusal(log, 400, 'no Host header');
  };
}

/** What is no HTTP request never reaches the application, but gets its answer in the same form. */
export function answerBrokenRequest(error: Error, socket: Duplex, log: Log): void {
  const code = errorCode(error);
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] = refusalOf(code);
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n` +
      `Connection: close\r\n\r\n${body}`,
    // A client that goes on sending, or never closes its side, is not waited for.
    () => setTimeout(() => socket.destroy(), lingerMs).unref(),
  );
  logRefusal(log, status, code);
}

function refusalOf(code: string | undefined): [status: number, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The request headers are too large.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request took too long to arrive.'];
  return [400, 'This is not a valid HTTP request.'];
}

/** Nothing of the request itself: it was not understood. */
function logRefusal(log: Log, status: number, reason: string | undefined): void {
  log.info({ status, reason }, 'request refused before it was read');
}
