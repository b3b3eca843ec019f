import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import helmet from 'helmet';

export type Headers = readonly (readonly [name: string, value: string])[];

/** A successful answer with a body, ready to be sent any number of times. */
export interface ReadyAnswer {
  readonly body: Buffer;
  readonly headers: Headers;
  readonly etag: string | null;
}

/** Answers depend on the key and change with every write: caches may keep them, but must ask each time. */
const caching: Headers = [
  ['Cache-Control', 'private, no-cache'],
  ['Vary', 'Authorization'],
];

/** Helmet's set for answers that no browser is meant to render: the same on every answer. */
export const securityHeaders: Headers = captureHelmet();

function captureHelmet(): Headers {
  const headers: [string, string][] = [];
  const setHeader = (name: string, value: string): void => void headers.push([name, value]);
  const set = helmet({
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
  set({} as IncomingMessage, { setHeader, removeHeader: () => {} } as unknown as Response, () => {});
  return headers;
}

export function setHeaders(response: Response, headers: Headers): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}

export function readyAnswer(value: unknown, version: string | null): ReadyAnswer {
  const body = Buffer.from(toJson(value));
  const etag = version === null ? null : `"${version}"`;
  return {
    body,
    etag,
    headers: [
      ...(etag === null ? [] : [['ETag', etag] as const]),
      ...caching,
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Content-Length', String(body.length)],
    ],
  };
}

/** The headers of a 304: those of the answer it stands for, but for its body's (RFC 9110, section 15.4.5). */
export function notModifiedHeaders({ headers }: ReadyAnswer): Headers {
  return headers.filter(([name]) => !name.startsWith('Content-'));
}

export function emptyAnswerHeaders(): Headers {
  return caching;
}

/** RFC 9110, section 13.1.2: weak comparison. */
export function isNotModified(request: IncomingMessage, etag: string | null): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined || etag === null || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
  return (
    header.trim() === '*' || header === etag || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}

const elementJson = new WeakMap<object, string>();

/**
 * JSON of an answer. The elements of a list are shared between versions of the content and never change, so the text
 * of each is kept: after a write, a list of 10,000 pages is put together and not made anew.
 */
function toJson(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  const parts = value.map((element: object) => {
    let text = elementJson.get(element);
    if (text === undefined) {
      text = JSON.stringify(element);
      elementJson.set(element, text);
    }
    return text;
  });
  return `[${parts.join(',')}]`;
}
