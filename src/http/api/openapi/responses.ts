import type { Operation } from '../../../operations/engine/contract.js';
import { stillRunning } from '../../../operations/engine/idempotency.js';
import { staleVersion } from '../../../operations/engine/resource.js';
import type { TSchema } from '../../../validation/schema.js';
import { Problem } from '../../problem.js';
import type { Json, SchemaWriter } from './schema.js';

const header = (description: string, schema: Json, required = false): Json => ({
  description,
  ...(required ? { required } : {}),
  schema,
});
const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** Every header that means something to a client, described once. */
export const headers = {
  'X-Request-Id': header('Names the request in the log and in the commit. Yours, if you sent one.', text, true),
  ETag: header('The version of what the answer shows; strong.', { type: 'string', pattern: '^"[^"]+"$' }, true),
  'Cache-Control': header('Whether the answer may be kept.', text, true),
  Vary: header(
    'Answers depend on the key; where there are several forms, on `Accept`; where other sites may ask, on the origin.',
    text,
    true,
  ),
  Link: header('Where the list goes on, as RFC 8288 has it: `<…>; rel="next"`. Absent at its end.', text),
  Location: header(
    'The path of what was created, or to which it moved.',
    { type: 'string', pattern: '^/api/v1/' },
    true,
  ),
  'Accept-Ranges': header('`bytes`: a part may be asked for, by `Range`.', text, true),
  'Content-Range': header('Which part this is, or how long the whole is.', text, true),
  'Content-Disposition': header('The name to save it under.', text, true),
  'X-Accel-Buffering': header('`no`: a proxy is not to hold back the events.', text, true),
  'Idempotency-Replayed': header(
    'Addition. Only there when this is the answer to an earlier request with the same `Idempotency-Key`.',
    { type: 'string', const: 'true' },
  ),
  'Ignored-Fields': header(
    'Addition. Names in the body that this call does not know and has ignored: dotted paths with percent-encoded names, at most ten ' +
      'and 1 KB; `+3` at the end: three more. Absent when there are none.',
    text,
  ),
  'Markdown-Lost': header(
    'Addition. What a Markdown body has and no block holds, each with its line: `html:12, image:30`; at most ten and 1 KB; `+3` at the ' +
      'end: three more. Absent when nothing was lost.',
    text,
  ),
  Merged: header(
    'Addition. How many blocks and members of the page others had changed meanwhile. Absent when none.',
    count,
  ),
  'Portal-Position': header(
    'Addition. Only there on a portal of many machines that allows older reads: how far the content was that the answer shows.',
    count,
  ),
  Proposal: header('Addition. The number of the proposal that was read or written.', { type: 'integer', minimum: 1 }),
  Allow: header('The methods that are possible here.', text, true),
  'WWW-Authenticate': header('What is wrong with the key, as RFC 6750 has it.', text),
  'X-RateLimit-Limit': header('How many requests the key has a minute. Absent without a limit.', count),
  'X-RateLimit-Remaining': header('How many of them are left.', count),
  'X-RateLimit-Writes-Limit': header('Of a write: how many the key has a minute. Absent without a limit.', count),
  'X-RateLimit-Writes-Remaining': header('How many of them are left. One that changes nothing takes none.', count),
  'X-RateLimit-Reset': header('When the budget that is used up is whole again, in seconds since 1970.', count),
  'Retry-After': header('After how many seconds to try again.', count),
} satisfies Record<string, Json>;

type HeaderName = keyof typeof headers;

