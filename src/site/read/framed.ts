import { hash } from 'node:crypto';
import {
  type FrameSize,
  frameSizes,
  isFrameSize,
  nameOfSize,
  pictureVersion,
} from '../../content/files/picture-widths.js';
import { fileTypeOf } from '../../content/files/types.js';
import { releasedFile } from '../../content/media.js';
import { notFound } from '../../lib/errors.js';
import { isForDeep } from '../blocks/media.js';
import type { BrandContext } from '../context.js';
import type { PageIcon } from '../frame/shell.js';
import { cachingOf } from '../frame/theme-sheet.js';
import { hasPicture } from '../parts/picture.js';
import type { FileReply } from '../replies.js';
import { coloursOf } from './brand-icon.js';

interface FramedMedium extends Pick<FileReply, 'id' | 'file'> {
  readonly picture: NonNullable<NonNullable<FileReply['own']>['picture']>;
  readonly href: string;
}

/**
 * A released picture in a frame. A photograph fills it. A drawing, and whatever is the logo, has room around it, on
 * white or on the brand's own ground.
 *
 * @returns `null` if its reader sees no such picture
 */
export function framed(context: BrandContext, id: number | null, size: FrameSize): FramedMedium | null {
  const { catalog, source } = context;
  const file = hasPicture(context, id) ? releasedFile(source, id) : null;
  const medium = source.media.get(id ?? 0);
  if (id === null || file === null || medium === undefined) return null;
  const { logo_light, logo_dark } = catalog.portal;
  const isDrawn = fileTypeOf(file.name)?.extension === 'svg';
  const isDeep = isForDeep(medium) || (id === logo_dark && id !== logo_light);
  const ground = (isDeep && coloursOf(source).get('deep')?.light) || '#ffffff';
  const isFilled = !isDrawn && id !== logo_light && id !== logo_dark;
  const format = isFilled && size === 'preview' ? 'jpeg' : 'png';
  const frame = { size, ground, isFilled };
  const name = hash('sha256', `${file.sha256}-${nameOfSize(frame)}.${pictureVersion}`).slice(0, 16);
  const href = context.href(`/-/framed/${size}/${id}/${name}.${format === 'jpeg' ? 'jpg' : format}`);
  return { id, file, picture: { frame, format }, href };
}

/**
 * A picture in a frame, at the address that pages have of it.
 *
 * @throws `not_found` for any other
 */
export function framedPage(context: BrandContext): FileReply {
  const { size = '', id = '', name = '' } = context.params;
  const found = isFrameSize(size) ? framed(context, Number(id) || null, size) : null;
  if (found === null || !found.href.endsWith(`/${size}/${id}/${name}`)) throw notFound('File');
  const { file, picture } = found;
  return { id: found.id, file, own: { caching: cachingOf(context, found.id), picture } };
}

/** Upper bound on the longer side of a symbol, in its shorter sides. */
const maxSides = 1.25;

/** Icons of the brand, of its symbol, else of its logo if that is nearly square; else a tile with its initials. */
export function iconsOf(context: BrandContext): readonly PageIcon[] {
  const { symbol, logo_light } = context.catalog.portal;
  const { width, height } = context.catalog.media.get(logo_light ?? 0) ?? {};
  const isSquare = !!width && !!height && Math.max(width, height) <= maxSides * Math.min(width, height);
  const ids = [symbol, isSquare ? logo_light : null];
  const made = (['icon', 'touch'] as const).flatMap((size): PageIcon[] => {
    const [icon] = ids.flatMap((id) => framed(context, id, size) ?? []);
    const { width, height } = frameSizes[size];
    const rel = size === 'icon' ? 'icon' : 'apple-touch-icon';
    return icon === undefined ? [] : [{ rel, href: icon.href, sizes: `${width}x${height}` }];
  });
  return made.length > 0 ? made : [{ rel: 'icon', href: context.href('/-/icon.svg') }];
}
