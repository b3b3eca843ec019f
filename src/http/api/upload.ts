import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { StoredMedium } from '../../content/media.js';
import { PortalError } from '../../lib/errors.js';
import { authorize } from '../../operations/engine/access.js';
import type { Call, Result } from '../../operations/engine/call.js';
import { readQuery, reportUnknown } from '../../operations/engine/input.js';
import { withoutProposal } from '../../operations/engine/target.js';
import { storeFile } from '../../service/files/uploads.js';
import type { Service } from '../../service/service.js';
import type { Static } from '../../validation/schema.js';
import { Violations } from '../../validation/violations.js';
import { bearer } from '../admission/admission.js';
import { timeByProgress } from '../node/body-deadline.js';
import type { FileQuery, keepingQuery, uploadQuery } from './routes.js';

/** Time for a refused client to stop sending and read why. */
const lingerMs = 5000;

/** Whether a request waits until it is asked for its body: it may be refused before a byte of a file is sent. */
export function defersContinue({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'POST' || method === 'PUT') && /^\/api\/v1\/media(?:[/?]|$)/.test(url);
}

/**
 * The body is left unread: it is a stream of bytes of any type.
 *
 * @throws `unsupported_media_type`
 */
export const uploadBody: RequestHandler = (request, response, next) => {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  timeByProgress(request);
  response.once('finish', () => {
    if (!request.complete) setTimeout(() => request.complete || request.socket.destroy(), lingerMs).unref();
  });
  // The client is still waiting to send its body, so the connection cannot be reused.
  if (isWaiting(request)) response.setHeader('Connection', 'close');
  if (encoding.toLowerCase() !== 'identity') {
    throw new PortalError('unsupported_media_type', 'Send the file as it is, without a Content-Encoding.');
  }
  next();
};

const isWaiting = ({ headers }: IncomingMessage): boolean => headers.expect?.toLowerCase() === '100-continue';

/** What a query may say: each says a part of it. */
type KnownQuery = Static<typeof keepingQuery> & Static<typeof uploadQuery>;

/**
 * @param query schema of what the address says of the file
 * @param confirm called when the file has arrived whole
 * @throws PortalError
 */
export async function receiveFile(
  service: Service,
  call: Call,
  request: Request,
  response: Response,
  query: FileQuery,
  confirm: () => Promise<void>,
): Promise<Result<StoredMedium>> {
  const violations = new Violations();
  const sentQuery = withoutProposal(request.query);
  reportUnknown(Object.keys(query.properties), sentQuery, violations);
  const known = readQuery(query, sentQuery, violations);
  if (known === null || violations.any) throw violations.toError();
  const { name, keep_place, ...metadata } = known as KnownQuery;
  const { id } = request.params;
  const length = request.headers['content-length'];
  const sent = {
    name,
    metadata,
    keepsPlace: keep_place === 'yes',
    ...(typeof id === 'string' ? { replaces: id } : {}),
    // People see the name of their file as its title.
    fallbackTitle: call.via === 'backend' ? name.replace(/(.)\.[^.]*$/, '$1') : undefined,
    bytes: length === undefined ? undefined : Number(length),
    digest: digestIn(request.get('content-digest')),
  };
  const result = await storeFile(service, call, bytesOf(request, response), sent, confirm);
  if (result.taken.length > 0) response.setHeader('Metadata-Taken', result.taken.join(', '));
  if (result.mayHavePlace && call.via === 'backend') response.setHeader('May-Contain-Place', 'yes');
  return result;
}

/**
 * Refuses a key that has ended while its file arrived.
 *
 * @throws `unauthenticated`, `forbidden`
 */
export async function confirmKey(service: Service, response: Response, { actor, proposal }: Call): Promise<void> {
  const now = await service.callers.identifyById(actor.id);
  const access = { right: 'write', effect: 'write', module: 'media_upload' } as const;
  if (now !== null) return authorize(access, now.actor, now.brand, proposal !== undefined);
  response.setHeader('WWW-Authenticate', bearer.challenge(true));
  throw new PortalError('unauthenticated', 'The key ended meanwhile. Nothing was stored.');
}

async function* bytesOf(request: IncomingMessage, response: ServerResponse): AsyncGenerator<Buffer> {
  if (isWaiting(request)) {
    response.removeHeader('Connection');
    response.writeContinue();
  }
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } catch (cause) {
    throw new PortalError('bad_request', 'The file did not arrive as a whole. Nothing was stored.', { cause });
  }
}

/**
 * SHA-256 in a `Content-Digest` (RFC 9530), hex; other algorithms are not looked at.
 *
 * @throws `bad_request`
 */
function digestIn(header: string | undefined): string | undefined {
  const [, sent] = /(?:^|,)\s*sha-256\s*=\s*([^,]*)/i.exec(header ?? '') ?? [];
  if (sent === undefined) return undefined;
  const [, encoded] = /^:([A-Za-z0-9+/]{43}=):\s*$/.exec(sent) ?? [];
  if (encoded === undefined)
    throw new PortalError('bad_request', 'The Content-Digest has the form sha-256=:<base64>:.');
  return Buffer.from(encoded, 'base64').toString('hex');
}
