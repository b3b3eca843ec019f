import type { FileType } from './types.js';

/** Version of the conversion. Pictures of another version are made again. */
export const pictureVersion = 1;

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

/** Sizes, in pixels, of pictures that have a frame of their own: of the preview of a link, and icons. */
export const frameSizes = {
  preview: { width: 1200, height: 630 },
  icon: { width: 96, height: 96 },
  touch: { width: 180, height: 180 },
} as const;
export type FrameSize = keyof typeof frameSizes;

export const isFrameSize = (name: string): name is FrameSize => Object.hasOwn(frameSizes, name);

/** A picture in a frame. */
export interface Frame {
  readonly size: FrameSize;
  /** Colour behind it, as `#` and six hexadecimal digits. */
  readonly ground: string;
  /** Whether it fills the frame, and loses what is outside; else it has room around it. */
  readonly isFilled: boolean;
}

/** A size as a part of a name. */
export const nameOfSize = (size: PictureWidth | Frame): string =>
  typeof size === 'number' ? `${size}` : `${size.size}-${size.isFilled ? 'filled' : 'room'}-${size.ground.slice(1)}`;
