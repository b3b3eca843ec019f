import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

/** Names and values in turn, as `writeHead` takes them: pairs would be garbage for every request. */
export type Headers = readonly string[];

export const noStore: Headers = ['Cache-Control', 'no-store'];

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
 * Headers of files, which websites show and browsers may open by themselves: wherever they are shown, they run nothing and load nothing.
 */
export const fileHeaders: Headers = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox",
  ...['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'],
  ...['Cross-Origin-Resource-Policy', 'cross-origin', 'Access-Control-Allow-Origin', '*'],
];

/** HSTS (RFC 6797). @param seconds for which a browser must use only HTTPS for this host; 0: no header */
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
