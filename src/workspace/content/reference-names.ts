import type { Catalog } from '../../content/catalog/catalog.js';
import type { FilePointer } from '../../content/files/pointer.js';
import { isAvailable, releasedFile } from '../../content/media.js';
import type { BrandContext } from '../context.js';
import { type ImageSource, imageOf } from './picture.js';

/** Labels, pictures and addresses of the media, colours and pages that content refers to by id. */
export interface Names {
  medium(id: unknown): string;
  /** Address of the medium's page. */
  mediumHref(id: unknown): string;
  /** Picture of a medium, `width` pixels wide at most; `null`: readers see none of it. */
  picture(id: unknown, width?: 160 | 640): ImageSource | null;
  /** File of a medium; `null`: readers may not have it. */
  file(id: unknown): FilePointer | null;
  color(id: unknown): { readonly name: string; readonly hex: string };
  /** @param id `null`: the top level */
  page(id: number | null): string;
  /** Whether each block gets the anchor `#b-<id>`: only where a document shows a block once. */
  readonly isAnchored?: true;
}

/** Names that a catalog has now. Old versions of content show them too, as a version holds ids only; a label says when its thing was removed. */
export function namesIn({ colors, media, files, pages, trash }: Catalog, href: BrandContext['href']): Names {
  return {
    mediumHref: (id) => href(`/media/${Number(id)}`),
    file: (id) => releasedFile({ media, files }, Number(id)),
    picture(id, width = 640) {
      const medium = media.get(Number(id));
      return medium !== undefined && isAvailable(medium) ? imageOf(href, medium, files.get(medium.id), width) : null;
    },
    medium(id) {
      const medium = media.get(Number(id));
      if (id === undefined || id === null) return 'No medium is chosen';
      if (medium === undefined) return `Medium ${String(id)}, not there any more`;
      const { type, title, width, height, released } = medium;
      const size = width === null || height === null ? '' : ` · ${width} × ${height}`;
      return `${type} ${medium.id}${title === null ? '' : ` “${title}”`}${size}${released ? '' : ' · not released'}`;
    },
    color: (id) => colors.get(Number(id)) ?? { name: `Colour ${String(id)}, not there any more`, hex: '' },
    page(id) {
      if (id === null) return 'the top level';
      const page = pages.get(id) ?? trash.get(id);
      return page === undefined ? `page ${id}, not there any more` : `“${page.title}”`;
    },
  };
}
