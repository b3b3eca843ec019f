import type { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';

/**
 * HTTP pipelining: when a client sends several requests at once and leaves, Node emits `close` on the response alone that is
 * being sent, and whatever waits for the end of the others would wait for ever. This emits it on all of the connection.
 */
export function emitCloseOnPipelinedResponses(): RequestHandler {
  const unfinished = new WeakMap<Socket, Set<Response>>();
  return (request, response, next) => {
    const { socket } = request;
    const responses = unfinished.get(socket) ?? new Set();
    if (!unfinished.has(socket)) {
      unfinished.set(socket, responses);
      socket.once('close', () => closeQueued(responses));
    }
    responses.add(response);
    response.once('close', () => responses.delete(response));
    next();
  };
}

function closeQueued(responses: ReadonlySet<Response>): void {
  for (const response of responses) {
    // Node emits it on the response that has the socket.
    if (response.socket !== null) continue;
    response.destroy();
    response.emit('close');
  }
}
