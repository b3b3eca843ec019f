import { invalidField } from '../../lib/errors.js';
import { noInput } from '../../operations/engine/contract.js';
import { readQuery } from '../../operations/engine/input.js';
import { PictureQuery, showMediaFile } from '../../operations/media-files.js';
import { mediaBody, pictureOf } from '../../service/files/media-body.js';
import type { Service } from '../../service/service.js';
import { Violations } from '../../validation/violations.js';
import { callOf } from '../api/handler.js';
import { caching, positionHeaders } from '../api/response.js';
import type { Route } from '../api/routes.js';
import type { Handler } from '../reply.js';
import { dispositionOf, fileReply } from './file-reply.js';

/** Answers `GET /media/{id}/file`: a medium's file, or a picture of it. Always an attachment: no file is ever a document of this origin. */
export function mediaFileHandler(route: Route, service: Service): Handler {
  return async (request, response) => {
    const { params, query } = request;
    const call = callOf(request, response, route);
    const { value } = await service.run(showMediaFile, call, { ...noInput, params, query });
    // A query with mistakes was refused by the operation.
    const { width, format } = readQuery(PictureQuery, query, new Violations()) ?? {};
    if (width === undefined && format !== undefined)
      throw invalidField('format', 'A format is for a picture: name its width, too.');
    const picture = width === undefined ? null : pictureOf(width, format);
    const body = await mediaBody(service, call.slug, value.file, picture);
    const position = positionHeaders(service.positionNow(call.slug));
    return fileReply(service.fs, request, body, [...dispositionOf(body.name, false), ...caching, ...position]);
  };
}
