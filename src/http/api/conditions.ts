import { PortalError } from '../../lib/errors.js';
import { idempotencyKeyForm } from '../../operations/engine/idempotency.js';
import type { Precondition } from '../../operations/engine/precondition.js';
import { versionIn } from '../../operations/engine/resource.js';

/**
 * `If-Match` (RFC 9110, section 13.1.1): strong comparison, so a weak tag never matches, nor does one without quotes.
 *
 * @throws `bad_request` when it is empty: the client meant to protect its change
 */
export function parseIfMatch(header: string | undefined): Precondition | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return { any: true };
  if (/^[\s,]*$/.test(header)) {
    throw new PortalError('bad_request', 'If-Match is empty. Send the ETag of what you read, or leave the header out.');
  }
  const versions = [...header.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag]) =>
    weak ? [] : [versionIn(tag as string)],
  );
  return { versions };
}

/**
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a string in quotes, or as many clients send it, without them.
 *
 * @throws `bad_request`
 */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (idempotencyKeyForm.test(key)) return key;
  throw new PortalError(
    'bad_request',
    'The Idempotency-Key must be 1 to 255 visible ASCII characters, without quotes and backslashes inside.',
  );
}
