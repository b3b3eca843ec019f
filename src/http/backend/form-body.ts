import express, { type RequestHandler } from 'express';
import type { Fields } from '../../backend/visit.js';
import { PortalError } from '../../errors.js';
import { readError } from '../api/body.js';

export const formLimits = { bytes: 1024 * 1024, fields: 500 } as const;

/** Reads a form into `request.body`: one text a name. */
export function formBody(): RequestHandler {
  const read = express.text({ type: () => true, limit: formLimits.bytes });
  return (request, response, next) => {
    if (!/^application\/x-www-form-urlencoded *(?:;|$)/i.test(request.get('content-type') ?? '')) {
      throw new PortalError('unsupported_media_type', 'Forms are sent as application/x-www-form-urlencoded.');
    }
    read(request, response, (error: unknown) => {
      if (error) {
        response.setHeader('Connection', 'close');
        next(readError(error, formLimits.bytes));
        return;
      }
      const sent = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      if (sent.size > formLimits.fields) {
        next(new PortalError('too_large', `A form has at most ${formLimits.fields} fields.`));
        return;
      }
      request.body = fieldsOf(sent);
      next();
    });
  };
}

/** Of several with one name, the first. */
export function fieldsOf(sent: URLSearchParams): Fields {
  return Object.fromEntries([...sent].reverse());
}
