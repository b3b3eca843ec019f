import type { IncomingMessage } from 'node:http';

/** Bytes of a representation; `end` is the first that is not part of it. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The one part that a request asks for (RFC 9110, section 14.2). What is malformed, or names several parts, is no range, as the
 * standard allows.
 *
 * @param etag of the representation: `If-Range` names what a part would complete
 * @returns `null`: all of it; `unsatisfiable`: 416
 */
export function rangeIn(
  { method, headers }: IncomingMessage,
  bytes: number,
  etag: string,
): Range | null | 'unsatisfiable' {
  const { range, 'if-range': condition } = headers;
  if (method !== 'GET' || range === undefined || (condition !== undefined && condition !== etag)) return null;
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (first === '' && last === '') return null;
  if (first === '')
    return Number(last) === 0 || bytes === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, bytes - Number(last)), end: bytes };
  const [start, end] = [Number(first), last === '' ? bytes : Math.min(Number(last) + 1, bytes)];
  if (last !== '' && Number(last) < start) return null;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}
