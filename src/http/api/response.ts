import type { IncomingMessage } from 'node:http';
import type { Headers } from '../headers.js';

/** A representation of a resource (RFC 9110, section 3.2): the JSON of a successful answer. */
export interface Representation {
  readonly body: Buffer;
  /** Of the resource: its ETag. */
  readonly version: string | null;
  /** Web linking (RFC 8288): where a list goes on. */
  readonly link?: string | undefined;
  /** Whether its address will never have another one. */
  readonly isImmutable?: boolean;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer | undefined;
}

/** Answers depend on the key and change with every write: caches may keep them, but must ask each time. */
export const caching: Headers = ['Cache-Control', 'private, no-cache', 'Vary', 'Authorization'];

/** RFC 8246: it is not asked for again. Caches of several users are not to keep it. */
const immutable: Headers = ['Cache-Control', 'private, max-age=31536000, immutable', 'Vary', 'Authorization'];

export function representationOf(value: unknown, version: string | null, link?: string): Representation {
  return { version, link, body: exactBytes(JSON.stringify(value)) };
}

/** A small buffer is cut from a shared piece of memory, which a cached response would keep whole. */
function exactBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/**
 * A conditional request's reply is 304 without a body, and with the headers of the answer it stands for but for its
 * body's (RFC 9110, section 15.4.5).
 *
 * @param status of a success
 */
export function replyTo(request: IncomingMessage, representation: Representation, status: number): Reply {
  const headers = headersOf(representation);
  if (isNotModified(request, representation.version)) return { status: 304, headers, body: undefined };
  const { body } = representation;
  return { status, headers: [...headers, ...jsonType, 'Content-Length', String(body.length)], body };
}

export const jsonType: Headers = ['Content-Type', 'application/json; charset=utf-8'];

/** Of every answer that shows the resource. */
export function headersOf({ version, link, isImmutable }: Omit<Representation, 'body'>): Headers {
  const kept = isImmutable ? immutable : caching;
  const linked = link === undefined ? kept : ['Link', link, ...kept];
  return version === null ? linked : ['ETag', etagOf(version), ...linked];
}

export function etagOf(version: string): string {
  return `"${version}"`;
}

/** RFC 9110, section 13.1.2: weak comparison. */
export function isNotModified({ headers, method }: IncomingMessage, version: string | null): boolean {
  const header = headers['if-none-match'];
  if (header === undefined || version === null || (method !== 'GET' && method !== 'HEAD')) return false;
  const etag = etagOf(version);
  return (
    header.trim() === '*' || header === etag || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}
