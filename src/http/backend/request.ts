import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Fields } from '../../backend/context.js';
import { isLoopbackHost } from '../../config.js';
import { PortalError } from '../../lib/errors.js';
import { bodyReader } from '../api/body.js';

/**
 * Origin of the backend: that of `backend_url`, or, without it, this machine's own name with the port.
 *
 * @throws `forbidden` under another name
 */
export function originOf({ headers }: IncomingMessage, backendUrl: string | null): string {
  const host = (headers.host ?? '').toLowerCase();
  if (backendUrl === null) {
    if (isLoopbackHost(host.replace(/:\d+$/, '')) && URL.canParse(`http://${host}`)) return `http://${host}`;
    const way = 'Set backend_url in the configuration to the address that people use.';
    throw new PortalError('forbidden', `Without backend_url the backend answers on this machine alone. ${way}`);
  }
  if (host === new URL(backendUrl).host) return backendUrl;
  throw new PortalError('forbidden', `The backend is at ${backendUrl}/backend.`);
}

/**
 * Protection against cross-site request forgery. Browsers send `Sec-Fetch-Site`; older ones, and those on plain http, `Origin`.
 *
 * @throws `forbidden` unless a page of this origin sent the form
 */
export function requireSameOrigin({ headers }: IncomingMessage, origin: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? headers.origin === origin : site === 'same-origin') return;
  throw new PortalError('forbidden', 'This form came from another site. Nothing was done.');
}

const formLimits = { bytes: 1024 * 1024, fields: 500 } as const;
const writingLimits = { bytes: 4 * 1024 * 1024, fields: 20_000 } as const;

/** Characters that one byte of a text may take in a form. */
const encoded = 3;

/** Parser of forms: `request.body` becomes their fields. @param holdsPage whether a form may be that of a whole page */
export function formBody(holdsPage = false): RequestHandler {
  const readerOf = ({ bytes }: { readonly bytes: number }) => bodyReader(encoded * bytes);
  const [small, large] = [readerOf(formLimits), readerOf(writingLimits)];
  return async (request, response, next) => {
    // Only those who have a session, or had one, have written a page.
    const isLarge = holdsPage && /bp(?:-was)?=/.test(request.headers.cookie ?? '');
    const limits = isLarge ? writingLimits : formLimits;
    if (!/^application\/x-www-form-urlencoded *(?:;|$)/i.test(request.get('content-type') ?? '')) {
      throw new PortalError('unsupported_media_type', 'Forms are sent as application/x-www-form-urlencoded.');
    }
    const sent = new URLSearchParams((await (isLarge ? large : small)(request, response)).toString());
    if (sent.size > limits.fields) throw new PortalError('too_large', `A form has at most ${limits.fields} fields.`);
    let bytes = 0;
    for (const [name, value] of sent) bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (bytes > limits.bytes) {
      throw new PortalError('too_large', `A form has at most ${limits.bytes / 1024 ** 2} MiB.`);
    }
    request.body = [...sent];
    next();
  };
}

/** Fields of a form or a query; the first of several values with one name counts. */
export function fieldsOf(sent: Iterable<readonly [string, string]>): Fields {
  return Object.fromEntries([...sent].reverse());
}
