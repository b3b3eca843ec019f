import type { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';

/**
 * Tells every answer of a connection when it closes. A client may send several requests at once and leave: Node tells only
 * the answer that is being sent, and whatever waits for the end of the others would wait for ever.
 */
export function tellOfClosedConnections(): RequestHandler {
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
    // One that has the connection is told by Node.
    if (response.socket !== null) continue;
    response.destroy();
    response.emit('close');
  }
}
