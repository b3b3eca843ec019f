import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { sizeText } from '../../lib/size-text.js';
import type { Fields } from '../../site/addresses.js';
import { bodyReader } from '../api/body.js';

/**
 * Guards against cross-site request forgery. Browsers send `Sec-Fetch-Site`. Older browsers, and those on plain http, send
 * `Origin`.
 *
 * @throws `forbidden` unless a page of this origin sent the form
 */
export function requireSameOrigin({ headers }: IncomingMessage, origin: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? headers.origin === origin : site === 'same-origin') return;
  throw new PortalError('forbidden', 'This form came from another site. Nothing was done.');
}

const smallLimits = { bytes: 1024 * 1024, fields: 500 } as const;
const contentLimits = { bytes: 4 * 1024 * 1024, fields: 20_000 } as const;

/** Upper bound on the bytes that one byte of a text takes in a form, such as `%20`. */
const encodedBytes = 3;

/**
 * Parser of forms: `request.body` becomes `[name, value][]`.
 *
 * @param isContent whether a form may hold a whole page
 * @throws PortalError
 */
export function formBody(isContent = false): RequestHandler {
  const readerOf = ({ bytes }: { readonly bytes: number }) => bodyReader(encodedBytes * bytes);
  const small = readerOf(smallLimits);
  const large = readerOf(contentLimits);
  return async (request, response, next) => {
    // A browser that never had a session cannot have written a page.
    const isLarge = isContent && /bp(?:-was)?=/.test(request.headers.cookie ?? '');
    const limits = isLarge ? contentLimits : smallLimits;
    if (!/^application\/x-www-form-urlencoded *(?:;|$)/i.test(request.get('content-type') ?? '')) {
      throw new PortalError('unsupported_media_type', 'Forms are sent as application/x-www-form-urlencoded.');
    }
    const sent = new URLSearchParams((await (isLarge ? large : small)(request, response)).toString());
    if (sent.size > limits.fields) throw new PortalError('too_large', say`A form has at most ${limits.fields} fields.`);
    let bytes = 0;
    for (const [name, value] of sent) bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (bytes > limits.bytes) {
      throw new PortalError('too_large', say`A form has at most ${sizeText(limits.bytes)}.`);
    }
    request.body = [...sent];
    next();
  };
}

/** Fields of a form or a query; the first of several values with one name counts. */
export function fieldsOf(sent: Iterable<readonly [string, string]>): Fields {
  return Object.fromEntries([...sent].reverse());
}
