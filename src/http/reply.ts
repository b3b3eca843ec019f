import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { errorCode } from '../lib/system-error.js';

/** A response before it is written. */
export interface Reply<Body = Buffer | string | Readable> {
  readonly status?: number;
  /** Added to those that are set on the response. */
  readonly headers?: Headers;
  readonly body?: Body | undefined;
}

export type Handler = (request: Request, response: Response) => Reply | Promise<Reply>;

export function replying(handler: Handler): RequestHandler {
  return async (request, response) => send(response, await handler(request, response));
}

export async function send(response: ServerResponse, { status = 200, headers = [], body }: Reply): Promise<void> {
  if (body instanceof Readable) return sendStream(response, status, headers, body);
  response.statusCode = status;
  setHeaders(response, headers);
  setHeaders(response, lengthOf(body));
  response.end(body);
}

/**
 * Sends a stream as fast as the client takes it. One that fails before its first bytes is a failure like any other; one that fails
 * later cuts the answer off, so that no client takes a part for the whole.
 */
async function sendStream(response: ServerResponse, status: number, headers: Headers, body: Readable): Promise<void> {
  try {
    await once(body, 'readable');
    if (response.destroyed) return;
    setHeaders(response, headers);
    response.writeHead(status);
    // A pipeline adds listeners: with those of earlier steps, more than the ten from which Node warns of a leak.
    response.setMaxListeners(20);
    if (response.req.method === 'HEAD') response.end();
    else await pipeline(body, response);
  } catch (error) {
    const hasLeft = response.headersSent ? errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE' : response.destroyed;
    if (!hasLeft) throw error;
  } finally {
    body.destroy();
  }
}

/** Frees what a request holds when its response has been sent, or its client has left. */
export function releaseOnClose(response: ServerResponse, release: () => void): void {
  response.once('close', release);
  if (response.destroyed) release();
}

function lengthOf(body: Buffer | string | undefined): Headers {
  return body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))];
}

export const jsonType: Headers = ['Content-Type', 'application/json; charset=utf-8'];

export const textType: Headers = ['Content-Type', 'text/plain; charset=utf-8'];

/** Adds headers: values of `Vary` are joined, each cookie is its own header, and of every other header the last one counts. */
export function setHeaders(response: ServerResponse, headers: Headers): void {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] as string;
    const value = headers[index + 1] as string;
    const before = name === 'Vary' ? response.getHeader(name) : undefined;
    if (name === 'Set-Cookie') response.appendHeader(name, value);
    else response.setHeader(name, before === undefined ? value : `${before}, ${value}`);
  }
}

/** One list of headers for `writeHead`, joined as by `setHeaders`. */
function joinHeaders(...lists: readonly Headers[]): string[] {
  const joined: string[] = [];
  let varyAt = -1;
  for (const headers of lists) {
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index] as string;
      const value = headers[index + 1] as string;
      if (name === 'Vary' && varyAt >= 0) {
        joined[varyAt] += `, ${value}`;
        continue;
      }
      joined.push(name, value);
      if (name === 'Vary') varyAt = joined.length - 1;
    }
  }
  return joined;
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

interface Ready {
  readonly response: ServerResponse;
  readonly body: Buffer | undefined;
  readonly sent: () => void;
}

let batch: Ready[] = [];

/**
 * Batched send: all answers of one tick of the event loop are written to their sockets when the tick ends. Sending wakes a client that
 * sleeps, which takes longer than the rest of an answer from memory; in a batch, only the first send does. Only for answers made while
 * requests are read: a later one would miss a client's half-close, after which nothing is sent.
 *
 * @param before headers of the response, in place of those set on it
 * @param sent called when the whole batch is with its sockets
 */
export function sendInBatch(
  response: ServerResponse,
  { status = 200, headers = [], body }: Reply<Buffer>,
  before: readonly Headers[],
  sent: () => void,
): void {
  response.writeHead(status, joinHeaders(...before, headers, lengthOf(body)));
  if (batch.length === 0) setImmediate(sendBatch);
  batch.push({ response, body, sent });
}

function sendBatch(): void {
  const ready = batch;
  batch = [];
  for (const { response, body } of ready) response.end(body);
  for (const { sent } of ready) sent();
}

/** Names and values in turn, as `writeHead` takes them: pairs would be garbage for every request. */
export type Headers = readonly string[];

export const noStore: Headers = ['Cache-Control', 'no-store'];

const againSeconds = 2;

/** Header of a page that the browser replaces by itself, after a pause, by the page at an address. */
export const refreshed = (to: string | undefined): Headers =>
  to === undefined ? [] : ['Refresh', `${againSeconds}; url=${to}`];

/** Helmet's headers for answers that no browser is meant to render. */
export const securityHeaders: Headers = captureHelmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
  // Protections of pages with scripts, plug-ins and look-ups, which these answers are not.
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/**
 * Headers of files, which websites embed and browsers open: in any page, they run nothing and load nothing.
 */
export const fileHeaders: Headers = [
  ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"],
  ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'cross-origin', 'Access-Control-Allow-Origin', '*'],
].flat();

/**
 * HSTS (RFC 6797).
 *
 * @param seconds for which a browser must use only HTTPS for this host; 0: no header
 */
export function transportSecurity(seconds: number): Headers {
  return seconds === 0 ? [] : ['Strict-Transport-Security', `max-age=${seconds}`];
}

export function captureHelmet(options: HelmetOptions): Headers {
  const headers: string[] = [];
  const setHeader = (name: string, value: string): void => void headers.push(name, value);
  const set = helmet(options);
  set({} as IncomingMessage, { setHeader, removeHeader: () => {} } as unknown as ServerResponse, () => {});
  return headers;
}

/** Headers that modern browsers do not need. */
type Unneeded = 'xDnsPrefetchControl' | 'xDownloadOptions' | 'xPermittedCrossDomainPolicies' | 'xXssProtection';

interface PageSources {
  readonly scripts?: string;
  readonly images?: readonly string[];
  readonly media?: readonly string[];
  /** Absent: no page shows a file by a plug-in of the browser. */
  readonly objects?: readonly string[];
  readonly formTargets?: readonly string[];
  /** Sites that the page may show in a frame. */
  readonly frames?: readonly string[];
  /** Sites that may frame the page. */
  readonly frameAncestors?: readonly string[];
}

/**
 * Headers of pages. No inline script, no inline style but one whose hash is named, no DOM from text: what content holds cannot run even
 * where it came through.
 */
export function pagePolicy(sources: PageSources, more: { readonly [name in Unneeded]?: false } = {}): Headers {
  const self = "'self'";
  const none = ["'none'"];
  const { scripts = self, images = [self], media = [self], objects } = sources;
  const { formTargets = [], frameAncestors = [], frames = [] } = sources;
  const directives = {
    defaultSrc: none,
    scriptSrc: [scripts],
    styleSrc: [self],
    imgSrc: images,
    mediaSrc: media,
    ...(objects && { objectSrc: objects }),
    ...(frames.length > 0 && { frameSrc: frames }),
    fontSrc: [self],
    connectSrc: [self],
    formAction: [self, ...formTargets],
    baseUri: none,
    frameAncestors: frameAncestors.length === 0 ? none : frameAncestors,
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: none,
  };
  return captureHelmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // With `no-referrer` browsers would send `Origin: null` with forms.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: frameAncestors.length === 0 ? { action: 'deny' } : false,
    strictTransportSecurity: false,
    ...more,
  });
}
