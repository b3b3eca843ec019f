import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { PortalError } from '../../lib/errors.js';
import type { Result } from '../../operations/engine/call.js';
import type { Operation } from '../../operations/engine/contract.js';
import { firstNames } from '../../validation/violations.js';
import { etagOf, type Headers, isNotModified, jsonType, type Reply } from '../reply.js';
import { tagOf } from './media-type.js';

/** A representation of a resource (RFC 9110, section 3.2): the body of a successful answer. */
export interface Representation<Body = Buffer> {
  readonly body: Body;
  /** Version of the resource: its ETag. */
  readonly version: string | null;
  /** Media type. Default: JSON. */
  readonly mediaType?: string | undefined;
  /** Web linking (RFC 8288): the next page of a list. */
  readonly link?: string | undefined;
  /** Headers that say in which languages the texts are. */
  readonly languages?: Headers;
  /** Whether its address will never have another one. */
  readonly isImmutable?: boolean;
  /** Whether caches may keep it. Default: `true`. */
  readonly isStored?: boolean;
}

/** Answers depend on the key and change with every write: caches may keep them, but must ask each time. */
export const caching: Headers = ['Cache-Control', 'private, no-cache', 'Vary', 'Authorization'];

/** Headers of answers about proposals, which no cache may keep. */
export const notStored: Headers = ['Cache-Control', 'private, no-store', 'Vary', 'Authorization'];

/** RFC 8246: it is not asked for again. Caches of several users are not to keep it. */
const immutable: Headers = ['Cache-Control', 'private, max-age=31536000, immutable', 'Vary', 'Authorization'];

/**
 * The response to a conditional request is 304 without a body, and with the headers of the response it replaces except its
 * body's (RFC 9110, section 15.4.5).
 *
 * @param status of a success
 * @param operation whose answer it is
 */
export function replyTo<Body extends Buffer | Readable>(
  request: IncomingMessage,
  { body, version, mediaType, link, languages = [], isImmutable, isStored = true }: Representation<Body>,
  status: number,
  operation: Operation,
): Reply<Body> {
  const cacheHeaders = isStored ? (isImmutable ? immutable : caching) : notStored;
  const varied = operation.forms === undefined ? cacheHeaders : [...cacheHeaders, 'Vary', 'Accept'];
  const linked = [...(link === undefined ? [] : ['Link', link]), ...languages, ...varied];
  const tag = version === null ? null : tagOf(version, mediaType);
  const headers = tag === null ? linked : ['ETag', etagOf(tag), ...linked];
  if (isNotModified(request, tag)) return { status: 304, headers };
  const type = mediaType === undefined ? jsonType : ['Content-Type', `${mediaType}; charset=utf-8`];
  return { status, headers: [...headers, ...type], body };
}

const positionPattern = /^(0|[1-9]\d{0,14})$/;

/**
 * The position that a request has to see.
 *
 * @throws `bad_request`
 */
export function positionOf({ headers }: IncomingMessage): number | undefined {
  const value = headers['portal-position'];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && positionPattern.test(value)) return Number(value);
  throw new PortalError('bad_request', 'Portal-Position must be one number, as an answer had it.');
}

/** @param position of the content in a response, or a later one; `null` if reads are never old */
export function positionHeaders(position: number | null): Headers {
  return position === null ? [] : ['Portal-Position', String(position)];
}

/** Headers of an answer in a language. */
export const languageHeaders = ({
  languages = [],
  untranslated = [],
}: Pick<Result, 'languages' | 'untranslated'>): Headers =>
  languages.length === 0
    ? []
    : [
        'Content-Language',
        languages.join(', '),
        ...namesHeader('X-Untranslated', untranslated.map(String), untranslated.length),
      ];

/** Header with the first of the names. */
export function namesHeader(header: string, names: readonly string[], max?: number): Headers {
  return names.length === 0 ? [] : [header, firstNames(names, max).join(', ')];
}
