import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

/** Names and values in turn, as `writeHead` takes them: pairs would be garbage for every request. */
export type Headers = readonly string[];

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

/** Adds to what is set: values of `Vary` are joined, of every other header the last one counts. */
export function setHeaders(response: ServerResponse, headers: Headers): void {
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = [headers[at] as string, headers[at + 1] as string];
    const before = name === 'Vary' ? response.getHeader(name) : undefined;
    response.setHeader(name, before === undefined ? value : `${before}, ${value}`);
  }
}

/** The same for `writeHead`, of lists that have no other name in common. */
export function joinHeaders(first: Headers, second: Headers): string[] {
  const joined = [...first];
  for (let at = 0; at < second.length; at += 2) {
    const [name, value] = [second[at] as string, second[at + 1] as string];
    const before = name === 'Vary' ? indexOf(first, name) : -1;
    if (before < 0) joined.push(name, value);
    else joined[before + 1] += `, ${value}`;
  }
  return joined;
}

/** Values are passed over: a client chooses that of `X-Request-Id`. */
function indexOf(headers: Headers, name: string): number {
  for (let at = 0; at < headers.length; at += 2) if (headers[at] === name) return at;
  return -1;
}
