import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { type ErrorCode, isLogged, PortalError, problemOf, withRequestId } from '../lib/errors.js';
import { hideApiKeys } from '../lib/redaction.js';
import type { Log } from '../log.js';
import type { Operation } from '../operations/engine/contract.js';
import { toldTo } from '../service/callers.js';
import type { Caller } from './caller.js';

/** Advice to an agent about a failure, after its message. */
const advice: Record<ErrorCode, string> = {
  bad_request: '',
  unauthenticated: 'Ask for a valid key.',
  forbidden: 'Ask for a key that may do this.',
  not_found: 'Use a tool and an id that tools/list and the listing tools show.',
  method_not_allowed: '',
  conflict: 'Wait for the first call to end, then repeat it.',
  moved: 'Use the new id.',
  gone: 'Read everything again, and go on from there.',
  precondition_failed:
    'Read it again, with the proposal if it is in one, and repeat the call with the version of that answer as expected_version, or as base.',
  misdirected: '',
  too_large: 'Send it in smaller parts.',
  unsupported_media_type: '',
  invalid: 'Correct what is named and call again.',
  rate_limited: 'Wait a minute.',
  busy: 'Try again in a second.',
  unavailable: 'Try again in a second.',
  undecided: 'Read it again: what you see then is what counts. Repeat the call only if it is not there.',
};

/** Failures after which an agent may believe that a part of its write was stored. */
const maySeemStored: ReadonlySet<ErrorCode> = new Set(['invalid', 'busy', 'unavailable']);

/**
 * A failed call as a tool's result. Its first text says what to change. Its second text is JSON with `code` and the
 * body of the API's error. The result has no structured content, because clients may check that against the output
 * schema, which describes successes only.
 */
export function failureResult(error: PortalError, effect: Operation['effect']): CallToolResult {
  const { code, message, fields = {}, extra = {} } = error;
  const lines = Object.entries(fields).flatMap(([field, messages]) => messages.map((line) => `- ${field}: ${line}`));
  if (Array.isArray(extra.categories)) lines.push(`Valid categories: ${extra.categories.join(', ')}.`);

  // Messages of a merge with conflicts, and of texts of people, already say what settles them.
  if (extra.merged === undefined && extra.texts === undefined) {
    const isUnstored = effect !== 'read' && maySeemStored.has(code);
    lines.push(isUnstored ? `Nothing was stored. ${advice[code]}` : advice[code]);
  }
  const text = [message, ...lines].filter((line) => line !== '').join('\n');
  const problem = JSON.stringify({ code, ...problemOf(error) });
  return { isError: true, content: [text, problem].map((part) => ({ type: 'text', text: part })) };
}

/**
 * Converts a failure of any method except `tools/call`.
 *
 * @param uri of the resource that was asked for
 */
export function protocolError(error: PortalError, uri?: string): ProtocolError {
  const { code, message } = error;
  if (code === 'not_found' && uri !== undefined) return new ResourceNotFoundError(hideApiKeys(uri), message);
  const isClientError = code === 'not_found' || code === 'invalid' || code === 'bad_request';
  const protocolCode = isClientError ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(protocolCode, message, { code, ...problemOf(error) });
}

/** Runs `answer`. An unexpected failure is logged, and the client gets no details of it. */
export async function guarded<T>(
  log: Log,
  { request: { requestId }, identity }: Pick<Caller, 'request' | 'identity'>,
  answer: () => Promise<T>,
  onFailure: (error: PortalError) => T,
): Promise<T> {
  try {
    return await answer();
  } catch (cause) {
    const error = toldTo(identity.actor, cause);
    if (error instanceof ProtocolError) throw error;
    const problem = error instanceof PortalError ? withRequestId(error, requestId) : null;
    if (isLogged(problem)) log.error({ requestId, err: error }, 'request failed');
    if (problem !== null) return onFailure(problem);
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Server Error');
  }
}
