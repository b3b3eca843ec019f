import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { invalidField, PortalError } from '../../lib/errors.js';
import { inOwnMemory } from '../../lib/own-memory.js';
import type { Via } from '../../operations/engine/access.js';
import type { Call, Result } from '../../operations/engine/call.js';
import { ItemStream } from '../../operations/engine/contract.js';
import { idempotencyKeyForm, idempotencyKeyRule } from '../../operations/engine/idempotency.js';
import { isFixedByCommit, type Precondition, versionIn } from '../../operations/engine/resource.js';
import { proposalIn, queryValue, withoutProposal } from '../../operations/engine/target.js';
import { callOfIdentity, type KeyIdentity } from '../../service/callers.js';
import type { Service } from '../../service/service.js';
import { message } from '../../validation/violations.js';
import { identityOf, settleWrite, stateOf } from '../admission/request.js';
import type { Handler, Headers, Reply } from '../reply.js';
import { preferredTypes } from './media-type.js';
import { caching, languageHeaders, namesHeader, notStored, positionHeaders, positionOf, replyTo } from './response.js';
import type { ResponseCache } from './response-cache.js';
import { apiPrefix, type Route } from './routes.js';
import { receiveFile } from './upload.js';

/** An entry point over HTTP that runs operations: the API, or the workspace. */
export interface EntryPoint {
  readonly via: Via;
  /** `null` if responses are not cached here. */
  readonly cache: ResponseCache | null;
  /**
   * Checks access once more, when a file has arrived whole.
   *
   * @throws PortalError
   */
  confirm(request: Request, response: Response, call: Call): Promise<void>;
}

/** Runs the route's operation and replies with its result. */
export function perform(service: Service, route: Route, entry: EntryPoint): Handler {
  return async (request, response) => {
    const call = callOf(request, response, route, entry.via);
    const result = await run(service, route, call, entry, request, response);
    settleWrite(response, result.isCommitted === true);

    const reply = replyWith(request, identityOf(stateOf(response)), route, result, entry.cache);
    const headers: Headers = [
      ...positionHeaders(service.positionNow(call.slug)),
      ...resultHeaders(result, route, entry.via),
      ...(reply.headers ?? []),
    ];
    return { ...reply, headers };
  };
}

/**
 * A blank name of what a write goes to would send it elsewhere: to the source, live, or past the check.
 *
 * @throws `invalid`
 */
function requireTargets(query: Request['query'], more: readonly 'check'[]): void {
  for (const name of ['lang', 'proposal', ...more] as const) {
    if (Object.hasOwn(query, name) && queryValue(query, name) === undefined)
      throw invalidField(name, message.required(name));
  }
}

function run(
  service: Service,
  { operation, upload, takesLang, checked }: Route,
  call: Call,
  entry: EntryPoint,
  request: Request,
  response: Response,
): Promise<Result> {
  const lang = queryValue(request.query, 'lang');
  if (operation.effect !== 'read') requireTargets(request.query, checked === undefined ? [] : ['check']);
  if (lang !== undefined && !takesLang && operation.effect !== 'read')
    throw invalidField('lang', 'Only texts are written in a language: leave out lang.');
  if (upload !== undefined) {
    return receiveFile(service, call, request, response, upload, () => entry.confirm(request, response, call));
  }
  const params = takesLang ? { ...request.params, lang } : request.params;
  const { body } = request;
  const query = operation.effect !== 'read' ? withoutProposal(request.query) : request.query;
  const { forms = [] } = operation;
  const form = preferredTypes(request).find((preferred) => forms.some(({ type }) => type === preferred));
  return service.run(operation, call, { params, query, body, form });
}

/** Headers that say what an operation did. */
function resultHeaders(result: Result, { created }: Route, via: Via): Headers {
  const { isReplayed, commit, merged, ignored = [], lost = [], proposal } = result;
  return [
    isReplayed ? ['Idempotency-Replayed', 'true'] : [],
    via === 'backend' && commit ? ['Commit', commit] : [],
    merged?.applied ? ['Merged', String(merged.applied)] : [],
    namesHeader('Ignored-Fields', ignored),
    namesHeader('Markdown-Lost', lost),
    created ? ['Location', locationOf(result)] : [],
    proposal == null ? [] : ['Proposal', String(proposal)],
  ].flat();
}

/**
 * The call of an operation that a request asks for.
 *
 * @throws `bad_request`
 */
