import { hash } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { xliffLimits } from '../../content/translations/xliff/unit.js';
import { PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import type { Operation } from '../../operations/engine/contract.js';
import { MarkdownText } from '../../operations/engine/markdown.js';
import { withoutProposal } from '../../operations/engine/target.js';
import { SentXliff } from '../../operations/translations/import-texts.js';
import { xliffType } from '../../operations/translations/xliff.js';
import { type Method, methodsWithBody, type Route } from './routes.js';
import { uploadBody } from './upload.js';

const jsonType = /^application\/(?:[a-z0-9.+-]+\+)?json$/i;
const markdownType = /^text\/markdown$/i;

/** Whether it is the media type, in UTF-8, which JSON always is (RFC 8259, section 8.1); other parameters do not matter. */
function isType(contentType: string, wanted: RegExp): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const charsets = parameters.flatMap((parameter) => /^charset *= *"?([^"]*)"?$/i.exec(parameter)?.[1] ?? []);
  return wanted.test(type) && charsets.every((charset) => /^utf-?8$/i.test(charset));
}

/** Parts of an operation that decide on what its body may be. */
type Expected = { readonly [Name in 'markdown' | 'body']?: Operation[Name] | undefined };

/** Parser of the body of a route: a file, a file of translations, or what `bodyParser` reads. */
export function bodyOf(
  { upload, checked, method, operation }: Route,
  limit: number,
  expected: Expected = operation,
): RequestHandler {
  if (checked !== undefined) return xliffBody;
  return upload ? uploadBody : bodyParser(method, limit, expected);
}

/**
 * Body parser: `request.body` becomes any JSON value, a `MarkdownText`, or `undefined` when there is neither a body nor a type of one.
 * Stricter than `express.json()`: a malformed type is refused, and where a body is required, an empty one with the type of JSON is no JSON.
 */
export function bodyParser(method: Method, limit: number, { markdown, body: expected }: Expected = {}): RequestHandler {
  if (!methodsWithBody.has(method)) return (_request, _response, next) => next();
  const takesMarkdown = markdown !== undefined;
  const read = bodyReader(limit);
  return async (request, response, next) => {
    const type = request.get('content-type');
    if (type !== undefined || hasBody(request)) {
      const isMarkdown = takesMarkdown && type !== undefined && isType(type, markdownType);
      if (!isMarkdown && (type === undefined || !isType(type, jsonType))) {
        const types = takesMarkdown ? 'application/json or text/markdown' : 'application/json';
        throw new PortalError('unsupported_media_type', say`Send the body as ${types} in UTF-8.`);
      }
      const body = await read(request, response);
      if (isMarkdown) request.body = new MarkdownText(textOf(body), withoutProposal(request.query));
      else request.body = body.length === 0 && expected?.isOptional ? undefined : parse(body);
    }
    next();
  };
}

const xliffTypes = /^(?:application\/(?:x-)?xliff\+xml|(?:application|text)\/xml|application\/octet-stream)$/i;

/** Reads a file of translations, in the encoding that it says itself. */
const xliffBody: RequestHandler = async (request, response, next) => {
  const [type = ''] = (request.get('content-type') ?? xliffType).split(';');
  if (!xliffTypes.test(type.trim()))
    throw new PortalError('unsupported_media_type', say`Send the body as ${xliffType}.`);
  const bytes = await readXliff(request, response);
  request.body = new SentXliff(bytes, hash('sha256', bytes), withoutProposal(request.query));
  next();
};

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

const readXliff = bodyReader(xliffLimits.bytes);

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch (cause) {
    throw new PortalError('bad_request', 'The request body is not valid UTF-8.', { cause });
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch (cause) {
    throw new PortalError('bad_request', 'The request body is not valid JSON.', { cause });
  }
}

/**
 * A reader of bodies, which it inflates. Empty when there is none.
 *
 * @param limit in bytes
 */
export function bodyReader(limit: number): (request: Request, response: Response) => Promise<Buffer> {
  const read = express.raw({ type: () => true, limit });
  return async (request, response) => {
    await new Promise<void>((resolve, reject) => {
      read(request, response, (error: unknown) => {
        if (!error) return resolve();
        const problem = readError(error, limit);
        // Keep-alive is over: what the client still sends is not read.
        if (problem.code === 'too_large') response.setHeader('Connection', 'close');
        reject(problem);
      });
    });
    return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  };
}

function readError(error: unknown, limit: number): PortalError {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') {
    return new PortalError('too_large', say`The request body is larger than ${limit} bytes.`);
  }
  if (type === 'encoding.unsupported') {
    return new PortalError('unsupported_media_type', 'The Content-Encoding of the body is not supported.');
  }
  return new PortalError('bad_request', 'The request body could not be read.', { cause: error });
}
