import type { IncomingMessage } from 'node:http';
import { PortalError } from '../../errors.js';
import type { Headers } from '../headers.js';

const form = /^(0|[1-9]\d{0,14})$/;

/** The position that a request has to see. @throws `bad_request` */
export function positionOf({ headers }: IncomingMessage): number | undefined {
  const sent = headers['portal-position'];
  if (sent === undefined) return undefined;
  if (typeof sent === 'string' && form.test(sent)) return Number(sent);
  throw new PortalError('bad_request', 'Portal-Position must be one number, as an answer had it.');
}

/** @param position of the content that an answer shows, or a later one; `null`: reads are never old */
export function positionHeaders(position: number | null): Headers {
  return position === null ? [] : ['Portal-Position', String(position)];
}
