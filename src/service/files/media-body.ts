import {
  type Frame,
  nameOfSize,
  type PictureWidth,
  pictureVersion,
  pictureWidths,
} from '../../content/files/picture-widths.js';
import { type FilePointer, mimeOf } from '../../content/files/pointer.js';
import { fileTypeOf, type PictureFormat, pictureFormats } from '../../content/files/types.js';
import { PortalError } from '../../lib/errors.js';
import type { Service } from '../service.js';

export interface Picture {
  readonly width: PictureWidth;
  readonly format: PictureFormat;
}

/** A picture in a frame, which only the portal asks for. */
export interface FramedPicture {
  readonly frame: Frame;
  readonly format: PictureFormat;
}

/** @returns `null` when there are no pictures of this width and format */
export function pictureOf(width: string, format = 'webp'): Picture | null {
  const knownWidth = pictureWidths.find((known) => String(known) === width);
  const knownFormat = pictureFormats.find((known) => known === format);
  if (knownWidth === undefined || knownFormat === undefined) return null;
  return { width: knownWidth, format: knownFormat };
}

/** Bytes that are sent for a file of a medium: the file itself, or a picture of it. */
export interface MediaBody {
  readonly path: string;
  readonly bytes: number;
  readonly version: string;
  readonly mime: string;
  readonly name: string;
  /** Whether a browser may show the file: only types that cannot run code, and SVGs that were found to be clean. */
  readonly isInline: boolean;
  /** Whether that may turn out otherwise. */
  readonly isProvisional: boolean;
}

/** @throws `not_found` when no picture can be made of it, or it was purged, `busy`, `unavailable` when the bytes are not there */
export async function mediaBody(
  service: Service,
  slug: string,
  { name, sha256, bytes }: FilePointer,
  picture: Picture | FramedPicture | null,
): Promise<MediaBody> {
  const found = await service.proposalFiles(slug).find(sha256);
  if (found?.bytes !== bytes) {
    const { purged } = (await (await service.openBrand(slug)).read()).catalog;
    if (purged.some((file) => file.sha256 === sha256))
      throw new PortalError('not_found', 'This file was deleted for good.');
    const cause = new Error(`The file ${sha256} ${found === null ? 'is missing' : `has ${found.bytes} bytes`}`);
    throw new PortalError('unavailable', 'This file is not available at the moment.', { cause });
  }
  const file = { sha256, path: found.path, name };
  if (picture !== null) {
    const { format } = picture;
    const size = 'frame' in picture ? picture.frame : picture.width;
    const made = await service.pictures?.rendition(file, size, format);
    if (made === undefined) throw new PortalError('not_found', 'There are no pictures of this file.');
    const sized = nameOfSize(size);
    const renamed = `${name.replace(/\.[^.]*$/, '')}-${sized}.${format === 'jpeg' ? 'jpg' : format}`;
    const version = `${sha256}-${sized}.${pictureVersion}.${format}`;
    return { ...made, version, name: renamed, isInline: true, isProvisional: false };
  }
  const body = { path: found.path, bytes, version: sha256, mime: mimeOf(name), name };
  const type = fileTypeOf(name);
  if (type?.extension !== 'svg') return { ...body, isInline: type?.isInline === true, isProvisional: false };
  const verdict = await service.pictures?.svgVerdict(file).catch(() => undefined);
  return { ...body, isInline: verdict?.isClean === true, isProvisional: verdict === undefined };
}
