import type { Operation } from '../../../operations/engine/contract.js';
import { stillRunning } from '../../../operations/engine/idempotency.js';
import { staleVersion } from '../../../operations/engine/resource.js';
import { xliffType } from '../../../operations/translations/xliff.js';
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
  'Content-Language': header('Addition. Languages of the texts. Only where `lang` was sent.', text),
  'X-Untranslated': header(
    'Addition. Ids of the blocks of which a text is not in the language that was asked for, and `title`; of a list, ids of its items. At ' +
      'most 1 KB; `+3` at the end means three more. Absent if there are none.',
    text,
  ),
  'X-Request-Id': header('Id of the request in the log and in the commit: yours, if you sent one.', text, true),
  ETag: header(
    'Version of the content in the response, as a strong validator.',
    { type: 'string', pattern: '^"[^"]+"$' },
    true,
  ),
  'Cache-Control': header('Whether caches may store the response.', text, true),
  Vary: header(
    'Request headers that select the response: the key, `Accept` if there are several representations, `Origin` if CORS is on.',
    text,
    true,
  ),
  Link: header('Link to the next page of the list (RFC 8288): `<…>; rel="next"`. Absent on the last page.', text),
  Location: header('Path of the created or moved resource.', { type: 'string', pattern: '^/api/v1/' }, true),
  'Accept-Ranges': header('`bytes`: requests with `Range` are supported.', text, true),
  'Content-Range': header('Range of the file in this response, or its total size.', text, true),
  'Content-Disposition': header('File name for a download.', text, true),
  'X-Accel-Buffering': header('`no`: tells proxies not to buffer the events.', text, true),
  'Idempotency-Replayed': header(
    'Addition. Present if this is the response to an earlier request with the same `Idempotency-Key`.',
    { type: 'string', const: 'true' },
  ),
  'Ignored-Fields': header(
    'Addition. Unknown names in the body, which were ignored: dotted paths with percent-encoded names, at most ten ' +
      'and 1 KB; `+3` at the end means three more. Absent if there are none.',
    text,
  ),
  'Markdown-Lost': header(
    'Addition. Parts of a Markdown body that no block can hold, with their lines: `html:12, image:30`; at most ten and 1 KB; `+3` at ' +
      'the end means three more. Absent if nothing was lost.',
    text,
  ),
  Merged: header(
    'Addition. Number of blocks and members of the page that others changed since your base. Absent if there are none.',
    count,
  ),
  'Metadata-Taken': header(
    'Addition. What was taken out of the metadata of the picture before it was stored: `place`, `serial`, `unread`. Absent if nothing was.',
    text,
  ),
  'Portal-Position': header(
    'Addition. Log position of the content in the response. Only on a portal of many machines that allows older reads.',
    count,
  ),
  Proposal: header('Addition. Number of the proposal that was read or written.', { type: 'integer', minimum: 1 }),
  Allow: header('Methods that this path supports.', text, true),
  'WWW-Authenticate': header('Reason why the key was refused (RFC 6750).', text),
  'X-RateLimit-Limit': header('Requests per minute that the key may make. Absent without a limit.', count),
  'X-RateLimit-Remaining': header('Requests that are left.', count),
  'X-RateLimit-Writes-Limit': header('Writes per minute that the key may make. Absent without a limit.', count),
  'X-RateLimit-Writes-Remaining': header('Writes that are left. A write that changes nothing is not counted.', count),
  'X-RateLimit-Reset': header('Time at which the exceeded budget is full again, in seconds since 1970.', count),
  'Retry-After': header('Seconds after which to try again.', count),
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
    description: 'Addition. The id is from a proposal that has been published. `Location` has the final one.',
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
    description: 'The key is missing, unknown, expired or revoked.',
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
    description: 'The resource does not exist, did not exist at that time, or belongs to a disabled module.',
    message: 'Page not found.',
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not support this method.',
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
    description: 'Addition. A request with this `Idempotency-Key` is still running. Send it again in a moment.',
    message: stillRunning,
  },
  410: {
    name: 'Gone',
    description: 'The version is no longer in the history. Read everything again.',
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
      'The Content-Type is neither JSON nor (where supported) Markdown, or the Content-Encoding is not supported.',
    message: 'Send the body as application/json in UTF-8.',
  },
  429: {
    name: 'RateLimited',
    description: 'The rate limit of the key is exceeded, or this IP address sent too many invalid keys.',
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
    description: 'An unexpected error. The log has details under the request id.',
    message: 'Server Error',
  },
  503: {
    name: 'Unavailable',
    description:
      "The brand's repository cannot be read or written now, or the server is overloaded: too many concurrent requests, or too many " +
      'queued writes or history reads of this brand. The message says which. Nothing was stored.',
    headers: ['Retry-After', ...writeBudget],
    message: 'The master data of this brand are missing or damaged.',
  },
  504: {
    name: 'Undecided',
    description:
      'Addition, only on many machines. It is unknown whether this was stored: read again to see. If it was, the ' +
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

/**
 * The 422 of an operation.
 *
 * @param problems shapes of its bodies, one or alternatives
 */
export function invalidInput(problems: readonly TSchema[], writer: SchemaWriter, example: unknown): Json {
  const schemas = problems.map((problem) => writer.write(problem));
  return {
    description: 'The input is invalid. Nothing was stored.',
    headers: failureHeaders(...writeBudget),
    content: jsonContent(schemas.length === 1 ? (schemas[0] as Json) : { anyOf: schemas }, example),
  };
}

/** The 412 of a write that merges: a failed precondition has only a message, a merge has `problem` with the conflicts. */
export function mergeConflict(problem: TSchema, writer: SchemaWriter): Json {
  return {
    description:
      'If-Match names an older version, `base` is unknown, or there are merge conflicts. Nothing was stored.',
    headers: failureHeaders(...writeBudget),
    content: jsonContent({ anyOf: [writer.write(problem), writer.write(Problem)] }),
  };
}

/** The 409 of a write of texts in a language: a machine does not replace those of people. */
export function refusedTexts(problem: TSchema, writer: SchemaWriter): Json {
  return {
    description: 'The texts are current and by people, or a request with the same Idempotency-Key is still running.',
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

/** The request body of an import of translations. */
export const xliffBody: Json = { required: true, content: { [xliffType]: { schema: { type: 'string' } } } };

const fileHeaders = [
  ...(['X-Request-Id', 'ETag', 'Cache-Control', 'Vary', 'Accept-Ranges', 'Content-Disposition'] as const),
  ...(['Portal-Position', ...budget] as const),
];

export const fileResponses: Json = {
  200: { description: 'The file.', headers: headerReferences(...fileHeaders), content: bytes },
  206: {
    description: 'The requested range of the file.',
    headers: headerReferences(...fileHeaders, 'Content-Range'),
    content: bytes,
  },
  304: {
    description: 'The file has not changed since the version in If-None-Match.',
    headers: headerReferences(...fileHeaders),
  },
  416: {
    description: 'The range is beyond the end of the file.',
    headers: headerReferences(...fileHeaders, 'Content-Range'),
  },
};

/**
 * The response to a call that succeeds.
 *
 * @param schema `null` for an empty body
 * @param more headers of this one only
 */
export function successResponse(
  schema: Json | null,
  example: unknown,
  { effect, body, forms = [], markdown, isProposable, answersAs }: Operation,
  more: readonly HeaderName[],
): Json {
  const texts = forms.map(({ type }) => [type, { schema: { type: 'string' } }]);
  const versioned = schema === null ? [] : (['ETag'] as const);
  const lost = markdown === undefined ? [] : (['Markdown-Lost'] as const);
  const budgets = effect !== 'read' ? writeBudget : budget;
  const replayed = effect !== 'read' ? (['Idempotency-Replayed'] as const) : [];
  const ignored = body === undefined ? [] : (['Ignored-Fields'] as const);
  const written = answersAs === undefined ? jsonContent(schema ?? {}, example) : { [answersAs]: { schema } };
  const content = { ...written, ...Object.fromEntries(texts) };
  const done = more.includes('Location') ? 'Created.' : 'Done.';
  return {
    description: schema === null ? 'Done. The body is empty.' : done,
    headers: headerReferences(
      'X-Request-Id',
      ...versioned,
      ...caching,
      ...budgets,
      ...replayed,
      ...ignored,
      'Portal-Position',
      ...(isProposable || effect === 'review' ? (['Proposal'] as const) : []),
      ...more,
      ...lost,
    ),
    ...(schema === null ? {} : { content }),
  };
}
