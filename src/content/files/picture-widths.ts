import type { FileType } from './types.js';

/** The only widths of pictures, in pixels. Anybody may ask for one, so they must be few. */
export const pictureWidths = [160, 320, 480, 640, 960, 1280, 1920, 2560] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/**
 * Widths in which pictures of a file are offered. No picture is enlarged, except of an SVG, which has no pixels; a very small file has
 * the smallest width.
 *
 * @param width of its medium; `null` if no picture can be made of it
 */
export function offeredWidths(type: FileType, width: number | null): readonly PictureWidth[] {
  if (width === null || !(type.isRaster || type.extension === 'svg')) return [];
  return type.extension === 'svg' ? pictureWidths : pictureWidths.filter((offered, at) => at === 0 || offered <= width);
}
