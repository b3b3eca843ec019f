import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { etagOf, isNotModified } from './api/response.js';
import { type Headers, setHeaders } from './headers.js';

/** A public, static answer: memoised on the first request, the same until the process ends. */
export function fixedAnswer(type: string, make: () => string | Buffer, headers: Headers = []): RequestHandler {
  let made: { body: Buffer; version: string } | undefined;
  return (request, response) => {
    if (made === undefined) {
      const body = Buffer.from(make());
      made = { body, version: createHash('sha256').update(body).digest('hex') };
    }
    setHeaders(response, [...headers, 'ETag', etagOf(made.version), 'Cache-Control', 'public, no-cache']);
    if (isNotModified(request, made.version)) {
      response.status(304).end();
      return;
    }
    setHeaders(response, ['Content-Type', type, 'Content-Length', String(made.body.length)]);
    response.end(made.body);
  };
}
