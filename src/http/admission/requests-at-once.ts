import type { RequestHandler } from 'express';
import { PortalError } from '../../errors.js';

/** Concurrency limit: 503 while `most` requests run; one ends when its answer is sent or its client has left. */
export function requestsAtOnce(most: number): RequestHandler {
  let running = 0;
  return (_request, response, next) => {
    if (running >= most) {
      throw new PortalError('busy', `The server works on ${most} requests, the most it takes at once. Try again soon.`);
    }
    running += 1;
    response.once('close', () => {
      running -= 1;
    });
    next();
  };
}
