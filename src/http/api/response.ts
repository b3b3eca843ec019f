import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

/** Names and values in turn, as `writeHead` takes them: pairs would be garbage for every request. */
export type Headers = readonly string[];

/** A successful answer with a body, ready to be sent any number of times. */
export interface ReadyAnswer {
  readonly body: Buffer;
  /** Of what it shows: its ETag. */
  readonly version: string | null;
}

/** Answers depend on the key and change with every write: caches may keep them, but must ask each time. */
const caching: Headers = ['Cache-Control', 'private, no-cache', 'Vary', 'Authorization'];

/** Helmet's set for answers that no browser is meant to render: the same on every answer. */
export const securityHeaders: Headers = captureHelmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  xFrameOptions: { action: 'deny' },
  // These speak of pages with scripts, plug-ins and look-ups, which no answer of this API is.
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

export function captureHelmet(options: HelmetOptions): Headers {
  const headers: string[] = [];
  const setHeader = (name: string, value: string): void => void headers.push(name, value);
  const set = helmet(options);
  set({} as IncomingMessage, { setHeader, removeHeader: () => {} } as unknown as ServerResponse, () => {});
  return headers;
}

/** What an answer varies by adds up; of every other header the last one counts. */
export function setHeaders(response: ServerResponse, headers: Headers): void {
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = [headers[at] as string, headers[at + 1] as string];
    const before = name === 'Vary' ? response.getHeader(name) : undefined;
    response.setHeader(name, before === undefined ? value : `${before}, ${value}`);
  }
}

export function readyAnswer(value: unknown, version: string | null): ReadyAnswer {
  return { version, body: exactBytes(JSON.stringify(value)) };
}

/** A small buffer is cut from a shared piece of memory, which an answer that is kept would keep whole. */
function exactBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

export function answerHeaders(answer: ReadyAnswer): Headers {
  const length = String(answer.body.length);
  return [...notModifiedHeaders(answer), 'Content-Type', 'application/json; charset=utf-8', 'Content-Length', length];
}

/** The headers of a 304: those of the answer it stands for, but for its body's (RFC 9110, section 15.4.5). */
export function notModifiedHeaders({ version }: ReadyAnswer): Headers {
  return version === null ? caching : ['ETag', etagOf(version), ...caching];
}

export function etagOf(version: string): string {
  return `"${version}"`;
}

export function emptyAnswerHeaders(): Headers {
  return caching;
}

/** RFC 9110, section 13.1.2: weak comparison. */
export function isNotModified(request: IncomingMessage, { version }: Pick<ReadyAnswer, 'version'>): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined || version === null || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
  const etag = etagOf(version);
  return (
    header.trim() === '*' || header === etag || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}
