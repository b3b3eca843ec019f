import { visibleLines } from './display-safety.js';
import { hideApiKeys } from './redaction.js';

/**
 * The closed list of ways a request can fail, each with its status in HTTP. MCP and the workspace each map the codes
 * once, exhaustively; any other thrown value is a bug or a broken machine and is answered without details.
 */
export const statusOf = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  /** Redirect from the provisional id of a proposal to the final one. */
  moved: 308,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  /** A request for an unknown host. */
  misdirected: 421,
  invalid: 422,
  rate_limited: 429,
  busy: 503,
  unavailable: 503,
  /** A write whose outcome is not known. Every other failure of a write says that nothing was stored. */
  undecided: 504,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** Messages by dotted field path, e.g. `{ "blocks.0.type": ["The selected blocks.0.type is invalid."] }`. */
type FieldErrors = Readonly<Record<string, readonly string[]>>;

interface ErrorDetails {
  readonly fields?: FieldErrors;
  /** Further members of the error body, such as `categories`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Seconds until the client may try again. */
  readonly retryAfter?: number | undefined;
  readonly moved?: MovedId;
  readonly cause?: unknown;
}

interface MovedId {
  readonly provisional: number;
  readonly final: number;
}

/**
 * A failure that the caller may be told about. `message` is written for the client and never quotes a library. What it
 * repeats of a request neither steers a terminal nor turns the text around it, and holds no key.
 */
export class PortalError extends Error {
  readonly fields: FieldErrors | undefined;
  readonly extra: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfter: number | undefined;
  readonly moved: MovedId | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(repeatable(message), details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'PortalError';
    this.fields = details.fields && makeFieldsRepeatable(details.fields);
    this.extra = details.extra;
    this.retryAfter = details.retryAfter;
    this.moved = details.moved;
  }
}

/** Makes text of a request safe to send back. */
const repeatable = (text: string): string => hideApiKeys(visibleLines(text));

function makeFieldsRepeatable(fields: FieldErrors): FieldErrors {
  const entries = Object.entries(fields).map(([name, texts]) => [hideApiKeys(name), texts.map(repeatable)]);
  return Object.fromEntries(entries);
}

/** Builds the body of a failure, which is the same for REST and MCP. */
export function problemOf({ message, fields, extra }: PortalError): Record<string, unknown> {
  return { message, ...(fields === undefined ? {} : { errors: fields }), ...extra };
}

export function invalidField(field: string, message: string): PortalError {
  return new PortalError('invalid', message, { fields: { [field]: [message] } });
}

/** Whether an operator must see the failure. */
export function isLogged(error: PortalError | null): boolean {
  return error === null || error.code === 'unavailable' || error.code === 'undecided';
}

/** Adds the request id to the message of an undecided write, because the commit can be found by that id. */
export function withRequestId(error: PortalError, requestId: string): PortalError {
  if (error.code !== 'undecided') return error;
  const advice = `If it was, the history has a commit with the Request-Id ${requestId}.`;
  return new PortalError(error.code, `${error.message} ${advice}`, { cause: error.cause });
}

/** @throws `not_found` if the value is missing */
export function found<T>(value: T | null | undefined, thing: string): T {
  if (value === undefined || value === null) throw notFound(thing);
  return value;
}

export function notFound(thing: string): PortalError {
  return new PortalError('not_found', `${thing} not found.`);
}
