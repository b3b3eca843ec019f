import { createHash } from 'node:crypto';
import express, { type RequestHandler, type Router } from 'express';
import { stringify } from 'yaml';
import { etagOf, isNotModified, setHeaders } from '../answer.js';
import { methodNotAllowed } from '../problem.js';
import { apiPrefix } from '../routes.js';
import { describeApi } from './document.js';

/** The API's description, for anybody: made when it is first asked for, the same until the process ends. */
export function description(): Router {
  const router = express.Router({ caseSensitive: true });
  const serve = (path: string, type: string, encode: (document: object) => string): void => {
    router
      .route(path)
      .get(once(type, encode))
      .all(methodNotAllowed(['GET']));
  };
  serve('/openapi.json', 'application/json; charset=utf-8', (document) => `${JSON.stringify(document, null, 2)}\n`);
  serve('/openapi.yaml', 'application/yaml', (document) => stringify(document, { aliasDuplicateObjects: false }));
  return router;
}

function once(type: string, encode: (document: object) => string): RequestHandler {
  let made: { body: Buffer; version: string } | undefined;
  return (request, response) => {
    if (made === undefined) {
      const body = Buffer.from(encode(describeApi(apiPrefix)));
      made = { body, version: createHash('sha256').update(body).digest('hex') };
    }
    setHeaders(response, [
      ['ETag', etagOf(made.version)],
      ['Cache-Control', 'public, no-cache'],
    ]);
    if (isNotModified(request, made)) {
      response.status(304).end();
      return;
    }
    setHeaders(response, [
      ['Content-Type', type],
      ['Content-Length', String(made.body.length)],
    ]);
    response.end(made.body);
  };
}
