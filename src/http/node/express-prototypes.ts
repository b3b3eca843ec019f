import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** Classes of a server's requests and responses: options of `createServer` from `node:http`. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Prototypes that Express sets on each request and response, as classes. Where a server constructs them from these, Express
 * has nothing left to change. Changing a prototype later costs more than all else that Express
 * does, and keeps a request's data in memory until V8 collects its old generation.
 */
export function expressPrototypes(app: Express): MessageClasses {
  class Request extends IncomingMessage {}
  class Response<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  app.request = Request.prototype as Express['request'];
  app.response = Response.prototype as Express['response'];
  return { IncomingMessage: Request, ServerResponse: Response };
}
