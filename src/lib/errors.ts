import { visibleLines } from './display-safety.js';
import { hideApiKeys } from './redaction.js';
import { asSaid, type ErrorText, type Said, say } from './say.js';

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
type FieldErrors<Message> = Readonly<Record<string, readonly Message[]>>;

interface ErrorDetails<Message = ErrorText> {
  readonly fields?: FieldErrors<Message> | undefined;
  /** Further members of the error body, such as `categories`. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds until the client may try again. */
  readonly retryAfter?: number | undefined;
  readonly moved?: MovedId | undefined;
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
  /** The message with its values, and the details as they were given. */
  readonly #said: Said;
  readonly #details: ErrorDetails<Said>;
  readonly fields: FieldErrors<string> | undefined;
  readonly extra: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfter: number | undefined;
  readonly moved: MovedId | undefined;

  constructor(
    readonly code: ErrorCode,
    message: ErrorText,
    details: ErrorDetails = {},
  ) {
    super(repeatable(`${message}`), details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'PortalError';
    this.#said = asSaid(message).with(repeatable);
    const fields = details.fields && mapFields(details.fields, (text) => asSaid(text).with(repeatable));
    this.#details = { ...details, fields };
    this.fields = details.fields && mapFields(details.fields, (text) => repeatable(`${text}`));
    this.extra = details.extra;
    this.retryAfter = details.retryAfter;
    this.moved = details.moved;
  }

  /** Copy of the failure with another message, and other details if given. */
  saying(message: (said: Said) => ErrorText, details: ErrorDetails = this.#details): PortalError {
    return new PortalError(this.code, message(this.#said), details);
  }

  /** Copy of the failure in another language. */
  inWords(translate: (said: Said) => string): PortalError {
    const { fields } = this.#details;
    return this.saying(translate, { ...this.#details, fields: fields && mapFields(fields, translate) });
  }
}

/** Makes text of a request safe to send back. */
const repeatable = (text: string): string => hideApiKeys(visibleLines(text));

function mapFields<From, To>(fields: FieldErrors<From>, change: (message: From) => To): FieldErrors<To> {
  const entries = Object.entries(fields).map(([name, messages]) => [hideApiKeys(name), messages.map(change)]);
  return Object.fromEntries(entries);
}

/** Builds the body of a failure, which is the same for REST and MCP. */
export function problemOf({ message, fields, extra }: PortalError): Record<string, unknown> {
  return { message, ...(fields === undefined ? {} : { errors: fields }), ...extra };
}

export function invalidField(field: string, message: ErrorText): PortalError {
  return new PortalError('invalid', message, { fields: { [field]: [message] } });
}

/** Whether an operator must see the failure. */
export function isLogged(error: PortalError | null): boolean {
  return error === null || error.code === 'unavailable' || error.code === 'undecided';
}

/** Adds the request id to the message of an undecided write, because the commit can be found by that id. */
export function withRequestId(error: PortalError, requestId: string): PortalError {
  if (error.code !== 'undecided') return error;
  return error.saying((said) => say`${said} If it was, the history has a commit with the Request-Id ${requestId}.`);
}

/** @throws `not_found` if the value is missing */
export function found<T>(value: T | null | undefined, thing: ErrorText): T {
  if (value === undefined || value === null) throw notFound(thing);
  return value;
}

export function notFound(thing: ErrorText): PortalError {
  return new PortalError('not_found', say`${asSaid(thing)} not found.`);
}