export function callOf(request: Request, response: Response, { operation }: Route, via: Via = 'rest'): Call {
  const state = stateOf(response);
  const { requestId, arrivedMs: sinceMs } = state;
  const isWrite = operation.effect !== 'read';
  const precondition = isWrite ? parseIfMatch(request.get('if-match')) : null;
  const idempotencyKey = isWrite ? parseIdempotencyKey(request.get('idempotency-key')) : undefined;
  const position = positionOf(request);
  const who = callOfIdentity(identityOf(state));
  const named = isWrite && operation.isProposable ? proposalIn(request.query) : undefined;
  const proposal = operation.filesOfProposal === undefined ? named : 'new';
  return { ...who, via, requestId, precondition, position, sinceMs, idempotencyKey, proposal };
}

/** Address of the page, medium or proposal that was created. */
function locationOf({ resource, proposal }: Result): string {
  if (resource === null || !('id' in resource)) return `${apiPrefix}/proposals/${proposal}`;
  const { kind, id } = resource;
  const query = proposal == null ? '' : `?proposal=${proposal}`;
  return `${apiPrefix}/${kind === 'media' ? 'media' : 'pages'}/${id}${query}`;
}

function replyWith(
  request: Request,
  identity: KeyIdentity,
  route: Route,
  result: Result,
  cache: EntryPoint['cache'],
): Reply {
  const { value, version, resource, next, asOf, text, isPrivate, proposal } = result;
  const isStored = proposal === undefined && route.operation.apiChapter !== 'Proposals';
  if (value === undefined) return { status: route.status, headers: isStored ? caching : notStored };
  const url = request.originalUrl;
  const link = next === undefined ? undefined : `<${addressWith(url, next)}>; rel="next"`;
  const store = (body: Buffer): Buffer => {
    // An answer about the past has no current version to be validated by.
    const isCurrent = route.method === 'GET' && asOf === undefined;
    if (isCurrent && !isPrivate && resource !== null && version !== null) {
      cache?.store(identity, request, url, { route, resource, version, mediaType, link, languages, body });
    }
    return body;
  };
  const mediaType = text?.type;
  const languages = languageHeaders(result);
  const body =
    value instanceof ItemStream
      ? Readable.from(jsonArray(value, cache?.maxEntryBytes ?? 0, store), { objectMode: false })
      : store(inOwnMemory(Buffer.from(text?.text ?? JSON.stringify(value))));
  return replyTo(
    request,
    {
      body,
      version,
      mediaType,
      link,
      languages,
      isImmutable: asOf === 'commit' && isFixedByCommit(resource),
      isStored,
    },
    route.status,
    route.operation,
  );
}

/** Characters of JSON that are sent together. */
const chunkSize = 64 * 1024;

/**
 * A JSON array, made while it is sent.
 *
 * @param whole takes all of it at the end, when it has at most `maxBytes`
 */
async function* jsonArray(
  { items }: ItemStream,
  maxBytes: number,
  whole: (body: Buffer) => void,
): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const bytesOf = (text: string): Buffer => {
    const bytes = Buffer.from(text);
    size += bytes.length;
    if (size <= maxBytes) chunks.push(bytes);
    return bytes;
  };
  let text = '[';
  let separator = '';
  for await (const item of items) {
    text += separator + JSON.stringify(item);
    separator = ',';
    if (text.length < chunkSize) continue;
    yield bytesOf(text);
    text = '';
    // Yields to other requests: pages in memory are read without waiting.
    await setImmediate();
  }
  yield bytesOf(`${text}]`);
  if (size <= maxBytes) whole(Buffer.concat(chunks));
}

/** Relative reference (RFC 3986, section 4.2) to an address with other query names. */
function addressWith(address: string, names: Readonly<Record<string, string>>): string {
  const url = new URL(address, 'http://portal.invalid');
  for (const [name, value] of Object.entries(names)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/**
 * `If-Match` (RFC 9110, section 13.1.1): strong comparison, so a weak tag never matches, nor does one without quotes.
 *
 * @throws `bad_request` when it is empty: the client meant to protect its change
 */
function parseIfMatch(header: string | undefined): Precondition | null {
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
function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (idempotencyKeyForm.test(key)) return key;
  throw new PortalError('bad_request', `The Idempotency-Key must be ${idempotencyKeyRule} inside.`);
}
