import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

/** Names and values in turn, as `writeHead` takes them: pairs would be garbage for every request. */
export type Headers = readonly string[];

/** Helmet's set for answers that no browser is meant to render: the same on every answer. HSTS is apart: it is configured. */
export const securityHeaders: Headers = captureHelmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
  // These speak of pages with scripts, plug-ins and look-ups, which no answer of this API is.
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** HSTS (RFC 6797). @param seconds how long a browser is to use HTTPS alone for this host; 0: no header */
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

/** Adds to what is set: values of `Vary` are joined, of every other header the last one counts. */
export function setHeaders(response: ServerResponse, headers: Headers): void {
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = [headers[at] as string, headers[at + 1] as string];
    const before = name === 'Vary' ? response.getHeader(name) : undefined;
    response.setHeader(name, before === undefined ? value : `${before}, ${value}`);
  }
}

/** The same for `writeHead`: each header of all lists in turn. */
export function joinHeaders(...lists: readonly Headers[]): string[] {
  const joined: string[] = [];
  let varyAt = -1;
  for (const headers of lists) {
    for (let at = 0; at < headers.length; at += 2) {
      const [name, value] = [headers[at] as string, headers[at + 1] as string];
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
