import type { IncomingMessage } from 'node:http';

/** Least progress of an upload: bytes in an interval. */
const leastBytes = 64 * 1024;

const progressSeconds = 30;

interface Deadline {
  readonly timer: NodeJS.Timeout;
  readonly cut: () => void;
}

const deadlines = new WeakMap<IncomingMessage, Deadline>();

/**
 * Deadline of a request's body. Node's own (`requestTimeout`) is one for all requests of a server, and an upload may take longer.
 *
 * @param cut called when the body has not arrived by then
 */
export function timeBody(request: IncomingMessage, seconds: number, cut: () => void): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return;
  const timer = setTimeout(() => request.complete || cut(), seconds * 1000).unref();
  deadlines.set(request, { timer, cut });
  request.once('close', () => clearTimeout(timer));
}

/**
 * Gives the body of an upload as long as it takes, while it makes progress.
 *
 * @param seconds of an interval
 */
export function timeByProgress(request: IncomingMessage, seconds = progressSeconds): void {
  const deadline = deadlines.get(request);
  if (deadline === undefined) return;
  clearTimeout(deadline.timer);
  const { socket } = request;
  let before = socket.bytesRead;
  const check = (): void => {
    if (request.complete) return;
    // Unread bytes were sent in time: the server is slow, not the client.
    if (request.readableLength === 0 && socket.bytesRead - before < leastBytes) deadline.cut();
    before = socket.bytesRead;
  };
  const timer = setInterval(check, seconds * 1000).unref();
  request.once('close', () => clearInterval(timer));
}
