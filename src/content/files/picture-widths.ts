import type { FileType } from './types.js';

/** The only widths of pictures, in pixels. Anybody may ask for one, so they must be few. */
export const pictureWidths = [160, 320, 480, 640, 960, 1280, 1920, 2560] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/**
 * Widths in which pictures of a file are offered: none is enlarged, but an SVG has no pixels, and something is offered of the smallest.
 *
 * @param width of its medium; `null`: no picture can be made of it
 */
export function offeredWidths(type: FileType, width: number | null): readonly PictureWidth[] {
  if (width === null || !(type.isRaster || type.extension === 'svg')) return [];
  return type.extension === 'svg' ? pictureWidths : pictureWidths.filter((one, at) => at === 0 || one <= width);
}
