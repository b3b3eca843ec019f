import type { IncomingMessage, ServerResponse } from 'node:http';
import { PortalError } from '../../errors.js';
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

const positionForm = /^(0|[1-9]\d{0,14})$/;

/** The position that a request has to see. @throws `bad_request` */
export function positionOf({ headers }: IncomingMessage): number | undefined {
  const sent = headers['portal-position'];
  if (sent === undefined) return undefined;
  if (typeof sent === 'string' && positionForm.test(sent)) return Number(sent);
  throw new PortalError('bad_request', 'Portal-Position must be one number, as an answer had it.');
}

/** @param position of the content that an answer shows, or a later one; `null`: reads are never old */
export function positionHeaders(position: number | null): Headers {
  return position === null ? [] : ['Portal-Position', String(position)];
}

interface Answer {
  readonly response: ServerResponse;
  readonly body: Buffer | undefined;
  readonly sent: () => void;
}

let batch: Answer[] = [];

/**
 * Batched send: what is answered in one tick of the event loop goes to its sockets one right after another when the tick ends. To
 * send to a client that sleeps wakes it, which takes longer than all else of an answer from memory; of a batch, only the first does.
 * Only for answers that are made while requests are read: a later one would come after a client's half-close, when nothing is sent.
 *
 * @param sent called when the whole batch is with its sockets
 */
export function sendInBatch(response: ServerResponse, body: Buffer | undefined, sent: () => void): void {
  if (batch.length === 0) setImmediate(sendBatch);
  batch.push({ response, body, sent });
}

function sendBatch(): void {
  const answers = batch;
  batch = [];
  for (const { response, body } of answers) response.end(body);
  for (const { sent } of answers) sent();
}
