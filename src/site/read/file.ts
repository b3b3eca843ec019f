import { notFound } from '../../lib/errors.js';
import type { BrandContext } from '../context.js';
import { mayEdit } from '../frame/bar.js';
import type { FileReply } from '../replies.js';
import { proposedContext } from './proposed.js';

/**
 * File of a medium at an address that stays when the file is replaced.
 *
 * @throws `not_found`, the same for a hidden one
 */
export function filePage({ catalog: { media, files }, params: { id = '' } }: BrandContext): FileReply {
  const medium = media.get(Number(id));
  const file = files.get(Number(id));
  if (medium === undefined || file === undefined || id !== String(medium.id)) throw notFound('File');
  return { id: medium.id, file };
}

/**
 * File of a medium as a proposal has it, for those who work on the brand.
 *
 * @throws `not_found`
 */
export async function proposedFilePage(context: BrandContext): Promise<FileReply> {
  const [proposal] = /^[1-9]\d{0,8}$/.exec(context.params.proposal ?? '') ?? [];
  if (proposal === undefined || context.person === null || !mayEdit(context)) throw notFound('File');
  return filePage(await proposedContext(context, Number(proposal)));
}
