import type { Request, Response } from 'express';
import type { Service } from '../../service/service.js';
import type { Asked } from '../../site/context.js';
import { stateOf } from '../admission/request.js';
import { fieldsOf } from './forms.js';

/** Params and query of a request to the site, one value for each name. */
export const askedIn = (request: Request, response: Response, service: Service): Asked => ({
  service,
  requestId: stateOf(response).requestId,
  params: Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, String(value)])),
  query: fieldsOf(new URL(request.originalUrl, 'http://portal.invalid').searchParams),
});
