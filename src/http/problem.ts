import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { escapeHtml } from '../content/html/write.js';
import { isLogged, PortalError, problemOf, statusOf, withRequestId } from '../lib/errors.js';
import { escapeMisleading } from '../lib/escape-misleading.js';
import { say } from '../lib/say.js';
import type { Log } from '../log.js';
import { ownerOf } from '../service/address-owner.js';
import { toldTo } from '../service/callers.js';
import { Exact, Type } from '../validation/schema.js';
import { toldError } from '../words/errors.js';
import { words } from '../words/words.js';
import { settleWrite, stateOf } from './admission/request.js';
import { withBrowserWords } from './reader-language.js';
import { type Handler, jsonType, type Reply, replying, send, textType } from './reply.js';

const text = Type.String({ description: 'Reason of the failure, in a sentence.' });

export const Problem = Exact({ message: text }, { title: 'Problem', description: 'Reason why a request failed.' });

export const FieldProblem = Exact(
  {
    message: text,
    errors: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Messages by dotted field, e.g. `blocks.0.data.url`.',
    }),
  },
  {
    title: 'FieldProblem',
    description: 'Errors by field. The message is the first one, with the number of the others.',
  },
);

export const CategoryProblem = Exact(
  { message: text, categories: Type.Array(Type.String(), { description: 'The keys there are.' }) },
  { title: 'CategoryProblem', description: 'The category does not exist.' },
);

export const unknownRoute: RequestHandler = () => {
  throw new PortalError('not_found', 'There is nothing at this address.');
};

export function methodNotAllowed(methods: readonly string[]): RequestHandler {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return (request, response) => {
    response.setHeader('Allow', allow);
    throw new PortalError('method_not_allowed', say`The method ${request.method} is not possible here.`);
  };
}

const methodNames = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

interface TableRow {
  readonly method: keyof typeof methodNames;
  readonly path: string;
}

/**
 * Adds the routes of a table; any other method of their paths is 405.
 *
 * @param preflight answers OPTIONS
 */
export function addRoutes<Row extends TableRow>(
  router: Router,
  rows: readonly Row[],
  handlersOf: (row: Row) => RequestHandler[],
  preflight?: (methods: readonly string[]) => RequestHandler,
): Router {
  for (const path of new Set(rows.map((row) => row.path))) {
    const all = rows.filter((row) => row.path === path);
    const methods = all.map(({ method }) => method);
    const at = router.route(path);
    for (const row of all) at[methodNames[row.method]](...handlersOf(row));
    if (preflight !== undefined) at.options(preflight(methods));
    at.all(methodNotAllowed(methods));
  }
  return router;
}

export function addRoute(
  router: Router,
  method: TableRow['method'],
  path: string,
  ...handlers: readonly RequestHandler[]
): void {
  addRoutes(router, [{ method, path }], () => [...handlers]);
}

/** @param answers to GET, by path; any other method is 405 */
export function getOnly(
  answers: Readonly<Record<string, Handler>>,
  router = express.Router({ caseSensitive: true }),
): Router {
  const rows = Object.entries(answers).map(([path, answer]) => ({ method: 'GET', path, answer }) as const);
  return addRoutes(router, rows, ({ answer }) => [replying(answer)]);
}

/**
 * Makes the response to a failure.
 *
 * @param problem `null` for an unexpected failure
 */
type ProblemFormat = (problem: PortalError | null, response: Response) => Reply | Promise<Reply>;

const asJson: ProblemFormat = (problem) => {
  const body = problem === null ? { message: 'Server Error' } : problemOf(problem);
  return { headers: jsonType, body: escapeMisleading(JSON.stringify(body)) };
};

/** Problem details (RFC 9457), for the scripts of pages. */
export const asProblem: ProblemFormat = (problem) => {
  const status = problem === null ? 500 : statusOf[problem.code];
  const { message: title, ...rest } =
    problem === null ? { message: words().gate.serverError } : problemOf(toldError(problem));
  // Scripts compare the English sentence, people read the title.
  const body = { title, status, reason: problem?.message, ...rest };
  return {
    headers: ['Content-Type', 'application/problem+json'],
    body: escapeMisleading(JSON.stringify(body)),
  };
};

/** Plain text, for clients that show it to people. */
export const asText: ProblemFormat = (problem) => ({
  headers: textType,
  body: `${problem?.message ?? 'Server Error'}\n`,
});

/** Whether the answer is a page: browsers get one, except at addresses for programs. */
function wantsPage(request: Request): boolean {
  return ownerOf(request.originalUrl) !== 'programs' && request.accepts(['json', 'html']) === 'html';
}

/** A page for browsers, except at addresses for programs. */
export const asPage: ProblemFormat = (problem, response) => {
  const { req: request } = response;
  if (!wantsPage(request)) return asJson(problem, response);
  const body = withBrowserWords(request, () => problemPage(problem));
  return { headers: ['Content-Type', 'text/html; charset=utf-8', 'Vary', 'Accept'], body };
};

function problemPage(problem: PortalError | null): string {
  const { language, gate: texts, common } = words();
  const title = problem === null ? texts.serverError : toldError(problem).message;
  const { address } = problem?.extra ?? {};
  const links =
    problem?.code === 'misdirected'
      ? [typeof address === 'string' ? link(address, address) : '']
      : [link('/-/workspace', texts.start), link('/docs', texts.api)];
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${common.product}</title>`;
  const main = `<main><h1>${escapeHtml(title)}</h1>${links.join('')}</main>`;
  return `<!DOCTYPE html>\n<html lang="${language}"><head>${head}</head><body>${main}</body></html>\n`;
}

const link = (href: string, text: string): string => `<p><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>`;

/** Error handler: `{ message, errors? }` by default. An unexpected error is logged, and answered without details. */
export function problems(log: Log, format: ProblemFormat = asJson): ErrorRequestHandler {
  return async (error: unknown, _request, response, next) => {
    const { requestId, identity } = stateOf(response);
    const found = toProblem(identity === undefined ? error : toldTo(identity.actor, error));
    const problem = found && withRequestId(found, requestId);
    if (isLogged(problem)) log.error({ requestId, err: error }, 'request failed');
    settleWrite(response, false);
    if (response.headersSent) {
      next(error);
      return;
    }
    const isOverSoon = problem?.code === 'unavailable' || problem?.code === 'busy';
    const retryAfter = problem?.retryAfter ?? (isOverSoon ? 1 : undefined);
    if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
    if (problem?.moved !== undefined) {
      const { provisional, final } = problem.moved;
      response.setHeader('Location', response.req.originalUrl.replace(`/${provisional}`, `/${final}`));
    }
    response.removeHeader('ETag');
    response.setHeader('Cache-Control', 'no-store');
    const status = problem === null ? 500 : statusOf[problem.code];
    await send(response, { ...(await format(problem, response)), status });
  };
}

function toProblem(error: unknown): PortalError | null {
  if (error instanceof PortalError) return error;
  // Express throws it for a path that cannot be percent-decoded.
  if (error instanceof URIError) return new PortalError('not_found', 'There is nothing at this address.');
  return null;
}
