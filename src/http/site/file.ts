import type { Request } from 'express';
import { savedAs } from '../../content/files/pointer.js';
import { notFound } from '../../lib/errors.js';
import { mediaBody } from '../../service/files/media-body.js';
import type { BrandContext } from '../../site/context.js';
import type { FileReply } from '../../site/replies.js';
import { dispositionOf, fileReply, requestedIn } from '../files/file-reply.js';
import type { Headers, Reply } from '../reply.js';

/** Headers of a file that is sent here: whatever its content, it is not a document of this origin. */
const gated: Headers = [
  ['Cache-Control', 'private, no-store', 'Content-Security-Policy', "default-src 'none'; sandbox"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
].flat();

/**
 * Leads to the public address of a file that everyone may have; any other is sent.
 *
 * @throws `not_found` for a query that no file has
 */
export async function answerFile(
  request: Request,
  { id, file, own }: FileReply,
  context: BrandContext,
): Promise<Reply> {
  const { service, slug } = context;
  const query = request.originalUrl.replace(/^[^?]*/, '');
  const requested = requestedIn(query);
  if (requested === null) throw notFound('File');
  const open = own === undefined ? context.publicHref(id, file) : null;
  if (open !== null) return { status: 302, headers: ['Location', open + query, 'Cache-Control', 'no-store'] };
  if (own !== undefined) {
    const { caching, picture } = own;
    const body = await mediaBody(service, slug, file, picture);
    // Programs that preview a link show its picture in pages of theirs.
    const policy = picture === null ? 'same-origin' : 'cross-origin';
    const headers = ['Cache-Control', caching, 'Cross-Origin-Resource-Policy', policy];
    return fileReply(service.fs, request, body, headers);
  }
  const title = context.catalog.media.get(id)?.title ?? null;
  const named = requested.isDownload ? savedAs(slug, title, file) : file;
  const body = await mediaBody(service, slug, named, requested.picture);
  const disposition = dispositionOf(body.name, body.isInline && !requested.isDownload);
  return fileReply(service.fs, request, body, [...gated, ...disposition]);
}
