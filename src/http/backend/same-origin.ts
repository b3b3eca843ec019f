import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../config.js';
import { PortalError } from '../../errors.js';

/**
 * The origin of a request to the backend: that of `backend_url`, or, without it, this machine's own name with the port.
 *
 * @throws `forbidden` under another name
 */
export function originOf({ headers }: IncomingMessage, backendUrl: string | null): string {
  const host = (headers.host ?? '').toLowerCase();
  if (backendUrl === null) {
    if (isLoopbackHost(host.replace(/:\d+$/, ''))) return `http://${host}`;
    const way = 'Set backend_url in the configuration to the address that people use.';
    throw new PortalError('forbidden', `Without backend_url the backend answers on this machine alone. ${way}`);
  }
  if (host === new URL(backendUrl).host) return backendUrl;
  throw new PortalError('forbidden', `The backend is at ${backendUrl}/backend.`);
}

/**
 * Cross-site request forgery: what is posted comes from a page of ours. Browsers say so by `Sec-Fetch-Site`; older ones, and
 * those on plain http, by `Origin`.
 *
 * @throws `forbidden`
 */
export function requireSameOrigin({ headers }: IncomingMessage, origin: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? headers.origin === origin : site === 'same-origin') return;
  throw new PortalError('forbidden', 'This form came from another site. Nothing was done.');
}
