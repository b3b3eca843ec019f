import express, { type RequestHandler } from 'express';
import { queryValue } from '../../operations/engine/target.js';
import type { Route } from './routes.js';

/**
 * Handlers of a route: with `lang` in the query those of its translated operation, with `check` those of the operation that changes
 * nothing, if it has one.
 */
export function byLanguage(handlersOf: (route: Route) => RequestHandler[]): (route: Route) => RequestHandler[] {
  return (route) => {
    const { translated, checked, ...rest } = route;
    const other: Route | null =
      translated !== undefined
        ? { ...rest, operation: translated, takesLang: true }
        : checked !== undefined
          ? { ...rest, operation: checked, checked }
          : null;
    if (other === null) return handlersOf(route);
    const others = express.Router({ mergeParams: true });
    others.use(...handlersOf(other));
    const name = translated ? 'lang' : 'check';
    const choose: RequestHandler = (request, response, next) =>
      queryValue(request.query, name) === undefined ? next() : others(request, response, next);
    return [choose, ...handlersOf(route)];
  };
}
