import express, { type RequestHandler } from 'express';
import { queryValue } from '../../operations/engine/target.js';
import type { Route } from './routes.js';

/** Handlers of a route, which with `lang` in the query are those of its translated operation, if it has one. */
export function byLanguage(handlersOf: (route: Route) => RequestHandler[]): (route: Route) => RequestHandler[] {
  return (route) => {
    const { translated, ...rest } = route;
    if (translated === undefined) return handlersOf(route);
    const inLanguage = express.Router({ mergeParams: true });
    inLanguage.use(...handlersOf({ ...rest, operation: translated, takesLang: true }));
    const choose: RequestHandler = (request, response, next) =>
      queryValue(request.query, 'lang') === undefined ? next() : inLanguage(request, response, next);
    return [choose, ...handlersOf(route)];
  };
}
