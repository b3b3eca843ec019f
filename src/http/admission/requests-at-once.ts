import type { RequestHandler } from 'express';
import { Semaphores } from '../../concurrency.js';
import { PortalError } from '../../errors.js';

/** Concurrency limit: 503 while `most` requests run; one ends when its answer is sent or its client has left. */
export function requestsAtOnce(most: number): RequestHandler {
  const running = new Semaphores();
  return (_request, response, next) => {
    const release = running.tryAcquire('requests', most);
    if (release === null) {
      throw new PortalError('busy', `The server works on ${most} requests, the most it takes at once. Try again soon.`);
    }
    response.once('close', release);
    next();
  };
}
