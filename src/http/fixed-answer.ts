import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { etagOf, type Headers, isNotModified, setHeaders } from './api/response.js';

/** An answer for anybody: made when it is first asked for, the same until the process ends. */
export function fixedAnswer(type: string, make: () => string | Buffer, headers: Headers = []): RequestHandler {
  let made: { body: Buffer; version: string } | undefined;
  return (request, response) => {
    if (made === undefined) {
      const body = Buffer.from(make());
      made = { body, version: createHash('sha256').update(body).digest('hex') };
    }
    setHeaders(response, [...headers, 'ETag', etagOf(made.version), 'Cache-Control', 'public, no-cache']);
    if (isNotModified(request, made)) {
      response.status(304).end();
      return;
    }
    setHeaders(response, ['Content-Type', type, 'Content-Length', String(made.body.length)]);
    response.end(made.body);
  };
}
