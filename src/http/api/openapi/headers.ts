import type { Json } from './schema.js';

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
  Vary: header('Answers depend on the key; where other sites may ask, on the origin as well.', text, true),
  Link: header('Where the list goes on, as RFC 8288 has it: `<…>; rel="next"`. Absent at its end.', text),
  Location: header('The path of what was created.', { type: 'string', pattern: '^/api/v1/' }, true),
  'X-Accel-Buffering': header('`no`: a proxy is not to hold back the events.', text, true),
  'Idempotency-Replayed': header(
    'Addition. Only there when this is the answer to an earlier request with the same `Idempotency-Key`.',
    { type: 'string', const: 'true' },
  ),
  'Portal-Position': header(
    'Addition. Only there on a portal of many machines that allows older reads: how far the content was that the answer shows.',
    count,
  ),
  Allow: header('The methods that are possible here.', text, true),
  'WWW-Authenticate': header('What is wrong with the key, as RFC 6750 has it.', text),
  'X-RateLimit-Limit': header('How many requests the key has a minute. Absent without a limit.', count),
  'X-RateLimit-Remaining': header('How many of them are left.', count),
  'X-RateLimit-Writes-Limit': header('Of a write: how many the key has a minute. Absent without a limit.', count),
  'X-RateLimit-Writes-Remaining': header('How many of them are left. One that changes nothing takes none.', count),
  'X-RateLimit-Reset': header('When the budget that is used up is whole again, in seconds since 1970.', count),
  'Retry-After': header('After how many seconds to try again.', count),
} satisfies Record<string, Json>;

export type HeaderName = keyof typeof headers;

/** @returns references to the headers, by name */
export function headersOf(...names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const budget = ['X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const;
export const writeBudget = [...budget, 'X-RateLimit-Writes-Limit', 'X-RateLimit-Writes-Remaining'] as const;
export const caching = ['Cache-Control', 'Vary'] as const;
