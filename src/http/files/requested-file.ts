import { type Picture, pictureOf } from '../../service/files/media-body.js';
import type { Headers } from '../headers.js';

/** Representation of a file that an address asks for. */
export interface RequestedFile {
  /** `null`: the file itself. */
  readonly picture: Picture | null;
  /** Whether it is to be saved, not shown. */
  readonly isDownload: boolean;
}

const queryForm = /^(?:\?(?:width=(\d+)(?:&format=([a-z]+))?(?:&download)?|download))?$/;

/** @returns `null` for every query but those described, in one spelling: each other would be another entry in every cache */
export function requestedIn(query: string): RequestedFile | null {
  const found = queryForm.exec(query);
  if (found === null) return null;
  const [, width, format] = found;
  const picture = width === undefined ? null : pictureOf(width, format);
  return width !== undefined && picture === null ? null : { picture, isDownload: query.endsWith('download') };
}

/** @param name of a stored file, which needs no escaping */
export function dispositionOf(name: string, isInline: boolean): Headers {
  return ['Content-Disposition', `${isInline ? 'inline' : 'attachment'}; filename="${name}"`];
}
