import { notFound } from '../../lib/errors.js';
import type { FileReply, PortalContext } from '../context.js';

/**
 * File of a medium at an address that stays when the file is replaced.
 *
 * @throws `not_found`, the same for a hidden one
 */
export function filePage({ catalog: { media, files }, params: { id = '' } }: PortalContext): FileReply {
  const medium = media.get(Number(id));
  const file = files.get(Number(id));
  if (medium === undefined || file === undefined || id !== String(medium.id)) throw notFound('File');
  return { id: medium.id, file };
}
