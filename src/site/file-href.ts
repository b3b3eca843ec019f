import type { Picture } from '../service/files/media-body.js';

/** Path of a file, or of a picture of it, in the portal at a base. */
export function fileHref(base: string, id: number, name: string, picture: Picture | null, isDownload = false): string {
  return `${base}/-/files/${id}/${name}${fileQuery(picture, isDownload)}`;
}

/** Base of the files of a proposal, which its author and reviewers get. */
export const proposedBase = (base: string, proposal: number): string => `${base}/-/proposals/${proposal}`;

export function fileQuery(picture: Picture | null, isDownload: boolean): string {
  const fields = picture === null ? [] : [`width=${picture.width}`, `format=${picture.format}`];
  if (isDownload) fields.push('download');
  return fields.length === 0 ? '' : `?${fields.join('&')}`;
}