/** @returns references to the headers, by name */
export function headerReferences(...names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const budget = ['X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const;
const writeBudget = [...budget, 'X-RateLimit-Writes-Limit', 'X-RateLimit-Writes-Remaining'] as const;
const caching = ['Cache-Control', 'Vary'] as const;

interface Failure {
  readonly name: string;
  readonly description: string;
  /** Headers in addition to those of every failure; default: the budgets. */
  readonly headers?: readonly HeaderName[];
  /** Sent by Node before the application sees the request: it has no header of ours. */
  readonly early?: true;
  readonly message: string;
}

/** Failures that are the same wherever they happen, by status. */
const failures: Readonly<Record<number, Failure>> = {
  308: {
    name: 'Moved',
    description: 'Addition. The id is one of the proposal, which was published: `Location` has the final one.',
    headers: ['Location', ...writeBudget],
    message: 'It was published, and has the id 12.',
  },
  400: {
    name: 'BadRequest',
    description:
      'The body is not valid JSON, the Idempotency-Key is malformed, or there are two Authorization headers.',
    message: 'The request body is not valid JSON.',
  },
  401: {
    name: 'Unauthenticated',
    description: 'There is no key, or one that is unknown, expired or revoked.',
    headers: ['WWW-Authenticate'],
    message: 'Unauthenticated.',
  },
  403: {
    name: 'Forbidden',
    description: 'The key lacks the right, or the API is off for the brand.',
    headers: ['WWW-Authenticate', ...writeBudget],
    message: 'This API key does not have the right "write".',
  },
  404: {
    name: 'NotFound',
    description: 'There is nothing here, or was nothing then, or the module is off for the brand.',
    message: 'Page not found.',
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path was asked with another method than those it has.',
    headers: ['Allow'],
    message: 'The method PUT is not possible here.',
  },
  408: {
    name: 'RequestTimeout',
    description: 'The request took too long to arrive.',
    early: true,
    message: 'The request took too long to arrive.',
  },
  409: {
    // The component's name is part of the published description.
    name: 'Conflict',
    description: 'Addition. A request with this `Idempotency-Key` is still running: send it again in a moment.',
    message: stillRunning,
  },
  410: {
    name: 'Gone',
    description: 'The version to go on from is not in the history any more: read everything again.',
    headers: budget,
    message: 'This version is not in the history of the brand: read everything again, without `since`.',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'If-Match names an older version: another client was faster. Nothing was stored.',
    message: staleVersion,
  },
  413: {
    name: 'TooLarge',
    description: 'The body is too large.',
    message: 'The request body is larger than 4194304 bytes.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description:
      'The body is by its Content-Type neither JSON nor, where it is taken, Markdown; or it is compressed in an unknown way.',
    message: 'Send the body as application/json in UTF-8.',
  },
  429: {
    name: 'RateLimited',
    description: "The key's budget of the minute is used up, or too many keys from this address were none.",
    headers: ['Retry-After', 'X-RateLimit-Reset', ...writeBudget],
    message: 'Too Many Attempts.',
  },
  431: {
    name: 'HeadersTooLarge',
    description: 'The headers of the request are too large.',
    early: true,
    message: 'The request headers are too large.',
  },
  500: {
    name: 'ServerError',
    description: 'An unexpected error. The log says more under the request id.',
    message: 'Server Error',
  },
  503: {
    name: 'Unavailable',
    description:
      "The brand's repository cannot be read or written now; or too much is going on: requests at once on the server, or " +
      'writes or reads of the past waiting in the brand. The message says which. Nothing was stored.',
    headers: ['Retry-After', ...writeBudget],
    message: 'The master data of this brand are missing or damaged.',
  },
  504: {
    name: 'Undecided',
    description:
      'Addition, only on many machines. The shared store does not say whether this was stored: read again to see. If it was, the ' +
      'history has a commit with this request id. Sent again with the same `Idempotency-Key`, it is stored once.',
    message:
      'It is not known whether this was stored: the shared store does not say. If it was, the history has a commit with the ' +
      'Request-Id 01JZ8Q0V5T.',
  },
};

/** The `content` of a response or a request body that is JSON. */
export function jsonContent(schema: Json, example?: unknown): Json {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

/** Reference to the response of a failure, a component that is made the first time. */
export function failureResponse(status: number, responses: Record<string, Json>, writer: SchemaWriter): Json {
  const entry = failures[status];
  if (entry === undefined) throw new Error(`There is no description of the status ${status}`);
  const { name, description, early, message } = entry;
  responses[name] ??= {
    description,
    ...(early ? {} : { headers: failureHeaders(...(entry.headers ?? writeBudget)) }),
    content: jsonContent(writer.write(Problem), { message }),
  };
  return { $ref: `#/components/responses/${name}` };
}

function failureHeaders(...names: readonly HeaderName[]): Json {
  return headerReferences('X-Request-Id', 'Cache-Control', ...names);
}

/** The 422 of an operation. @param problems shapes of its bodies, one or alternatives */
export function invalidInput(problems: readonly TSchema[], writer: SchemaWriter, example: unknown): Json {
  const schemas = problems.map((problem) => writer.write(problem));
  return {
    description: 'What was sent is invalid. Nothing was stored.',
    headers: failureHeaders(...writeBudget),
    content: jsonContent(schemas.length === 1 ? (schemas[0] as Json) : { anyOf: schemas }, example),
  };
}

/** The 412 of a write that merges: a failed precondition has only a message, a merge has `problem` with the conflicts. */
export function mergeConflict(problem: TSchema, writer: SchemaWriter): Json {
  return {
    description:
      'If-Match names an older version; or `base` names none; or there is something to settle. Nothing was stored.',
    headers: failureHeaders(...writeBudget),
    content: jsonContent({ anyOf: [writer.write(problem), writer.write(Problem)] }),
  };
}

export function notModified(...more: readonly HeaderName[]): Json {
  return {
    description: 'Nothing has changed since the version in If-None-Match.',
    headers: headerReferences('X-Request-Id', 'ETag', 'Cache-Control', ...more),
  };
}

/** The 304 of a read of content, which takes from the key's budget. */
export function notModifiedRead(...more: readonly HeaderName[]): Json {
  return notModified('Vary', ...budget, 'Portal-Position', ...more);
}

export const eventStream: Json = {
  description: 'Events, until the stream ends.',
  headers: headerReferences('X-Request-Id', 'Cache-Control', 'Vary', 'X-Accel-Buffering', ...budget),
  content: { 'text/event-stream': { schema: { type: 'string' } } },
};

const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } };

/** The request body of an upload. */
export const fileBody: Json = { required: true, content: bytes };

const fileHeaders = [
  ...(['X-Request-Id', 'ETag', 'Cache-Control', 'Vary', 'Accept-Ranges', 'Content-Disposition'] as const),
  ...(['Portal-Position', ...budget] as const),
];

export const fileResponses: Json = {
  200: { description: 'The file.', headers: headerReferences(...fileHeaders), content: bytes },
  206: {
    description: 'The part of it that `Range` names.',
    headers: headerReferences(...fileHeaders, 'Content-Range'),
    content: bytes,
  },
  304: {
    description: 'It is the one in If-None-Match.',
    headers: headerReferences(...fileHeaders),
  },
  416: {
    description: 'The range is beyond the end of the file.',
    headers: headerReferences(...fileHeaders, 'Content-Range'),
  },
};

/** The response to a call that succeeds. @param schema `null` for an empty body @param more headers of this one only */
export function successResponse(
  schema: Json | null,
  example: unknown,
  { right, body, forms = [], markdown, isReview, isProposable = right === 'write' }: Operation,
  more: readonly HeaderName[],
): Json {
  const texts = forms.map(({ type }) => [type, { schema: { type: 'string' } }]);
  const versioned = schema === null ? [] : (['ETag'] as const);
  const lost = markdown === undefined ? [] : (['Markdown-Lost'] as const);
  const budgets = right === 'write' ? writeBudget : budget;
  const replayed = right === 'write' ? (['Idempotency-Replayed'] as const) : [];
  const ignored = body === undefined ? [] : (['Ignored-Fields'] as const);
  return {
    description: schema === null ? 'Done. The body is empty.' : more.includes('Location') ? 'Created.' : 'Done.',
    headers: headerReferences(
      'X-Request-Id',
      ...versioned,
      ...caching,
      ...budgets,
      ...replayed,
      ...ignored,
      'Portal-Position',
      ...(isProposable || isReview ? (['Proposal'] as const) : []),
      ...more,
      ...lost,
    ),
    ...(schema === null ? {} : { content: { ...jsonContent(schema, example), ...Object.fromEntries(texts) } }),
  };
}
