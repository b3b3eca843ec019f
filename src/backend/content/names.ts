import type { Catalog } from '../../content/catalog/catalog.js';
import { isAvailable } from '../../content/media.js';
import type { BrandContext } from '../context.js';
import { type ImageSource, imageOf } from './picture.js';

/** Labels of the media, colours and pages that content refers to by id. */
export interface Names {
  medium(id: unknown): string;
  /** Address of its page. */
  mediumHref(id: unknown): string;
  /** `null`: readers see no picture of it. */
  picture(id: unknown, width?: 160 | 640): ImageSource | null;
  color(id: unknown): { readonly name: string; readonly hex: string };
  page(id: number | null): string;
  /** Whether each block is an anchor, `#b-<id>`: where a document shows it once. */
  readonly isAnchored?: true;
}

/** Today's labels, also for old content; the label of a removed thing says so. */
export function namesIn({ colors, media, files, pages, trash }: Catalog, href: BrandContext['href']): Names {
  return {
    mediumHref: (id) => href(`/media/${Number(id)}`),
    picture(id, width = 640) {
      const found = media.get(Number(id));
      return found !== undefined && isAvailable(found) ? imageOf(href, found, files.get(found.id), width) : null;
    },
    medium(id) {
      const found = media.get(Number(id));
      if (id === undefined || id === null) return 'No medium is chosen';
      if (found === undefined) return `Medium ${String(id)}, not there any more`;
      const { type, title, width, height } = found;
      const size = width === null || height === null ? '' : ` · ${width} × ${height}`;
      return `${type} ${found.id}${title === null ? '' : ` “${title}”`}${size}${found.released ? '' : ' · not released'}`;
    },
    color(id) {
      const found = colors.get(Number(id));
      return found ?? { name: `Colour ${String(id)}, not there any more`, hex: '' };
    },
    page(id) {
      if (id === null) return 'the top level';
      const found = pages.get(id) ?? trash.get(id);
      return found === undefined ? `page ${id}, not there any more` : `“${found.title}”`;
    },
  };
}
